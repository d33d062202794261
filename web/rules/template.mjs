// What all rules' pages have around their words: read by tools/rules-pages.mjs. All of it is markup of our own, so
// nothing is escaped.

/**
 * A page's values: its keys, what is drawn for it, and what the build knows of it.
 * @typedef {Record<string, any> & { id: string, contents: { id: string, heading: string }[] }} Page
 */

/** A page as the site has it. @param {Page} page @param {Page[]} all */
export function pageOf(page, all) {
  const word = (/** @type {string} */ key) => {
    if (page[key] == null) throw new Error(`${page.id}: there is no ${key}`);
    return page[key];
  };
  const links = all
    .map(({ id, short, name }) => {
      const current = id === page.id ? ' aria-current="page"' : "";
      return `<li><a href="../${id}/"${current}>${short ?? name}</a></li>`;
    })
    .join("");
  const contents = page.contents.map(
    ({ id, heading }) => `<li><a href="#${id}">${heading}</a></li>`,
  );
  /** What a page has only with a value, on a line of its own. */
  const line = (/** @type {string} */ key, /** @type {string} */ text) =>
    page[key] == null ? "" : `\n${text}`;
  const canonical = line(
    "canonical",
    `<link rel="canonical" href="${page.canonical}"><meta property="og:url" content="${page.canonical}">`,
  );
  const goals = line(
    "win",
    `<dl class="goals"><div><dt>You win</dt><dd>${page.win}</dd></div><div><dt>You lose</dt><dd>${page.lose}</dd></div></dl>`,
  );
  const lesson = line("lesson", `<a class="lesson" href="${page.lesson}">One-minute lesson</a>`);
  const source = line(
    "source",
    `<p class="about-rulings"><b>Ruling</b> marks what the source leaves open and how it is settled here. ${page.source}</p>`,
  );
  return `<!doctype html>
<html lang="en" data-game="${page.id}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; trusted-types; require-trusted-types-for 'script'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${word("title")}</title>
<meta name="description" content="${word("description")}">
<meta property="og:type" content="article">
<meta property="og:site_name" content="Fivefold">
<meta property="og:title" content="${word("title")}">
<meta property="og:description" content="${word("description")}">
<meta property="og:image" content="${word("preview_address")}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${word("preview_alt")}">
<meta name="twitter:card" content="summary_large_image">${canonical}
<meta name="theme-color" content="#f6f2e9" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#12171c" media="(prefers-color-scheme: dark)">
<link rel="icon" type="image/svg+xml" href="../web/pieces/icon.svg">
<link rel="preload" href="../web/fonts/serif.woff2" as="font" type="font/woff2" crossorigin>
<link rel="preload" href="../web/fonts/sans.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="../web/learn/rules.css">
<script src="../web/learn/rules-theme.js"></script>
<script type="module" src="../web/diagram.js"></script>
</head>
<body>
<svg class="symbols" width="0" height="0" aria-hidden="true">${word("symbols")}</svg>
<a class="skip" href="#text">Skip to the rules</a>
<header class="head">
<a class="brand" href="../"><img src="../web/pieces/icon.svg" width="30" height="30" alt="">Fivefold</a>
<nav aria-label="Rules"><ul>${links}</ul></nav>
</header>
<main id="text">
<div class="opening">
<div class="title">
<p class="kind"><i class="emblem" data-emblem="${page.id}"></i>${word("kind")}</p>
<h1>${word("name")}</h1>
<p class="by">${word("by")}</p>
<p class="lead">${word("lead")}</p>${goals}
<p class="go"><a class="play" href="${word("play")}">${word("play_words")}</a>${lesson}
</p>
</div>
<figure class="set-up">${word("plate")}<figcaption>${word("plate_caption")}</figcaption></figure>
</div>
<nav class="contents" aria-label="On this page"><ol>${contents.join("")}</ol></nav>
${word("body")}${source}
</main>
<footer>
<p class="go"><a class="play" href="${word("play")}">${word("play_words")}</a></p>
<nav aria-label="Other rules"><ul>${links}</ul></nav>
</footer>
<template id="try"><div class="try"><button type="button" class="begin">Try it: move the pieces</button> <a class="analyse">Analyse</a><p class="failed" hidden>The board could not be loaded.</p></div></template>
<template id="live">
<div class="frame"><canvas class="canvas"></canvas><div class="grid" role="grid" aria-label="Board"></div></div>
<div class="stock" role="group" aria-label="Pieces to place" hidden></div>
<p class="said"></p>
<p class="status" role="status"></p>
<p class="tools"><button type="button" class="do-draw" hidden>Draw five pieces</button><button type="button" class="do-end" hidden>End turn</button><button type="button" class="do-undo" hidden>Undo step</button><button type="button" class="do-again">Start again</button><a class="open">Open in the game</a><a class="analyse">Analyse</a></p>
</template>
<canvas id="held" hidden></canvas>
<dialog id="choice" aria-label="Promote to"><form method="dialog"></form></dialog>
</body>
</html>
`;
}
