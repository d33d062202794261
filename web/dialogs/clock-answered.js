// The time control that the fields of a dialog ask for.

/** @import { Post } from "../shell/table" */

/**
 * The time control, as in PGN; empty: none.
 * @param {Pick<Post, "time_control">} whole
 * @param {FormData} answers
 */
export function clockAnswered(whole, answers) {
  const number = (/** @type {string} */ name) => Number(answers.get(name));
  const control = whole.time_control(
    String(answers.get("clock")),
    number("minutes"),
    number("black-minutes"),
    number("seconds"),
    number("periods"),
    number("placing"),
  );
  return control ?? "";
}
