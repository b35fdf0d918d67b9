/** The refusals of the server. */

/** A refused request: `code` is one of the documented codes, the message a sentence; empty if others refuse it. */
export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {number} status
   * @param {number} [wait] the seconds that the server asks to wait before another try
   * @param {string} [club] the club that shows a table to its people only
   */
  constructor(code, message, status, wait = 0, club = "") {
    super(message);
    this.code = code;
    this.status = status;
    this.wait = wait;
    this.club = club;
  }
}

/**
 * Return the refusal in an answer with this data.
 * @param {Response} answer
 * @param {{ error?: { code: string, message: string, club?: string } } | null} [data]
 */
export function refusedBy(answer, data) {
  const { code = "error", message = "", club } = data?.error ?? {};
  return new ApiError(code, message, answer.status, Number(answer.headers.get("Retry-After")) || 0, club);
}
