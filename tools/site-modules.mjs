// What the scripts share that measure modules of a site that is being served.

const site = process.env.FIVEFOLD_URL ?? "http://127.0.0.1:8080/";

/** This process's processor time, in milliseconds. */
export const spent = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** @param {string} path of the page's folder of files */
export async function fetched(path) {
  const page = await (await fetch(new URL("?game=magnetic", site))).text();
  const folder = page.match(/assets-\w+\//)?.[0];
  if (!folder) throw new Error("the page names no folder of files");
  const answer = await fetch(new URL(folder + path, site));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}
