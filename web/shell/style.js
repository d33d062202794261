// Style sheets that the first board does without.

import { once } from "./device.js";
import { make } from "./elements.js";
import { asset } from "./files.js";

/** Adds a style sheet to the page, once. */
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
