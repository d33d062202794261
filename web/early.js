// Runs before the first paint: the page opens as its settings and its game want it, and the game's
// module is on its way while the rest is read.
{
  const root = document.documentElement;
  /** @type {Record<string, string>} */
  let settings = {};
  try {
    settings = JSON.parse(localStorage.getItem("fivefold") ?? "{}") ?? {};
  } catch {
    // Blocked or damaged storage: as the system has it.
  }
  const { theme, board = "", contrast } = settings;
  const wishes = (/** @type {string} */ wish) => matchMedia(`(prefers-${wish})`).matches;
  const dark = theme === "dark" || (theme !== "light" && wishes("color-scheme: dark"));
  root.dataset.theme = dark ? "dark" : "light";
  root.dataset.board = board;
  root.dataset.contrast = contrast === "more" || wishes("contrast: more") ? "more" : "";
  const asked = new URLSearchParams(location.search);
  // The build puts the names of the games there, and what stands for each in a link
  // (docs/link-format.md): so its game is known before the link has been read.
  const games = "@games@".split("|");
  const isLink = location.hash.startsWith("#g=");
  const game =
    games["@links@".indexOf(location.hash.match(/^#g=AQ(.)/)?.[1] ?? " ")] ??
    asked.get("puzzle")?.match(/(.+)-\d/)?.[1] ??
    asked.get("game") ??
    "magnetic";
  root.dataset.game = game;
  // Where the module that opens the link is, beside that which opens none.
  const link = isLink ? "link/" : "";
  root.dataset.link = link;
  // The address without anything is the front page.
  root.dataset.front = String(
    !/[?&](game|fen|seed|lesson|puzzle)=/.test(location.search) && !isLink,
  );

  const { module, wasm, modules } = /** @type {HTMLElement} */ (document.currentScript).dataset;
  if (module && wasm && games.includes(game)) {
    // As `asset` in `words.js`, which is not there yet.
    const marks = JSON.parse(document.getElementById("files")?.textContent ?? "{}");
    const asset = (/** @type {string} */ path) =>
      modules + path.replace(/\.\w+$/, marks[path] ? `-${marks[path]}$&` : "$&");
    /** @type {(rel: string, href: string) => void} */
    const fetchAhead = (rel, href) => {
      const link = document.createElement("link");
      Object.assign(link, { rel, href, crossOrigin: "anonymous" });
      if (rel === "preload") link.as = "fetch";
      document.head.append(link);
    };
    // `module.js` and `words.js` ask for the same addresses.
    const first = link + game === "magnetic";
    const name = `later/${link}${game.replace("complete-", "")}/app`;
    fetchAhead("preload", asset(`strings/en/${game}.json`));
    fetchAhead("modulepreload", first ? module : asset(`${name}.js`));
    fetchAhead("preload", first ? wasm : asset(`${name}_bg.wasm`));
  }
}
