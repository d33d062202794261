// The files of lessons and puzzles.

import { asset } from "../shell/index.js";

/** A file of the site. @param {string} path @returns {Promise<any>} */
export async function load(path) {
  const answer = await fetch(asset(path));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}
