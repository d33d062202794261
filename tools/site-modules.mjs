// What the scripts share that measure modules of a site that is being served.

export const site = process.env.FIVEFOLD_URL ?? "http://127.0.0.1:8080/";

/** This process's processor time, in milliseconds. */
export const spent = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** The address of a file of the page's folder, which has a hash in its name. @param {string} path */
export async function addressOf(path) {
  const page = await (await fetch(new URL("?game=magnetic", site))).text();
  const marks = JSON.parse(page.match(/id="files">([^<]*)</)?.[1] ?? "{}");
  const name = path.replace(/\.\w+$/, marks[path] ? `-${marks[path]}$&` : "$&");
  return new URL(`assets/${name}`, site).href;
}

/** The addresses of the module that opens links: its script, and its WebAssembly. */
export const linkModule = () =>
  Promise.all(["whole/whole.js", "whole/whole_bg.wasm"].map(addressOf));

/** @param {string} path of the page's folder of files */
export async function fetched(path) {
  const answer = await fetch(await addressOf(path));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}
