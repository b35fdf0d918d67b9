/** Reads the archives that scripts/pocket_packing.py writes: nothing in them is compressed. */

const ENTRY = 0x04034b50;
const HEAD = 30;

/**
 * Return the files of an archive.
 * @param {Uint8Array} archive
 */
export function entries(archive) {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const found = [];
  for (let at = 0; view.getUint32(at, true) === ENTRY; ) {
    const named = at + HEAD;
    const begins = named + view.getUint16(at + 26, true);
    const data = begins + view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(archive.subarray(named, begins));
    at = data + view.getUint32(at + 18, true);
    found.push({ name, data: archive.subarray(data, at) });
  }
  return found;
}
