// Makes the diagrams of a rules page into playable boards; the initial position has the Play button
// instead. The game itself is fetched when the first diagram is touched.

/** @param {string} id */
const template = (id) =>
  /** @type {DocumentFragment} */ (
    /** @type {HTMLTemplateElement} */ (document.getElementById(id)).content.cloneNode(true)
  );

const plates = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("section .plate"));
for (const plate of plates) {
  const figure = /** @type {HTMLElement} */ (plate.closest("figure"));
  figure.append(template("try"));
  const bar = /** @type {HTMLElement} */ (figure.lastElementChild);
  const begin = /** @type {HTMLButtonElement} */ (bar.querySelector(".begin"));
  const { game: analysis = "", fen = "" } = plate.dataset;
  const way = `../?${new URLSearchParams({ analysis, fen })}`;
  bar.querySelector(".analyse")?.setAttribute("href", way);
  const start = async () => {
    plate.removeEventListener("click", start);
    begin.disabled = true;
    try {
      const { enliven } = await import("./live.js");
      await enliven(plate, bar);
    } catch (error) {
      console.error(error);
      const failed = /** @type {HTMLElement} */ (bar.querySelector(".failed"));
      failed.hidden = false;
      begin.hidden = true;
    }
  };
  begin.addEventListener("click", start);
  plate.addEventListener("click", start);
  plate.classList.add("still");
}
