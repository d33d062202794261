// Playing against the computer: whom one plays, its turns, hints, takebacks.

import { isStill } from "../settings.js";
import { colorName, isLive, other } from "../telling.js";
import { roleName, words } from "../words.js";
import { make } from "./dialogs.js";
import { reviewGame } from "./review.js";
import { Thinker } from "./thinker.js";

/** @typedef {import('../session.js').Session} Session */
/** @typedef {import('../table').Color} Color */
/** @typedef {import('../table').Snapshot} Snapshot */
/** @typedef {import('./thinker.js').Thought} Thought */
/** @typedef {{ level: number, color: Color }} Opponent its level, and the side it plays */

const LEVELS = [1, 2, 3, 4, 5, 6];
/** How long the levels think at most, in milliseconds. */
const TIME = [0, 1000, 1000, 1000, 1500, 2000, 2500];
/** How long a hint takes at most, in milliseconds. */
const HINT = 400;
/** No bound but the time. */
const NODES = 1e12;
/** Between two steps of one turn, and between two men placed, in milliseconds. */
const BEAT = 420;
const PLACING = 70;

/** The pictures on buttons. */
const LAMP =
  "M9.500 17.500h5M10.500 20.500h3M12 3.500a5.500 5.500 0 00-3.200 10c.5.4.7 1 .7 1.700v.300h5v-.300c0-.7.2-1.300.7-1.700A5.500 5.500 0 0012 3.500z";
const ARROW = "M8 5L4 9l4 4M4.500 9H14a5 5 0 010 10h-4";

/** @param {string} key @returns {string} */
const place = (key) => `fivefold-opponent:${key}`;

/** @param {string} key @returns {Opponent | null} */
function stored(key) {
  try {
    const { level, color } = JSON.parse(localStorage.getItem(place(key)) ?? "null") ?? {};
    if (LEVELS.includes(level) && (color === "white" || color === "black")) return { level, color };
  } catch {
    // Blocked or damaged: two people play.
  }
  return null;
}

/** @param {string} key @param {Opponent | null} opponent */
function keep(key, opponent) {
  try {
    if (opponent) localStorage.setItem(place(key), JSON.stringify(opponent));
    else localStorage.removeItem(place(key));
  } catch {
    // It holds for this visit.
  }
}

/** The squares of a step in step notation: "e2e4q", "N@f3". @param {string} step */
function squaresOf(step) {
  const [from, to] = step.match(/[a-j]\d+/g) ?? [];
  return { from: from ?? "", to: to ?? from ?? "" };
}

/**
 * @param {{ session: Session, game: string, find: (id: string) => HTMLElement }} page
 */
export function createComputer({ session, game, find }) {
  const thinker = new Thinker();
  /** For hints and the review, which the game does not wait for. */
  const adviser = new Thinker();
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  /** @type {Opponent | null} */
  let opponent = session.key === "" ? null : stored(session.key);
  const asked = Number(new URLSearchParams(location.search).get("level"));
  if (!opponent && session.key !== "" && LEVELS.includes(asked)) {
    opponent = { level: asked, color: "black" };
  }
  /** The table and the place in its record that is being thought about or played from. */
  let at = "";
  /** Whether its turn is being thought about or played. */
  let acting = false;

  const buttons = {
    hint: tool("hint", LAMP),
    takeback: tool("takeback", ARROW),
    now: make("button", "main", words("computer.now")),
    review: make("button", "", words("computer.review")),
  };
  find("do-attacks").before(buttons.hint, buttons.takeback);
  buttons.now.type = "button";
  buttons.review.type = "button";
  find("actions").before(buttons.now);
  find("do-rematch").parentElement?.append(buttons.review);

  /** @param {string} name @param {string} icon the strokes of its picture */
  function tool(name, icon) {
    const button = make("button", "", make("span", "", words(`computer.${name}`)));
    button.type = "button";
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    svg.setAttribute("viewBox", "0 0 24 24");
    path.setAttribute("d", icon);
    svg.append(path);
    button.prepend(svg);
    return button;
  }

  const isItsTurn = () => {
    const { snap } = session;
    return (
      opponent !== null && !snap.result && snap.turn === opponent.color && !session.unconfirmed
    );
  };

  const atPlay = session.isAtPlay.bind(session);
  session.isAtPlay = () => {
    if (!isItsTurn() || !isLive(session.snap)) return atPlay();
    session.refuse(words(acting ? "computer.wait" : "computer.waits"));
    return false;
  };

  /** @param {Snapshot} snap */
  const render = (snap) => {
    const its = isItsTurn();
    buttons.now.hidden = !its || !thinker.isBusy;
    find("actions").inert = find("chips").inert = its && isLive(snap);
    // A lesson gives hints of its own.
    buttons.hint.hidden = its || session.key === "" || snap.result !== null || snap.controls.draw;
    buttons.takeback.hidden =
      !opponent || !snap.score.some((turn) => turn.done && turn.color !== opponent?.color);
    buttons.review.hidden = !snap.result || snap.score.length < 2;
    if (opponent) {
      const near = snap.flipped ? "black" : "white";
      const strip = find(opponent.color === near ? "near" : "far");
      const name = /** @type {HTMLElement} */ (strip.querySelector(".player-name"));
      name.textContent = words("computer.name", { level: opponent.level });
      name.title = colorName(opponent.color);
    }
    consider();
  };

  /** Starts on the computer's turn if it has come. */
  const consider = () => {
    const { snap } = session;
    const now = `${snap.view.of} ${snap.fen}`;
    if (!isItsTurn() || !isLive(snap) || session.broken) {
      thinker.cancel();
      at = "";
      return;
    }
    if (acting || now === at) return;
    at = now;
    acting = true;
    // After the views have been drawn.
    queueMicrotask(() =>
      playTurn().catch((error) => {
        console.error(error);
        session.refuse(words("computer.failed"));
      }),
    );
  };

  /** @param {number} ms */
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

  async function playTurn() {
    const { table } = session;
    const goesOn = () => session.table === table && isItsTurn() && !session.broken;
    try {
      if (session.snap.controls.draw) {
        await wait(isStill() ? 0 : BEAT);
        if (!goesOn()) return;
        session.act((table) => table.draw());
      }
      const level = opponent?.level ?? 6;
      const asking = thinker.ask({
        game,
        saved: table.save(),
        level,
        ms: TIME[level] ?? 1000,
        nodes: NODES,
        seed,
      });
      session.say(words("computer.thinks"));
      session.show();
      const thought = await asking;
      if (!thought || !goesOn()) return;
      const beat = isStill() ? 0 : thought.turn.length > 6 ? PLACING : BEAT;
      for (const [index, step] of thought.turn.entries()) {
        if (index > 0) await wait(beat);
        if (!goesOn()) return;
        session.act((table) => (step === "end" ? table.end_turn() : table.typed(step)));
      }
    } finally {
      acting = false;
      at = "";
      // A game taken up anew meanwhile may be waiting for its turn; what failed is not tried again.
      if (session.table !== table) session.show();
      else render(session.snap);
    }
  }

  let hinting = false;
  buttons.hint.addEventListener("click", async () => {
    if (hinting || !session.isAtPlay()) return;
    hinting = true;
    const { table, snap } = session;
    try {
      session.say(words("computer.looks"));
      const thought = await adviser.ask({
        game,
        saved: table.save(),
        level: 0,
        ms: HINT,
        nodes: NODES,
        seed,
      });
      if (session.table !== table || session.snap.fen !== snap.fen || !thought) return;
      session.act((table) => {
        table.clear_marks();
        for (const step of thought.turn) {
          const { from, to } = squaresOf(step);
          if (to) table.mark(from, to);
        }
      });
      session.refuse(hintText(thought, snap));
    } catch (error) {
      console.error(error);
      session.refuse(words("computer.failed"));
    } finally {
      hinting = false;
    }
  });

  /** @param {Thought} thought @param {Snapshot} snap */
  function hintText(thought, snap) {
    const steps = thought.turn
      .filter((step) => step !== "end")
      .map((step) => stepWords(step, snap));
    const first = steps.slice(0, 5).join(", ");
    const turn = steps.length === 0 ? words("computer.end") : first;
    return [words("computer.try", { turn }), reason(thought, snap)].filter(Boolean).join(" ");
  }

  /** @param {Thought} thought @param {Snapshot} snap */
  function reason({ decided, turn }, snap) {
    if (decided !== null && decided > 0) {
      const count = Math.ceil(decided / 2);
      return words(count === 1 ? "computer.wins-now" : "computer.wins", { count });
    }
    if (decided !== null) return words("computer.loses", { count: Math.ceil(-decided / 2) });
    if (snap.checked && !snap.game.includes("contramatic")) return words("computer.leaves-check");
    const taken = turn
      .map((step) => snap.cells.find((cell) => cell.square === squaresOf(step).to)?.man)
      .find((man) => man && man.color !== snap.turn);
    return taken ? words("computer.takes", { man: roleName(taken.role, game) }) : "";
  }

  buttons.takeback.addEventListener("click", () => {
    if (!opponent) return;
    thinker.cancel();
    const color = other(opponent.color);
    session.act((table) => table.take_back(color), words("computer.taken-back"));
  });
  buttons.now.addEventListener("click", () => thinker.hurry());
  buttons.review.addEventListener("click", () =>
    reviewGame({ session, game, thinker: adviser, seed }),
  );
  // Before the page begins the rematch: the sides change, the computer's too.
  find("do-rematch").addEventListener(
    "click",
    () => {
      if (opponent) choose({ ...opponent, color: other(opponent.color) });
    },
    { capture: true },
  );

  /** @param {Opponent | null} next */
  function choose(next) {
    opponent = next;
    thinker.cancel();
    if (session.key !== "") keep(session.key, opponent);
  }

  if (opponent && session.snap.flipped !== (opponent.color === "white")) {
    session.act((table) => table.flip());
  }
  session.views.push(render);
  session.show();

  return {
    /** The questions about the opponent, for the dialog that begins a game. */
    form: () => opponentForm(opponent),
    /**
     * Plays as the form says from the next game on. Returns whether Black is to be below.
     * @param {HTMLElement} form
     */
    choose(form) {
      const value = (/** @type {string} */ name) =>
        /** @type {HTMLInputElement | null} */ (form.querySelector(`[name=${name}]:checked`))
          ?.value;
      if (value("opponent") !== "computer") {
        choose(null);
        return session.snap.flipped;
      }
      const side = value("side");
      const random = (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) % 2 === 0;
      const white = side === "random" ? random : side !== "black";
      choose({ level: Number(value("level")), color: white ? "black" : "white" });
      return !white;
    },
  };
}

/** A step in few words: "e2 to e4", "knight to f3". @param {string} step @param {Snapshot} snap */
function stepWords(step, snap) {
  const { from, to } = squaresOf(step);
  const letter = step.indexOf("@");
  if (letter < 0) return words("computer.step", { from, to });
  const men = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn", M: "man" };
  const role = men[/** @type {keyof typeof men} */ (step.slice(0, letter))] ?? "man";
  return words("computer.drop", { man: roleName(role, snap.game), to });
}

/**
 * @param {string} name
 * @param {string} legend
 * @param {{ value: string, label: string, title?: string }[]} options
 * @param {string} chosen
 */
function radios(name, legend, options, chosen) {
  const row = make("div", "row");
  for (const { value, label, title } of options) {
    const input = make("input");
    input.type = "radio";
    input.name = name;
    input.value = value;
    input.checked = value === chosen;
    const text = make("span", "", label);
    const box = make("label", "", input, text);
    if (title) box.title = title;
    row.append(box);
  }
  return make("fieldset", name, make("legend", "", legend), row);
}

/** @param {Opponent | null} opponent */
function opponentForm(opponent) {
  const form = make("div", "opponent");
  const who = radios(
    "opponent",
    words("computer.opponent"),
    [
      { value: "person", label: words("computer.person") },
      { value: "computer", label: words("computer.computer") },
    ],
    opponent ? "computer" : "person",
  );
  const level = radios(
    "level",
    words("computer.level"),
    LEVELS.map((number) => ({
      value: String(number),
      label: String(number),
      title: words(`computer.levels.${number}`),
    })),
    String(opponent?.level ?? 2),
  );
  const hint = make("small");
  level.append(hint);
  const side = radios(
    "side",
    words("computer.side"),
    [
      { value: "white", label: words("color.white") },
      { value: "black", label: words("color.black") },
      { value: "random", label: words("computer.random") },
    ],
    opponent ? other(opponent.color) : "white",
  );
  const show = () => {
    const input = /** @type {HTMLInputElement} */ (who.querySelector("[value=computer]"));
    level.hidden = side.hidden = !input.checked;
    const chosen = /** @type {HTMLInputElement | null} */ (level.querySelector(":checked"));
    hint.textContent = words(`computer.levels.${chosen?.value ?? "2"}`);
  };
  form.append(who, level, side);
  form.addEventListener("change", show);
  show();
  return form;
}
