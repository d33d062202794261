// The book on the analysis board: what the computer played against itself, and what was played on this
// device. It is fetched when it is opened; what is known of a position the table says.

import { everyOne } from "../library/index.js";
import { lazily, load, make, set, words } from "../shell/index.js";

/** @import { KnownMove, Session } from "../shell/types" */

/** What the keys of analyses begin with: what is tried there is no game. */
const TRIED = "analysis ";

/** @param {string} game */
const fetchBook = async (game) =>
  new Uint8Array(await load(`analysis/openings/${game}.openings`, "arrayBuffer"));

/** The games that are stored here, as text. @param {string} game @returns {Promise<string[]>} */
async function storedGames(game) {
  const all = await everyOne("games").catch(() => []);
  const of = (/** @type {any} */ { key, saved }) =>
    !String(key).startsWith(TRIED) && String(saved).includes(`\ngame ${game}\n`);
  return all.filter(of).map(({ saved }) => String(saved));
}

/**
 * A table of moves, each of which can be played.
 * @param {string} title @param {(place: number) => void} play
 */
function makeMoves(title, play) {
  const names = ["move", "games", "score"].map((key) =>
    make("th", { scope: "col" }, words(`book.column.${key}`)),
  );
  const body = make("tbody");
  const head = make("thead", "", make("tr", "", ...names));
  const element = make("table", { class: "moves", "aria-label": title, hidden: true }, head, body);
  /** @param {KnownMove[]} moves */
  const fill = (moves) => {
    const row = (/** @type {KnownMove} */ known, /** @type {number} */ place) => {
      const { san, goesOn, games, score } = known;
      const way = make("button", { type: "button" }, goesOn ? `${san}, …` : san);
      // What is known only so far is played so far: the turn is finished on the board.
      if (goesOn) set(way, { "aria-label": words("book.begun", { turn: san }) });
      way.onclick = () => play(place);
      const percent = words("book.percent", { percent: (score / 10).toFixed(0) });
      return make(
        "tr",
        "",
        make("td", "", way),
        make("td", "", games.toLocaleString("en")),
        make("td", "", percent),
      );
    };
    body.replaceChildren(...moves.map(row));
    element.hidden = moves.length === 0;
  };
  return { element, fill };
}

/**
 * Adds the book to the region of the analysis.
 * @param {{ session: Session, region: HTMLElement }} board
 */
export function addBook({ session, region }) {
  const play = (/** @type {boolean} */ isOwn) => (/** @type {number} */ place) => {
    session.emit({ analyse: { known: { isOwn, place } } });
    summary.focus({ preventScroll: true });
  };
  const summary = make("summary", "", words("book.title"));
  const says = make("p", "effort");
  const book = makeMoves(words("book.title"), play(false));
  const heading = make("p", "own", words("book.own"));
  const none = make("p", "effort", words("book.own-none"));
  const own = makeMoves(words("book.own"), play(true));
  const element = make("details", "book", summary, says, book.element, heading, none, own.element);
  region.append(element);

  /** What came of fetching the book. @type {"" | "loads" | "missing"} */
  let state = "";
  /** The game whose book it is. */
  let game = "";
  let known = "";
  const render = () => {
    if (!element.open) return;
    // A chapter of another game has come onto the board.
    if (game !== session.snap.game) return void open();
    const found = session.table.known_moves();
    const now = JSON.stringify([state, found]);
    if (now === known) return;
    known = now;
    const { games, places } = found;
    const from = words(places ? "book.places" : "book.from", {
      games: (games ?? 0).toLocaleString("en"),
    });
    const nothing = found.book.length > 0 ? "" : ` ${words("book.none")}`;
    const begun = [...found.book, ...found.own].some(({ goesOn }) => goesOn)
      ? ` ${words("book.goes-on")}`
      : "";
    const summary = from + nothing + begun;
    says.textContent = games === null ? state && words(`book.${state}`) : summary;
    book.fill(found.book);
    own.fill(found.own);
    set(none, { hidden: found.own.length > 0 });
  };
  const open = async () => {
    if (
      session.table.known_moves().games === null &&
      (game !== session.snap.game || state !== "loads")
    ) {
      const wanted = session.snap.game;
      [game, state] = [wanted, "loads"];
      render();
      const [bytes, saved] = await Promise.allSettled([fetchBook(wanted), storedGames(wanted)]);
      if (wanted !== session.snap.game) return;
      try {
        if (saved.status === "fulfilled") session.table.set_played(saved.value);
        if (bytes.status === "rejected") throw bytes.reason;
        session.table.set_book(bytes.value);
        state = "";
      } catch (error) {
        console.warn(error);
        state = "missing";
      }
    }
    render();
  };
  element.addEventListener("toggle", async () => {
    if (!element.open) return;
    await open();
    element.scrollIntoView({ block: "nearest" });
  });
  session.watch(lazily(render));
}
