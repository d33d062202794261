// Stands in the page below what it fills, so that the first frame has words: what the game is called,
// how it is won and lost, and what the front page says and offers. All others come with the catalogue.
{
  /**
   * The build puts the words there (`first_words` in `crates/site/src/site.rs`).
   * @type {{ games: Record<string, { name: string, win: string, lose: string }>, loading: string, try: string, choice: string }}
   */
  const words = JSON.parse('"@words@"');
  const { game = "", front } = document.documentElement.dataset;
  const fill = (/** @type {string} */ id, text = "") => {
    const element = /** @type {HTMLElement} */ (document.getElementById(id));
    element.textContent = text;
  };
  if (Object.hasOwn(words.games, game)) {
    const { name, win, lose } = words.games[game];
    fill("game-name", name);
    fill("win", win);
    fill("lose", lose);
  }
  const says = document.createElement("span");
  says.textContent = front === "true" ? words.try : words.loading;
  const line = document.getElementById("says");
  line?.classList.toggle("long", front === "true");
  line?.replaceChildren(says);
  if (front !== "false") {
    fill("choice-title", words.choice);
    // Laid out as it will be: nothing moves when the board has come.
    document.documentElement.dataset.phase = "movement";
    document.documentElement.dataset.most = "one";
    /** @type {HTMLElement} */ (document.getElementById("near")).dataset.empty = "true";
    /** @type {HTMLElement} */ (document.getElementById("choice")).hidden = false;
  }
}
