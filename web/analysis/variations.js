// The variations, comments and glyphs that a game came with: in the list of moves, and on the board.
//
// A variation is shown by a table of its own, which stands in the place of the game's table as long
// as it is looked at. What is played, saved and asked goes to the game, and brings the board back to
// it.

import { decodePieces } from "../board/index.js";
import { turnParts } from "../game/index.js";
import { settings } from "../settings/index.js";
import { colorName, entry, GAMES, lazily, loadModule, make, plain, words } from "../shell/index.js";

/** @typedef {import('../game/session.js').Session} Session */
/** @typedef {import('../shell/table').Table} Table */
/** @typedef {import('../shell/table').Snapshot} Snapshot */
/** @typedef {import('../library/post.js').Post} Post */
/** @typedef {import('../library/post.js').Lines} Lines */
/** @typedef {import('../library/post.js').LineTurn} LineTurn */
/** @typedef {import('../game/moves.js').Moves} Moves */

/** What the board and those who describe it ask of the table that is shown. */
const SHOWS =
  /^(cells|paint|square_at|cursor|point|told|mark|clear_marks|drag_over|let_go|stop_replay)$/;
/** What both tables must know. */
const BOTH = /^(resize|flip|show_attacks|set_\w+)$/;

/** What can be done in a variation: nothing. @type {Snapshot["controls"]} */
const NOTHING = {
  end: "hidden",
  undo: false,
  reset: false,
  draw: false,
  place: false,
  shuffle: false,
  clear: false,
  now: false,
  takeback: false,
  resign: false,
  hint: false,
  review: false,
  offer: false,
  rematch: false,
};

/** Programs tell each other things in comments, which are none for people. */
const COMMAND = /\[%[^\]]*\]/g;

/** @param {string} comment */
const readable = (comment) => comment.replace(COMMAND, " ").replace(/\s+/g, " ").trim();

/**
 * The signs of glyphs, with their names.
 * @param {number[]} glyphs
 */
const signs = (glyphs) =>
  glyphs
    // 0 says nothing.
    .filter((glyph) => glyph > 0)
    .map((glyph) => {
      const [sign, name] = entry(`lines.glyph.${glyph}`) ?? [
        `$${glyph}`,
        words("lines.other-glyph", { number: glyph }),
      ];
      return { sign, name };
    });

/** @param {string} comment */
function remark(comment) {
  // Whatever its direction, what is around it keeps its own.
  const text = make("bdi", "remark");
  text.textContent = readable(comment);
  return text;
}

/** A turn in words. @param {LineTurn} turn */
const told = ({ number, color, san }) =>
  words("lines.turn", {
    number: number > 0 ? number : words("turn.placement"),
    color: colorName(color),
    san: san.replace(/,$/, "").replaceAll(",", ", "),
  });

/**
 * Shows what a game has beside its line.
 * @param {object} page
 * @param {Session} page.session
 * @param {string} page.game
 * @param {(id: string) => HTMLElement} page.find
 * @param {Moves} page.moves
 * @param {() => void} page.dress gives the table that is shown its colours and the pieces' pictures
 * @param {Post} post
 * @param {string} link to the game, with its variations
 */
export function addVariations({ session, game, find, moves, dress }, post, link) {
  /** @type {Lines} */
  let found = { comment: "", played: [], further: [], lines: [] };
  /** The game of which that is. */
  let known = "";
  /** The line on the board, and after how many of its steps; nothing while the game is shown.
   * @type {{ line: number, at: number, facade: Table, own: Table, main: Table } | undefined} */
  let shown;
  /** What was asked for last is shown; its number. */
  let round = 0;
  /** Ends when another game takes the place of this one. */
  const life = new AbortController();
  const { signal } = life;
  /** Where the buttons of the list lead to. @type {Map<Element, { line: number, at: number }>} */
  const places = new Map();

  /** Whether the board shows a variation. */
  const isAside = () => shown !== undefined && session.table === shown.facade;

  /** @param {number} line @param {number} at */
  const turnAt = (line, at) => found.lines[line].turns.find(({ to }) => to >= at);

  /** Has the game's table stand in its place again. */
  const leave = () => {
    if (!shown) return;
    const { own, main, facade } = shown;
    shown = undefined;
    if (session.table === facade) session.table = main;
    own.free();
  };

  /**
   * A table that shows one game and is another.
   * @param {Table} own what it shows
   * @param {Table} main what it is
   * @param {string} saved
   * @returns {Table}
   */
  const facadeOf = (own, main, saved) => {
    const instead = {
      save: () => main.save(),
      free: () => {
        shown = undefined;
        own.free();
        main.free();
      },
      shown: () => ({ saved, at: shown?.at ?? 0 }),
      snapshot: () => {
        const { result, score, seeded, view } = main.snapshot();
        const nothing = { picked: "", steps: [], redo: 0, why: null, controls: NOTHING };
        const place = { result, score, seeded, view: { at: -1, of: view.of } };
        return { ...own.snapshot(), ...nothing, ...place };
      },
    };
    return new Proxy(main, {
      get(_, name) {
        const key = /** @type {keyof Table} */ (name);
        if (Object.hasOwn(instead, key)) return /** @type {any} */ (instead)[key];
        if (typeof main[key] !== "function") return main[key];
        return (/** @type {any[]} */ ...values) => {
          const call = (/** @type {any} */ table) => table[key](...values);
          if (SHOWS.test(String(key))) return call(own);
          if (BOTH.test(String(key))) {
            call(main);
            return call(own);
          }
          leave();
          return call(main);
        };
      },
    });
  };

  /** What the bar says of the place on the board. */
  const saidHere = () => {
    if (!shown) return "";
    const { line, at } = shown;
    const turn = turnAt(line, at);
    if (!turn) return "";
    const of = turn.to - turn.from;
    const place = { turn: told(turn), step: at - turn.from, of };
    const names = at === turn.to ? signs(turn.glyphs).map(({ name }) => name) : [];
    place.turn = [place.turn, ...names].join(", ");
    const first = words(at === turn.to ? "lines.at" : "lines.inside", place);
    return [first, at === turn.to ? plain(readable(turn.behind)) : ""].join(" ").trim();
  };

  /**
   * Shows a line after so many of its steps.
   * @param {number} line
   * @param {number} at
   */
  async function show(line, at) {
    round += 1;
    const now = round;
    try {
      if (!isAside() || shown?.line !== line) {
        const { Table } = await loadModule();
        const { saved } = found.lines[line];
        const { clientWidth, clientHeight } = find("frame");
        const own = Table.restore(/** @type {HTMLCanvasElement} */ (find("canvas")), saved);
        await decodePieces(GAMES[game], (role, color, image) => own.set_sprite(role, color, image));
        if (now !== round || signal.aborted || session.broken) {
          own.free();
          return;
        }
        leave();
        const main = session.table;
        if (session.snap.flipped) own.flip();
        own.resize(clientWidth, clientHeight, devicePixelRatio);
        own.view(at);
        const facade = facadeOf(own, main, saved);
        shown = { line, at, facade, own, main };
        session.table = facade;
        dress();
        session.act(() => {});
      } else {
        const here = shown;
        here.at = at;
        session.act(() => here.own.view(at));
      }
      session.refuse(saidHere(), "", true);
    } catch (error) {
      console.error(error);
      session.refuse(words("notice.no-part"));
    }
  }

  /** Goes to where a line leaves another. @param {number} line */
  const back = (line) => {
    const { parent, at } = found.lines[line];
    if (typeof parent === "number") show(parent, at);
    else session.look(at);
  };

  /** The ways through a variation, by the keys and the buttons of the game's. */
  /** @type {Record<string, () => void>} */
  const ways = {
    previous: () => {
      if (!shown) return;
      if (shown.at > 1) show(shown.line, shown.at - 1);
      else back(shown.line);
    },
    next: () => {
      if (shown && shown.at < lengthOf(shown.line)) show(shown.line, shown.at + 1);
    },
    first: () => session.look(0),
    latest: () => {
      if (shown) show(shown.line, lengthOf(shown.line));
    },
  };

  /** How many steps a line has. @param {number} line */
  const lengthOf = (line) => found.lines[line].turns.at(-1)?.to ?? 0;

  /** Shows a line after its first turn. @param {number} line */
  const begin = (line) => show(line, found.lines[line].turns[0].to);

  /** Into a variation that begins here, or from one to the next beside it. */
  const another = () => {
    if (!shown) {
      const { at } = session.snap.view;
      const turn = found.played.find(({ from, to }) => from <= at && at < to);
      const [line] = turn ? turn.others : found.further;
      if (line === undefined) session.refuse(words("lines.none"), "", true);
      else begin(line);
      return;
    }
    const { line, at } = shown;
    const [first, ...rest] = found.lines[line].turns;
    if (at > first.to || (at === first.to && rest[0]?.others.length > 0)) {
      const turn = rest.find(({ from, to }) => from <= at && at < to);
      const [within] = turn?.others ?? [];
      if (within !== undefined) begin(within);
      else session.refuse(words("lines.none"), "", true);
      return;
    }
    // Within the first turn: the next beside it, and behind the last of them the line that they leave.
    const { parent, at: left } = found.lines[line];
    const isIn = typeof parent === "number";
    const turns = isIn ? found.lines[parent].turns : found.played;
    const beside = turns.find(({ from }) => from === left);
    const others = beside?.others ?? found.further;
    const next = others[others.indexOf(line) + 1];
    if (next !== undefined) begin(next);
    else if (!beside) session.look(left);
    else if (isIn) show(parent, beside.to);
    else session.look(beside.to);
  };

  /**
   * A line, in the list.
   * @param {number} line
   * @returns {HTMLElement}
   */
  const drawn = (line) => {
    const item = make("li", "line");
    for (const [place, turn] of found.lines[line].turns.entries()) {
      if (readable(turn.before)) item.append(remark(turn.before), " ");
      const button = make("button", turn.color, ...turnParts(turn, signs(turn.glyphs)));
      button.classList.toggle("resumed", place === 0 || isBroken(line, place));
      button.type = "button";
      places.set(button, { line, at: turn.to });
      item.append(button, " ");
      if (readable(turn.behind)) item.append(remark(turn.behind), " ");
      if (turn.others.length > 0) item.append(group(turn.others, turn));
    }
    return item;
  };

  /** Whether something stands between a turn and the one before it. @param {number} line @param {number} place */
  const isBroken = (line, place) => {
    const { turns } = found.lines[line];
    const { behind, others } = turns[place - 1];
    return readable(turns[place].before + behind) !== "" || others.length > 0;
  };

  /**
   * Lines that leave another at the same place.
   * @param {number[]} lines
   * @param {LineTurn} [turn] in whose place they could have been played
   */
  const group = (lines, turn) => {
    const list = make("ul", "lines", ...lines.map(drawn));
    // Lists without marks are none to some readers.
    list.setAttribute("role", "list");
    list.setAttribute(
      "aria-label",
      turn ? words("lines.instead", { turn: told(turn) }) : words("lines.further"),
    );
    return list;
  };

  /** @param {string} comment @returns {Node[]} */
  const remarks = (comment) => (readable(comment) ? [make("p", "", remark(comment))] : []);

  /** Reads anew what there is beside the game, when that has changed. */
  const read = () => {
    if (signal.aborted || isAside()) return;
    const saved = session.table.save();
    if (saved === known) return;
    known = saved;
    try {
      found = post.lines_of(saved, [link]);
    } catch (error) {
      console.warn(error);
      return;
    }
    places.clear();
    moves.accompany({
      first: () => remarks(found.comment),
      at: (place) => {
        const turn = found.played[place];
        if (!turn) return { before: [], signs: [], behind: [] };
        const { before, behind, glyphs, others } = turn;
        const lines = others.length > 0 ? [group(others, turn)] : [];
        return {
          before: remarks(before),
          signs: signs(glyphs),
          behind: [...remarks(behind), ...lines],
        };
      },
      last: () => (found.further.length > 0 ? [group(found.further)] : []),
    });
  };

  const list = find("score");
  const listen = (/** @type {Event} */ event) => {
    const button = /** @type {Element} */ (event.target).closest("button");
    const place = button && places.get(button);
    // Another move asked for meanwhile is the one that is wanted.
    if (place) show(place.line, place.at);
    else round += 1;
  };
  list.addEventListener("click", listen, { signal });

  /** Marks where one is, when the list of moves has been drawn. */
  const mark = () => {
    read();
    const aside = isAside() ? shown : undefined;
    const turn = aside && turnAt(aside.line, aside.at);
    for (const [button, { line, at }] of places) {
      const isHere = line === aside?.line && at === turn?.to;
      if (isHere) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
      if (isHere) button.scrollIntoView({ block: "nearest" });
    }
    if (!aside) return;
    const isEnd = aside.at >= lengthOf(aside.line);
    for (const way of Object.keys(ways)) {
      const able = way === "first" || way === "previous" || !isEnd;
      find(`do-${way}`).setAttribute("aria-disabled", String(!able));
    }
  };

  // Before the bar is drawn: else it would tell a step of the game.
  session.views.unshift(() => {
    if (!isAside() || session.note) return;
    session.note = saidHere();
    session.advises = true;
  });
  signal.addEventListener("abort", session.watch(lazily(mark)));

  for (const [way, go] of Object.entries(ways)) {
    find(`do-${way}`).addEventListener(
      "click",
      (event) => {
        if (!isAside()) return;
        event.stopImmediatePropagation();
        go();
      },
      { capture: true, signal },
    );
  }

  /** @type {Record<string, string>} */
  const keys = { "[": "previous", "]": "next", "{": "first", "}": "latest" };
  addEventListener(
    "keydown",
    (event) => {
      const target = /** @type {Element} */ (event.target);
      if (!settings.shortcuts || document.querySelector("dialog[open]")) return;
      if (event.ctrlKey || event.altKey || event.metaKey || target.matches("input")) return;
      const way = keys[event.key];
      if (way && isAside()) ways[way]();
      else if (event.key === "v") another();
      else if (event.key === "V" && isAside() && shown) back(shown.line);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true, signal },
  );

  const isAtPlay = session.isAtPlay.bind(session);
  session.isAtPlay = () => {
    if (!isAside()) return isAtPlay();
    session.refuse(words("lines.look"));
    return false;
  };

  const { onLeave } = session;
  session.onLeave = (saved) => {
    onLeave(saved);
    life.abort();
    moves.accompany(undefined);
  };
  mark();
}
