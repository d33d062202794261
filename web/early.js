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
  const game = asked.get("puzzle")?.match(/(.+)-\d/)?.[1] ?? asked.get("game") ?? "magnetic";
  root.dataset.game = game;
  // The address without anything is the front page.
  root.dataset.front = String(!/[?&](game|fen|seed|lesson|puzzle)=/.test(location.search));

  const { module, wasm, modules } = /** @type {HTMLElement} */ (document.currentScript).dataset;
  // `module.js` asks for the same addresses.
  const folder = `${modules}${game.replace("complete-", "")}/`;
  // The build puts the names of the games there.
  const games = /^(@games@)$/;
  if (module && wasm && games.test(game)) {
    const first = game === "magnetic";
    for (const [rel, href, as] of [
      ["modulepreload", first ? module : `${folder}app.js`, ""],
      ["preload", first ? wasm : `${folder}app_bg.wasm`, "fetch"],
    ]) {
      const link = document.createElement("link");
      Object.assign(link, { rel, href, crossOrigin: "anonymous" });
      if (as) link.as = as;
      document.head.append(link);
    }
  }
}
