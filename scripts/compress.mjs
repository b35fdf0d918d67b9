/** Writes each file named on standard input compressed beside itself, where that makes it smaller. */

import { readFile, writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } };
const WAYS = {
  br: (data) => promisify(brotliCompress)(data, BROTLI),
  gz: (data) => promisify(gzip)(data, { level: 9 }),
};

async function compress(path) {
  const data = await readFile(path);
  for (const [suffix, way] of Object.entries(WAYS)) {
    const smaller = await way(data);
    if (smaller.length < 0.95 * data.length) await writeFile(`${path}.${suffix}`, smaller);
  }
}

await Promise.all((await text(process.stdin)).split("\n").filter(Boolean).map(compress));
