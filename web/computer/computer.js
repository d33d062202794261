// Playing against the computer: its turns, hints, takebacks, offers of a draw.

import { owed, resultText, special, stepText } from "../game/index.js";
import { keepOpponent, storedOpponent } from "../library/index.js";
import { isStill } from "../settings/index.js";
import { colorName, isLive, make, other, sentence, toolButton, words } from "../shell/index.js";
import { chosenOpponent, opponentForm } from "./opponent.js";
import { hintText, markTurn } from "./reasons.js";
import { createReview } from "./review.js";
import { Thinker } from "./thinker.js";

/** @typedef {import('../game/session.js').Session} Session */
/** @typedef {import('../shell/table').Snapshot} Snapshot */
/** @typedef {import('../shell/table').Table} Table */
/** @typedef {import('./engine-worker.js').Thought} Thought */
/** @typedef {import('../game/moves.js').Moves} Moves */
/** @typedef {import('./opponent.js').Opponent} Opponent */

/**
 * How long the levels think at most, in milliseconds. The lower ones hardly need any time but on good
 * days, when they play as higher ones.
 */
const TIME = [0, 280, 280, 280, 1500, 2000, 2500];
/** How long a hint takes at most, in milliseconds. */
const HINT = 380;
/** No bound but the time. */
const NODES = 1e12;
/** Between two steps of one turn, and between two of many pieces placed, in milliseconds. */
const BEAT = 420;
const PLACING = 70;
/** Turns of more steps are placements. */
const MANY = 6;
/** How often it is looked whether the board has come to rest, in milliseconds. */
const LOOK = 30;
/** The computer agrees to a draw if it is better by no more, in hundredths of a pawn. */
const AGREEABLE = 0;

/** The pictures on buttons. */
const LAMP =
  "M9.500 17.500h5M10.500 20.500h3M12 3.500a5.500 5.500 0 00-3.200 10c.5.4.7 1 .7 1.700v.300h5v-.300c0-.7.2-1.300.7-1.700A5.500 5.500 0 0012 3.500z";
const ARROW = "M11.500 6.500L6 12l5.500 5.500M18 6.500L12.500 12l5.500 5.500";

/** @param {string} name @param {string} icon the strokes of its picture */
function tool(name, icon) {
  const label = words(`computer.${name}`);
  const button = toolButton(label, icon);
  button.title = label;
  button.setAttribute("aria-label", label);
  return button;
}

/**
 * @param {{ session: Session, game: string, find: (id: string) => HTMLElement, moves: Moves }} page
 */
export function createComputer({ session, game, find, moves }) {
  const thinker = new Thinker();
  // As with the draws: the same seed, the same game, as far as no clock ends a thought.
  const seeded = new URLSearchParams(location.search).get("seed");
  const drawn = () => Number(seeded ?? crypto.getRandomValues(new Uint32Array(1))[0]);
  /** What the adviser thinks by, who is the same in every game. */
  const adviserSeed = drawn();
  /** @param {Opponent | null} next */
  const prepared = (next) => next && { ...next, seed: next.seed ?? drawn() };
  // A lesson has no opponent.
  let opponent = session.key === "" ? null : prepared(storedOpponent(session.key));

  /**
   * What it does about its turn: nothing yet, it thinks, it plays what it has found, or it has
   * failed and waits to be asked again.
   * @type {"" | "thinks" | "plays" | "failed"}
   */
  let doing = "";
  /** Which of its turns that is: another number, another turn. */
  let round = 0;
  /** The game that it is about. @type {Table | undefined} */
  let seated;
  /** Whether the rest of its turn is to be shown at once, and what ends a pause within it. */
  let skipped = false;
  let wake = () => {};
  /** Whether a step is being made in its name. */
  let acts = false;

  const buttons = {
    hint: tool("hint", LAMP),
    takeback: tool("takeback", ARROW),
    now: make("button", "now", words("computer.now")),
  };
  buttons.now.type = "button";
  find("actions").prepend(buttons.now);
  const review = createReview({ session, game, thinker, seed: adviserSeed, find, moves });

  const isItsTurn = () => {
    const { snap } = session;
    return (
      opponent !== null && !snap.result && snap.turn === opponent.color && !session.unconfirmed
    );
  };
  const isAtIt = () => isItsTurn() && isLive(session.snap);

  special.turn = () => {
    if (!isItsTurn()) return "";
    return words(`computer.${doing || "thinks"}`);
  };

  const atPlay = session.isAtPlay.bind(session);
  session.isAtPlay = () => {
    if (acts || !isAtIt()) return atPlay();
    if (doing === "plays") skip();
    else session.refuse(words(doing === "failed" ? "computer.failed" : "computer.wait"));
    return false;
  };

  /** Before all else is shown: the style follows it. */
  const announce = () => {
    document.documentElement.dataset.computer = isAtIt() ? doing || "thinks" : "";
  };

  /** @param {Snapshot} snap */
  const render = (snap) => {
    const word = { "": "now", thinks: "now", plays: "skip", failed: "again" }[doing];
    buttons.now.textContent = words(`computer.${word}`);
    buttons.now.hidden = !isAtIt();
    find("chips").inert = isAtIt();
    // A lesson gives hints of its own; between friends by link there are none.
    buttons.hint.hidden =
      isItsTurn() ||
      /^(mail .*)?$/.test(session.key) ||
      session.unconfirmed !== "" ||
      snap.result !== null ||
      snap.controls.draw ||
      !isLive(snap);
    buttons.takeback.hidden =
      !opponent ||
      !isLive(snap) ||
      !snap.score.some((turn) => turn.done && turn.color !== opponent?.color);
    if (opponent) {
      const near = snap.flipped ? "black" : "white";
      const strip = find(opponent.color === near ? "near" : "far");
      const name = /** @type {HTMLElement} */ (strip.querySelector(".player-name"));
      name.textContent = words("computer.name", { level: opponent.level });
      name.title = colorName(opponent.color);
    }
    consider();
  };

  /** Begins its turn if that has come, and gives it up if it is gone. */
  const consider = () => {
    if (session.broken || !isAtIt()) {
      leave();
    } else if (doing === "" || seated !== session.table) {
      leave();
      doing = "thinks";
      seated = session.table;
      const now = round;
      // After the views have been drawn.
      queueMicrotask(() => playTurn(now).catch((error) => fail(now, error)));
    }
  };

  const leave = () => {
    if (doing === "thinks") {
      thinker.cancel();
      thinker.warm();
    }
    round += 1;
    doing = "";
    wake();
  };

  /** @param {number} now @param {unknown} error */
  const fail = (now, error) => {
    console.warn(error);
    if (now !== round) return;
    doing = "failed";
    session.show();
    session.say(words("computer.failed"));
  };

  /** The rest of its turn is played at once. */
  const skip = () => {
    skipped = true;
    wake();
  };

  /** @param {number} ms */
  const pause = (ms) =>
    new Promise((resolve) => {
      wake = () => resolve(undefined);
      setTimeout(resolve, ms);
    });

  /** A step in its name. It is told with the whole turn. @param {() => unknown} work */
  const act = (work) => {
    const say = session.onSay;
    session.onSay = () => {};
    acts = true;
    try {
      return work();
    } finally {
      acts = false;
      session.onSay = say;
    }
  };

  /** Lets what moves on the board come to rest. @param {() => boolean} goesOn */
  async function rest(goesOn) {
    while (session.isMoving && goesOn() && !document.hidden) await pause(LOOK);
  }

  /** @param {number} now */
  async function playTurn(now) {
    const goesOn = () => now === round;
    if (!goesOn()) return;
    skipped = false;
    session.show();
    if (session.snap.controls.draw) {
      await pause(isStill() ? 0 : BEAT);
      if (!goesOn()) return;
      act(() => find("do-draw").click());
    }
    if (!opponent) return;
    const { level, seed } = opponent;
    const thought = await thinker.ask({
      kind: "turn",
      game,
      saved: session.table.save(),
      level,
      ms: TIME[level] ?? 1000,
      nodes: NODES,
      seed,
    });
    if (!goesOn()) return;
    if (!thought) throw new Error("there is no turn");
    await rest(goesOn);
    if (!goesOn()) return;
    await perform(thought.turn, goesOn);
  }

  /** Plays a turn step by step, and tells it. @param {string[]} turn @param {() => boolean} goesOn */
  async function perform(turn, goesOn) {
    const steps = turn.filter((step) => step !== "end").length;
    if (steps > 1) {
      doing = "plays";
      session.show();
      session.say(words("computer.plays"));
    }
    const beat = steps > MANY ? PLACING : BEAT;
    const told = [];
    for (const [place, step] of turn.entries()) {
      if (place > 0 && step !== "end" && !skipped && !isStill()) await pause(beat);
      if (!goesOn()) return;
      const before = session.snap;
      const done = act(() =>
        session.act((table) => (step === "end" ? table.end_turn() : table.typed(step))),
      );
      if (!done) throw new Error(`the step ${step} was refused`);
      if (step !== "end") told.push(sentence(`${stepText(step, before, session.snap)}.`));
    }
    const { snap } = session;
    // Fifteen pieces need not be read out.
    const text = steps > MANY ? [] : told;
    session.say([...text, snap.result ? resultText(snap) : owed(snap)].join(" "));
  }

  buttons.now.addEventListener("click", () => {
    if (doing === "plays") skip();
    else if (doing === "failed") {
      leave();
      session.show();
    } else thinker.hurry();
  });

  /** Asks for advice on the position as it stands; null if it has changed meanwhile. */
  async function advise() {
    const { table, snap } = session;
    const saved = table.save();
    const question = /** @type {const} */ ({ kind: "hint", level: 0, ms: HINT, nodes: NODES });
    const thought = await thinker.ask({ ...question, game, saved, seed: adviserSeed });
    return session.table === table && session.snap.fen === snap.fen ? thought : null;
  }

  let hinting = false;
  buttons.hint.addEventListener("click", async () => {
    if (hinting || !session.isAtPlay()) return;
    hinting = true;
    buttons.hint.setAttribute("aria-busy", "true");
    try {
      session.say(words("computer.looks"));
      const thought = await advise();
      if (!thought) return;
      session.act((table) => markTurn(table, thought));
      session.refuse(hintText(thought, game, session.snap.turn), "", true);
    } catch (error) {
      console.warn(error);
      session.refuse(words("computer.no-hint"));
    } finally {
      hinting = false;
      buttons.hint.removeAttribute("aria-busy");
    }
  });
  // The module is on its way before the button is pressed.
  for (const event of ["pointerenter", "focus"]) {
    buttons.hint.addEventListener(event, () => thinker.warm());
  }

  buttons.takeback.addEventListener("click", () => {
    if (!opponent) return;
    leave();
    const color = other(opponent.color);
    session.act((table) => table.take_back(color), words("computer.taken-back"));
  });
  /** @param {Opponent | null} next */
  function choose(next) {
    opponent = prepared(next);
    leave();
    if (session.key !== "") keepOpponent(session.key, opponent);
    seat();
  }

  /**
   * Against the computer, hints and takebacks are needed often; between two people seldom: they
   * come last in the menu, where they push nothing aside.
   */
  function seat() {
    document.documentElement.dataset.opponent = opponent ? "computer" : "person";
    for (const button of [buttons.hint, buttons.takeback]) {
      button.classList.toggle("icon", opponent !== null);
    }
    if (opponent) {
      find("actions").append(buttons.hint, buttons.takeback);
      thinker.warm();
    } else {
      find("do-keys").after(buttons.hint, buttons.takeback);
    }
  }

  if (opponent && session.snap.flipped !== (opponent.color === "white")) {
    session.act((table) => table.flip());
  }
  seat();
  session.views.unshift(announce);
  session.views.push(review.render, render);
  session.show();

  return {
    /** Whether the computer is played against. */
    isOpponent: () => opponent !== null,
    /** Whom the player has chosen; null: a person. */
    opponent: () => opponent,
    /** The questions about the opponent, for the dialog that begins a game. */
    form: () => opponentForm(opponent),
    /**
     * Plays as the form says from the next game on. Returns whether Black is to be below.
     * @param {HTMLElement} form
     */
    choose(form) {
      choose(chosenOpponent(form));
      return opponent ? opponent.color === "white" : session.snap.flipped;
    },
    /** The sides change, the computer's too. Returns whether Black is to be below. */
    rematch() {
      if (!opponent) return !session.snap.flipped;
      choose({ level: opponent.level, color: other(opponent.color) });
      return opponent.color === "white";
    },
    /** Offers the computer a draw. */
    async offer() {
      if (!session.isAtPlay()) return;
      session.say(words("computer.considers"));
      const thought = await advise().catch((error) => {
        console.warn(error);
        session.refuse(words("computer.failed"));
        return null;
      });
      // The score is that of the side which offers.
      if (thought && thought.score >= AGREEABLE) {
        session.act((table) => table.agree_draw(), words("computer.agrees"));
      } else if (thought) {
        session.refuse(words("computer.declines"), "", true);
      }
    },
  };
}
