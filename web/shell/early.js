// Runs before the first paint: the page opens as its settings and its game want it.
{
  const root = document.documentElement;
  /** @type {Record<string, string>} */
  let settings = {};
  let begun = null;
  try {
    begun = localStorage.getItem("fivefold-begun");
    settings = JSON.parse(localStorage.getItem("fivefold") ?? "{}") ?? {};
  } catch {
    // Blocked or damaged storage: as the system has it.
  }
  const { theme, board = "", contrast, zen } = settings;
  const wishes = (/** @type {string} */ wish) => matchMedia(`(prefers-${wish})`).matches;
  const dark = theme === "dark" || (theme !== "light" && wishes("color-scheme: dark"));
  root.dataset.theme = dark ? "dark" : "light";
  root.dataset.board = board;
  root.dataset.contrast = contrast === "more" || wishes("contrast: more") ? "more" : "";
  root.dataset.zen = String(zen ?? false);
  const asked = new URLSearchParams(location.search);
  // The build puts the names of the games there, and what stands for each in a link
  // (docs/link-format.md): so its game is known before the link has been read.
  const games = "@games@".split("|");
  const isLink = location.hash.startsWith("#g=");
  const game =
    games["@links@".indexOf(location.hash.match(/^#g=AQ(.)/)?.[1] ?? " ")] ??
    asked.get("puzzle")?.match(/(.+)-\d/)?.[1] ??
    asked.get("analysis") ??
    asked.get("editor") ??
    asked.get("game") ??
    "magnetic";
  root.dataset.game = game;
  // Letters, links, lessons, puzzles and clocks are in the whole module alone (module.js), and what is wrong with a FEN.
  const isWhole =
    isLink ||
    ["lesson", "puzzle", "mail", "fen", "analysis", "editor", "timed", "watch"].some((name) =>
      asked.has(name),
    );
  const module = isWhole ? "whole" : "play";
  root.dataset.module = module;
  const preload = () => {
    const marks = JSON.parse(document.getElementById("files")?.textContent ?? "{}");
    for (const [rel, file] of [
      ["modulepreload", `${module}/${module}.js`],
      ["preload", `${module}/${module}_bg.wasm`],
    ]) {
      const link = document.createElement("link");
      link.rel = rel;
      if (rel === "preload") link.as = "fetch";
      link.crossOrigin = "";
      link.href = `./assets/${file.replace(/\.\w+$/, `-${marks[file]}$&`)}`;
      document.head.append(link);
    }
  };
  // The module is large, and what the first frame needs goes first. A page that is hidden paints none, and neither
  // does a frame that is out of sight.
  window.painted = new Promise((done) => {
    new PerformanceObserver(done).observe({ type: "paint" });
    setTimeout(done, document.hidden ? 0 : 1000);
  });
  window.painted.then(preload);
  // The address without anything is the front page, which invites until its first game has begun.
  const isFront =
    !/[?&](game|fen|seed|level|lesson|puzzle|analysis|editor)=/.test(location.search) && !isLink;
  root.dataset.front = isFront ? (begun ? "played" : "true") : "false";
}
