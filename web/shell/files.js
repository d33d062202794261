// The files of the site.

import { once } from "./device.js";
import { make } from "./elements.js";

/**
 * What the build has put into the names of the files: each one's changes with what is in it, so
 * that a new version of the site has new names for what is new in it alone.
 * @type {Record<string, string>}
 */
const marks = JSON.parse(document.getElementById("files")?.textContent ?? "{}");

/** The address of a file of the page's folder. @param {string} path */
export function asset(path) {
  const mark = marks[path];
  const name = mark ? path.replace(/\.\w+$/, `-${mark}$&`) : path;
  return new URL(name, import.meta.url).href;
}

/**
 * What a file of the page's folder has: data, or its bytes.
 * @param {string} path
 * @param {"json" | "arrayBuffer"} [kind]
 * @returns {Promise<any>}
 */
export async function load(path, kind = "json") {
  const answer = await fetch(asset(path));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer[kind]();
}

/** Adds a style sheet to the page, once, which the first board does without. */
export const loadStyle = once(
  (/** @type {string} path in the folder of the page's files */ path) =>
    new Promise((resolve, reject) => {
      const sheet = make("link", { rel: "stylesheet", href: asset(path), onload: resolve });
      sheet.onerror = () => {
        sheet.remove();
        reject(new Error(`${path} did not come`));
      };
      document.head.append(sheet);
    }),
);
