/**
 * The verifiable shuffle, implemented a second time from docs/shuffle.md.
 *
 * An ES module for browsers and Node, without dependencies. Players who kept the commitment and the value that their
 * own client contributed can check for themselves that the proof contains both and gives the deck. Hashing uses
 * WebCrypto, which browsers offer only over HTTPS and on localhost.
 */

/**
 * The proof of a shuffle (docs/shuffle.md).
 * @typedef {{
 *   algorithm: number,
 *   table: string,
 *   deal: number,
 *   commitment: string,
 *   secret: string,
 *   contributions: { seat: number, value: string }[],
 *   cut: { seat: number, at: number } | null,
 *   left_out: number[],
 * }} Proof
 */

/**
 * The part of a record that concerns the shuffle; its contents are not trusted.
 * @typedef {{ players?: number, dealer: number, deck: string[], meta?: { shuffle?: unknown } }} Shuffled
 */

/**
 * The pattern that a text must match, and its description for error messages.
 * @typedef {[pattern: RegExp, description: string]} Form
 */

const ALGORITHM = 1;

const SUITS = [..."HLAB"];
const RANKS = [..."6789UOKTS"];
const PACK = SUITS.flatMap((suit) => RANKS.map((rank) => suit + rank));

/** @type {Form} */
const HASH = [/^[0-9a-f]{64}$/, "64 lower-case hexadecimal digits"];
/** @type {Form} */
const CONTRIBUTED = [/^([0-9a-f]{2}){1,64}$/, "2 to 128 lower-case hexadecimal digits, two per byte"];
/** @type {Form} */
const TABLE = [/^[A-Za-z0-9_-]{1,64}$/, "1 to 64 letters, digits, - or _"];
const MOST_DEALS = 1e9;
const LAST_SEAT = 4;

/** An invalid proof, or one that gives another deck. */
class ShuffleError extends Error {}

/**
 * Return the commitment to a secret, which is the SHA-256 of its bytes; it is published before anybody contributes.
 * @param {string} secret
 */
async function commitment(secret) {
  return toHex(await sha256(fromHex(secret)));
}

/**
 * Return the 32 bytes that determine the order of the cards before the cut, as hexadecimal digits.
 * @param {Proof} proof
 */
export async function seed(proof) {
  const lines = [
    `dobbm shuffle ${ALGORITHM}`,
    `table ${proof.table}`,
    `deal ${proof.deal}`,
    `secret ${proof.secret}`,
    ...proof.contributions.map(({ seat, value }) => `contribution ${seat} ${value}`),
    ...proof.left_out.map((seat) => `left_out ${seat}`),
  ];
  const text = lines.map((line) => `${line}\n`).join("");
  return toHex(await sha256(new TextEncoder().encode(text)));
}

/**
 * Return the deck that a verified proof gives: the names of the 36 cards in dealing order, after the cut.
 * @param {Proof} proof
 */
export async function deck(proof) {
  const chance = randomBytes(fromHex(await seed(proof)));
  const cards = [...PACK];
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const other = await below(last + 1, chance);
    [cards[last], cards[other]] = [cards[other], cards[last]];
  }
  const at = proof.cut === null ? 0 : proof.cut.at;
  return [...cards.slice(at), ...cards.slice(0, at)];
}

/**
 * Return the proof in a record's `meta` if it is valid and gives the record's deck; throw a ShuffleError otherwise.
 *
 * Only the shuffle is checked; `dobbm replay` checks that the rest of the record follows the rules. Callers compare the
 * commitment and their own contribution with those that they kept.
 * @param {Shuffled} record
 * @returns {Promise<Proof>}
 */
export async function verify(record) {
  const players = record.players ?? 4;
  const value = record.meta?.shuffle;
  expect(value != null, "this record has no proof of its shuffle (meta.shuffle)");
  const proof = await verified(value);
  for (const seat of [...proof.contributions.map((one) => one.seat), ...proof.left_out]) {
    expect(seat < players, `there is no seat ${seat} at a table of ${players}`);
  }
  const cutter = (record.dealer + players - 1) % players;
  expect(
    proof.cut === null || proof.cut.seat === cutter,
    `only seat ${cutter}, on the dealer's right, may cut, not seat ${proof.cut?.seat}`,
  );
  const due = await deck(proof);
  expect(
    record.deck.length === due.length && due.every((card, place) => card === record.deck[place]),
    "the proof yields a different deck",
  );
  return proof;
}

/** @param {unknown} value */
async function verified(value) {
  expect(isObject(value), "a proof must be an object");
  const proof = /** @type {Proof} */ (value);
  expect(proof.algorithm === ALGORITHM, `this program checks algorithm ${ALGORITHM}`);
  expectFields(proof, "a proof", [
    "algorithm",
    "table",
    "deal",
    "commitment",
    "secret",
    "contributions",
    "cut",
    "left_out",
  ]);
  expectText(proof.table, "table", TABLE);
  expectWhole(proof.deal, "deal", 1, MOST_DEALS);
  expectText(proof.commitment, "commitment", HASH);
  expectText(proof.secret, "secret", HASH);
  expect(Array.isArray(proof.contributions), '"contributions" must be a list');
  for (const [index, contribution] of proof.contributions.entries()) {
    const place = `contributions[${index}]`;
    expectFields(contribution, place, ["seat", "value"]);
    expectWhole(contribution.seat, `${place}.seat`, 0, LAST_SEAT);
    expectText(contribution.value, `${place}.value`, CONTRIBUTED);
  }
  if (proof.cut !== null) {
    expectFields(proof.cut, "cut", ["seat", "at"]);
    expectWhole(proof.cut.seat, "cut.seat", 0, LAST_SEAT);
    expectWhole(proof.cut.at, "cut.at", 1, PACK.length - 1);
  }
  expect(Array.isArray(proof.left_out), '"left_out" must be a list');
  for (const [index, seat] of proof.left_out.entries()) {
    expectWhole(seat, `left_out[${index}]`, 0, LAST_SEAT);
  }
  expect((await commitment(proof.secret)) === proof.commitment, "the secret does not match the commitment");
  const contributors = proof.contributions.map((contribution) => contribution.seat);
  expectRising(contributors, "contributions");
  expectRising(proof.left_out, "left_out");
  for (const seat of proof.left_out) {
    expect(!contributors.includes(seat), `seat ${seat} cannot both contribute and be left out`);
  }
  return proof;
}

/**
 * @param {unknown} holds
 * @param {string} message
 */
function expect(holds, message) {
  if (!holds) throw new ShuffleError(message);
}

/**
 * Put the name of a field in quotation marks; return a phrase, which contains spaces, unchanged.
 * @param {string} place
 */
function named(place) {
  return place.includes(" ") ? place : `"${place}"`;
}

/** @param {unknown} value */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * @param {object} value
 * @param {string} place
 * @param {string[]} fields
 */
function expectFields(value, place, fields) {
  expect(isObject(value), `${named(place)} must be an object`);
  for (const field of fields) {
    expect(Object.hasOwn(value, field), `the field "${field}" of ${named(place)} is missing`);
  }
  for (const field of Object.keys(value)) {
    expect(fields.includes(field), `unknown field '${field}' in ${named(place)}`);
  }
}

/**
 * @param {unknown} value
 * @param {string} place
 * @param {Form} form
 */
function expectText(value, place, [pattern, description]) {
  expect(typeof value === "string" && pattern.test(value), `${named(place)} must be ${description}`);
}

/**
 * @param {unknown} value
 * @param {string} place
 * @param {number} least
 * @param {number} most
 */
function expectWhole(value, place, least, most) {
  const holds = typeof value === "number" && Number.isInteger(value) && least <= value && value <= most;
  expect(holds, `${named(place)} must be a whole number from ${least} to ${most}`);
}

/**
 * @param {number[]} seats
 * @param {string} place
 */
function expectRising(seats, place) {
  const rises = seats.every((seat, index) => index === 0 || seats[index - 1] < seat);
  expect(rises, `${named(place)} must be in seat order, each seat at most once`);
}

/**
 * Yield an endless stream of bytes: the SHA-256 of the seed followed by a counter, which starts at 0.
 * @param {Uint8Array} start
 */
async function* randomBytes(start) {
  const block = new Uint8Array(start.length + 8);
  block.set(start);
  const view = new DataView(block.buffer);
  for (let counter = 0n; ; counter += 1n) {
    view.setBigUint64(start.length, counter);
    yield* await sha256(block);
  }
}

/**
 * Draw a number from 0 to `bound` - 1, all equally likely.
 * @param {number} bound
 * @param {AsyncGenerator<number, void>} chance
 */
async function below(bound, chance) {
  const fair = 256 - (256 % bound);
  for (;;) {
    const { value: byte } = await chance.next();
    if (typeof byte === "number" && byte < fair) return byte % bound;
  }
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function sha256(bytes) {
  expect(globalThis.crypto?.subtle, "this page needs HTTPS to check a shuffle");
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** @param {string} text */
function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array} bytes */
function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
