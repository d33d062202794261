// The position editor: the palette, what else a position consists of, and what is done with it. What a tap
// or a choice does to the position, and what is wrong with it, the module decides.

import { createDrag, pieceImage } from "../board/index.js";
import { copyable, openParts, sayer } from "../dialogs/index.js";
import { inviteFriend } from "../friend/index.js";
import { keepOpponent, loadTravel, ownName } from "../library/index.js";
import { settings } from "../settings/index.js";
import {
  button,
  colorName,
  draw,
  find,
  listen,
  loadDialogWords,
  loadStyle,
  loadWhole,
  make,
  other,
  pieceName,
  roleName,
  sentence,
  set,
  tell,
  way,
  words,
} from "../shell/index.js";

/** @import { Answers, Color, Edit, Edited, Session, Stock } from "../shell/types" */

/** The drawings of the tools that are no pieces. @type {Record<string, string>} */
const DRAWINGS = {
  hand: "M6 4.500l11 7.500-5 1.200 2.800 5.300-2.300 1.200-2.800-5.300L6 18z",
  eraser: "M5 15L14 6l5 5-8 8H8zM9.500 10.500l5 5M5 19.500h14",
  moved: "M5 17.500h6M8 4.500v10M4.500 8L8 4.500 11.500 8M16 8.500v11M13 16.500l3 3 3-3",
  passed: "M12 4.500v4M12 15.500v4M12 10.500a1.500 1.500 0 100 3 1.500 1.500 0 000-3z",
};

/** @type {Color[]} */
const SIDES = ["white", "black"];
/** How many pieces of a kind at most can be off the board, and the largest number of a counter. */
const MOST = 15;
const LARGEST = 999_999;

/**
 * Fetches what the editor needs.
 * @param {{ game: string, fen?: string }} address
 * @returns {Promise<import("../learn/exercise.js").Opened>}
 */
export async function openEditor({ game, fen }) {
  await Promise.all([
    loadDialogWords(),
    loadStyle("shell/choice.css"),
    loadStyle("shell/dialogs.css"),
    loadStyle("analysis/editor.css"),
  ]);
  return {
    table: (tables, canvas) => tables.edit(canvas, { game, fen }),
    begin: ({ session, board }) => {
      new PositionEditor(session, game, board.squareAt);
    },
  };
}

/** A field for a number. @param {string} label @param {number} most @param {(count: number) => void} changed */
function counter(label, most, changed) {
  const field = make("input", { type: "number", min: "0", max: String(most), value: "0" });
  field.onchange = () => {
    const count = Math.round(Number(field.value));
    changed(Number.isFinite(count) ? Math.min(Math.max(count, 0), most) : 0);
  };
  return { field, box: make("label", "", label, field) };
}

/** A choice by a tick. @param {string} label @param {(is: boolean) => void} changed */
function tick(label, changed) {
  const field = make("input", { type: "checkbox" });
  field.onchange = () => changed(field.checked);
  return { field, box: make("label", "", field, label) };
}

/** Shows a number, unless one is just typing it. @param {HTMLInputElement} field @param {number} value */
function show(field, value) {
  if (document.activeElement !== field || Number(field.value) !== value)
    field.value = String(value);
}

class PositionEditor {
  #session;
  #game;
  /** @type {Edited} */
  #shown;
  /** What is rendered anew with each change. @type {((view: Edited) => void)[]} */
  #parts = [];
  #squareAt;
  #said = sayer();

  /**
   * @param {Session} session
   * @param {string} game
   * @param {(event: PointerEvent) => string | undefined} squareAt
   */
  constructor(session, game, squareAt) {
    this.#session = session;
    this.#squareAt = squareAt;
    this.#game = game;
    this.#shown = session.table.edited();
    const name = words(`games.${game}.name`);
    document.title = `${words("editor.name", { game: name })} · ${words("title")}`;
    document.documentElement.dataset.editor = "true";
    const given = { id: "editor", "aria-label": words("editor.title") };
    find("turn").after(
      make(
        "section",
        given,
        this.#palette(),
        this.#boards(),
        this.#told(),
        this.#ways(),
        this.#fen(),
        this.#said.line,
        this.#fields(),
      ),
    );
    this.#connectKeys();
    session.watch(() => this.#render());
    this.#render();
  }

  /** @param {Edit} edit */
  #edit = (edit) => this.#session.emit({ edit });

  #render() {
    this.#shown = this.#session.table.edited();
    for (const part of this.#parts) part(this.#shown);
    const { problem, fen } = this.#shown;
    // A position can be shared where there is one.
    find("do-share").hidden = problem !== null;
    const address = new URLSearchParams({ editor: this.#game, fen });
    history.replaceState(history.state, "", `?${address}`);
  }

  /** The pieces and the tools: one stop of the Tab key, with arrows within. */
  #palette() {
    const bar = make("div", {
      role: "toolbar",
      id: "pieces",
      "aria-label": words("editor.pieces"),
    });
    /** @type {Map<string, HTMLElement>} */
    const buttons = new Map();
    /** @param {string} tool @param {string} label @param {Node} drawing */
    const add = (tool, label, drawing) => {
      const choose = () => this.#edit({ choose: tool });
      const made = button("", choose, { title: label, "aria-label": label, "data-tool": tool });
      made.append(drawing);
      buttons.set(tool, made);
      return made;
    };
    const { tools, pieces } = this.#shown;
    const row = make("div", { class: "means", role: "group", "aria-label": words("editor.tools") });
    for (const tool of tools) {
      const path = draw("path", { d: DRAWINGS[tool] });
      const drawing = draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, path);
      row.append(add(tool, words(`editor.tools-of.${tool}`), drawing));
    }
    const sides = /** @type {const} */ (["white", "black"]).map((color) => {
      const own = pieces.filter(({ piece }) => piece.color === color);
      const made = own.map(({ letter, piece }) =>
        add(letter, pieceName(piece, this.#game), pieceImage(piece.role, color)),
      );
      return make("div", { role: "group", "aria-label": sentence(colorName(color)) }, ...made);
    });
    bar.append(row, ...sides);
    this.#parts.push(({ tool }) => {
      const focused = [...buttons.values()].find((made) => made === document.activeElement);
      for (const [name, made] of buttons) {
        set(made, { "aria-pressed": name === tool });
        made.tabIndex = made === focused || (!focused && name === tool) ? 0 : -1;
      }
    });
    const keydown = (/** @type {KeyboardEvent} */ event) => {
      const all = [...buttons.values()];
      const at = all.indexOf(/** @type {HTMLElement} */ (event.target));
      const last = all.length - 1;
      const to = {
        ArrowLeft: at - 1,
        ArrowUp: at - 1,
        ArrowRight: at + 1,
        ArrowDown: at + 1,
        Home: 0,
        End: last,
      }[event.key];
      if (at < 0 || to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
      const next = all[(to + all.length) % all.length];
      for (const made of all) made.tabIndex = made === next ? 0 : -1;
      next.focus();
      event.preventDefault();
      event.stopPropagation();
    };
    const drag = createDrag(this.#session, find("held"), this.#squareAt);
    const pointerdown = (/** @type {PointerEvent} */ event) => {
      const made = /** @type {Element} */ (event.target).closest("[data-tool]");
      const role = made?.getAttribute("data-tool") ?? "";
      if (pieces.some(({ letter }) => letter === role)) drag.down(event, { role }, bar);
    };
    const contextmenu = (/** @type {Event} */ event) => event.preventDefault();
    listen(bar, { keydown, pointerdown, contextmenu }, this.#session.signal);
    return bar;
  }

  /** What is wrong with the position. */
  #told() {
    const line = make("p", "problem");
    this.#parts.push(({ problem, result, turn }) => {
      const says = problem ?? result;
      const text = says
        ? tell(says, this.#game)
        : words("editor.ready", { color: sentence(colorName(turn)) });
      if (line.textContent !== text) line.textContent = text;
      line.dataset.kind = problem ? "wrong" : "right";
    });
    return line;
  }

  /** What can be done with the position. */
  #ways() {
    const analyse = way(words("editor.analyse"), "", "button");
    const play = button(words("editor.play"), () => this.#play("computer"), "main");
    const friend = button(words("editor.friend"), () => this.#play("friend"));
    this.#parts.push(({ problem, result, fen, mayInvite }) => {
      const address = new URLSearchParams({ analysis: this.#game, fen });
      const isThere = problem === null;
      set(analyse, { "aria-disabled": !isThere });
      if (isThere) analyse.setAttribute("href", `?${address}`);
      else analyse.removeAttribute("href");
      play.disabled = !isThere || result !== null;
      friend.disabled = play.disabled || !mayInvite;
    });
    return make("div", "ways", play, analyse, friend);
  }

  /** Asks whom to play from this position. @param {"computer" | "friend"} whom */
  async #play(whom) {
    const { saved, fen, mayInvite } = this.#shown;
    const post = await loadWhole();
    const parts = post.play_from(ownName.get(), whom);
    const title = words(whom === "friend" ? "editor.friend" : "editor.play");
    const dialog = openParts("play-here", title, parts, this.#game, {
      level: ({ value }) => dialog.say(words(`computer.about.${value}`), "about"),
      name: ({ value }) => ownName.set(value.trim()),
    });
    for (const field of dialog.form.querySelectorAll("[value=friend]"))
      set(/** @type {HTMLInputElement} */ (field), { disabled: !mayInvite });
    dialog.box.onclose = () => {
      if (dialog.box.returnValue !== "yes") return;
      const answers = Object.fromEntries(new FormData(dialog.form));
      const isFriend = answers.opponent === "friend";
      const work = isFriend
        ? inviteFriend(this.#game, answers, fen)
        : this.#begin(saved, fen, answers);
      work.catch((error) => {
        console.error(error);
        this.#said.say(words("mail.no-invitation"));
      });
    };
  }

  /** Begins a game here. @param {string} saved @param {string} fen @param {Answers} answers */
  async #begin(saved, fen, answers) {
    const game = this.#game;
    const key = `kept ${Date.now().toString(36)}`;
    const wish = (await loadWhole()).wish(answers);
    const own = SIDES.find((color) => color === wish?.side) ?? SIDES[Date.now() % 2];
    const computer = wish && { level: wish.level, color: other(own) };
    const names = { white: "", black: "", letter: null, lines: "" };
    const { receive } = await loadTravel();
    const { search, kept } = await receive({ game, saved, key, isOver: false, ...names }, "");
    if (kept) keepOpponent(key, computer);
    // Where nothing can be kept, the address has it all.
    const address = new URLSearchParams({ game, fen });
    if (computer) address.set("level", String(computer.level));
    location.assign(kept ? search : `?${address}`);
  }

  /** What a position consists of beside the pieces on the board. */
  #fields() {
    const { placing, rights, reserve, draws, passed, made } = this.#shown;
    const box = make("div", "fields");
    const group = (/** @type {string} */ name, /** @type {Node[]} */ ...parts) =>
      make("fieldset", name, make("legend", "", words(`editor.field.${name}`)), ...parts);

    /**
     * A choice of one of two.
     * @param {string} name @param {[value: string, label: string][]} offered
     * @param {(view: Edited) => string} now @param {(value: string) => void} chosen
     */
    const choice = (name, offered, now, chosen) => {
      const fields = offered.map(([value, label]) => {
        const field = make("input", { type: "radio", name: `editor-${name}`, value });
        const made = make("label", "", field, label);
        made.onchange = () => chosen(value);
        return made;
      });
      this.#parts.push((view) => {
        for (const made of fields) {
          const field = /** @type {HTMLInputElement} */ (made.firstElementChild);
          field.checked = field.value === now(view);
        }
      });
      return group(name, ...fields);
    };
    const sides = SIDES.map(
      (color) => /** @type {[string, string]} */ ([color, sentence(colorName(color))]),
    );
    box.append(
      choice(
        "side",
        sides,
        ({ turn }) => turn,
        (side) => this.#edit({ side: /** @type {Color} */ (side) }),
      ),
    );
    if (placing !== null) {
      const phases = /** @type {[string, string][]} */ (
        ["placement", "movement"].map((phase) => [phase, words(`editor.${phase}`)])
      );
      const now = (/** @type {Edited} */ view) => (view.placing ? "placement" : "movement");
      box.append(
        choice("phase", phases, now, (phase) => this.#edit({ placing: phase === "placement" })),
      );
    }
    if (rights.length > 0) {
      const ticks = rights.map(({ letter, color, square }) => {
        const label = words("editor.right", { color: sentence(colorName(color)), square });
        const { field, box } = tick(label, (given) => this.#edit({ right: [letter, given] }));
        this.#parts.push(({ rights }) => {
          field.checked = rights.some((right) => right.letter === letter && right.given);
        });
        return box;
      });
      box.append(group("castling", ...ticks));
    }
    /**
     * How many pieces of each kind there are off the board.
     * @param {string} name @param {Color} color @param {string[]} roles
     * @param {(view: Edited) => Stock[] | null | undefined} now
     * @param {(role: string, count: number) => void} changed
     */
    const stocks = (name, color, roles, now, changed) => {
      const shown = group(name);
      for (const role of roles) {
        const label = sentence(roleName(role, this.#game));
        const { field, box } = counter(label, MOST, (count) => changed(role, count));
        box.prepend(pieceImage(role, color));
        this.#parts.push((view) => {
          const stock = now(view)?.find((stock) => stock.role === role);
          show(field, stock?.count ?? 0);
        });
        shown.append(box);
      }
      this.#parts.push((view) => {
        shown.hidden = !now(view);
      });
      return shown;
    };
    if (reserve) {
      for (const color of SIDES) {
        const changed = (/** @type {string} */ role, /** @type {number} */ count) =>
          this.#edit({ reserve: [color, role, count] });
        const roles = reserve[color].map(({ role }) => role);
        const now = (/** @type {Edited} */ { reserve }) => reserve?.[color];
        box.append(stocks(`reserve-${color}`, color, roles, now, changed));
      }
    }
    if (draws.length > 0) {
      const changed = (/** @type {string} */ role, /** @type {number} */ count) =>
        this.#edit({ hand: [role, count] });
      box.append(stocks("hand", "white", draws, ({ hand }) => hand, changed));
    }
    if (passed !== null) {
      const line = make("p");
      this.#parts.push(({ passed }) => {
        const squares = (passed ?? []).join(", ");
        line.textContent = squares || words("editor.none-passed");
      });
      box.append(group("passed", line));
    }
    const counts = group("counters");
    /** @param {string} name @param {(view: Edited) => number} now @param {(count: number) => void} changed */
    const count = (name, now, changed) => {
      const { field, box } = counter(words(`editor.${name}`), LARGEST, changed);
      this.#parts.push((view) => show(field, now(view)));
      counts.append(box);
      return field;
    };
    count(
      "halfmove",
      ({ halfmove }) => halfmove,
      (halfmove) => this.#edit({ halfmove }),
    );
    const number = count(
      "fullmove",
      ({ fullmove }) => fullmove,
      (fullmove) => this.#edit({ fullmove }),
    );
    this.#parts.push(({ placing }) => {
      number.disabled = placing === true;
    });
    if (made !== null) {
      count(
        "made",
        ({ made }) => made ?? 0,
        (made) => this.#edit({ made }),
      );
      const { field, box } = tick(words("editor.stalled"), (stalled) => this.#edit({ stalled }));
      this.#parts.push(({ stalled }) => {
        field.checked = stalled;
      });
      counts.append(box);
    }
    box.append(counts);
    const details = make("details", "", make("summary", "", words("editor.more")), box);
    details.open = matchMedia("(min-width: 64em)").matches;
    return details;
  }

  /** The FEN, to be copied, typed and pasted. */
  #fen() {
    const { field, copy } = copyable(words("editor.fen"), "", false, this.#said.say);
    const input = /** @type {HTMLInputElement} */ (field);
    set(input, { readOnly: false, spellcheck: false, autocomplete: "off" });
    const take = () => {
      const fen = input.value.trim();
      if (fen && fen !== this.#shown.fen) this.#edit({ fen });
      input.value = this.#shown.fen;
    };
    input.onchange = take;
    input.addEventListener("paste", () => setTimeout(take));
    input.addEventListener("keydown", ({ key }) => {
      if (key === "Enter") take();
    });
    this.#parts.push(({ fen, problem }) => {
      if (document.activeElement !== input) input.value = fen;
      set(input, { "aria-invalid": problem !== null });
    });
    return make("div", "fen", make("label", "", words("editor.fen"), input), copy);
  }

  /** The whole board at once, and changes taken back. */
  #boards() {
    const undo = button(words("editor.undo"), () => this.#session.emit("undo"));
    const redo = button(words("editor.redo"), () => this.#edit("redo"));
    this.#parts.push((view) => {
      set(undo, { "aria-disabled": !view.undo });
      set(redo, { "aria-disabled": !view.redo });
    });
    return make(
      "div",
      "row",
      button(words("editor.clear"), () => this.#edit("clear")),
      button(words("editor.initial"), () => this.#edit("initial")),
      undo,
      redo,
    );
  }

  /** Keys on the board: a letter of FEN puts its piece on the cursor's square, Delete empties it. */
  #connectKeys() {
    const session = this.#session;
    /** @param {KeyboardEvent} event */
    const edited = ({ key, ctrlKey, altKey, metaKey, shiftKey, target }) => {
      const element = /** @type {Element} */ (target);
      const isUndo = (ctrlKey || metaKey) && key.toLowerCase() === "z" && !altKey;
      if (isUndo && !element.matches("input"))
        return () => session.emit(shiftKey ? { edit: "redo" } : "undo");
      const square = element.closest("[role=gridcell]")?.getAttribute("data-square");
      if (!square || ctrlKey || altKey || metaKey) return undefined;
      if (key === "Delete" || key === "Backspace") return () => this.#edit({ erase: square });
      const isPiece = this.#shown.pieces.some(({ letter }) => letter === key);
      return isPiece && settings.shortcuts ? () => this.#edit({ put: [square, key] }) : undefined;
    };
    const press = (/** @type {KeyboardEvent} */ event) => {
      if (document.querySelector("dialog[open]") || session.broken) return;
      const does = edited(event);
      if (!does) return;
      event.preventDefault();
      event.stopPropagation();
      does();
    };
    addEventListener("keydown", press, { capture: true, signal: session.signal });
  }
}
