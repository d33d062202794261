/** Why a line has not taken a message. */
export class LineError extends Error {
  /**
   * @param {"overtaken" | "refused" | "closed"} why `overtaken`: another window wrote first, and what it
   * wrote has been received; `refused`: the transport does not take it
   * @param {string} [detail]
   */
  constructor(why, detail) {
    super(detail ? `${why}: ${detail}` : why);
    this.why = why;
  }
}
