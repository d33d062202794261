// Style sheets that the first board does without.

import { asset } from "./words.js";

/** @type {Map<string, Promise<void>>} */
const loading = new Map();

/** Adds a style sheet to the page, once. @param {string} path in the folder of the page's files */
export function loadStyle(path) {
  let sheet = loading.get(path);
  if (!sheet) {
    sheet = new Promise((resolve, reject) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = asset(path);
      link.onload = () => resolve();
      link.onerror = () => {
        link.remove();
        loading.delete(path);
        reject(new Error(`${path} did not come`));
      };
      document.head.append(link);
    });
    loading.set(path, sheet);
  }
  return sheet;
}
