/** The kind of decision that gives away the most, for the start page, which is drawn before any deal could be read. */

import { oneOf } from "./checks.js";
import { read, write } from "./storage.js";

const KEY = "dobbm-worst";
const CHECK = oneOf(.../** @type {const} */ (["bidding", "exchange", "doubling", "play"]));

/** Return the kind; null as long as too few decisions have been judged. */
export const worstKind = () => read(KEY, CHECK);

/** @param {ReturnType<typeof worstKind>} kind */
export const keepWorstKind = (kind) => write(KEY, kind);
