// The tree of an analysis board: turns that open into their steps, the variations in their place, and what
// can be done with each.

import { copyable, offerUndo, openSheet, sayer } from "../dialogs/index.js";
import { turnParts } from "../game/index.js";
import { button, find, glyph, lazily, listen, make, set, words } from "../shell/index.js";
import { askMarks, marksText } from "./marks.js";
import { turnText } from "./variations.js";

/** @import { Place, Session, TreeItem } from "../shell/types" */

/** The glyphs that judge a turn, the best first, and those that judge the position behind it: one of each kind. */
const GLYPHS = [
  [3, 1, 5, 6, 2, 4],
  [18, 16, 14, 10, 13, 15, 17, 19],
];
/** What a glyph comes after where there are several: those of the turn stand first. @param {number} one */
const rank = (one) => [...GLYPHS.map((kind) => kind.includes(one)), true].indexOf(true);

/** Whether a row is where one stands. @param {TreeItem} item @param {Place} at */
const isAt = ({ place }, at) => place.turn === at.turn && place.steps === at.steps;

/** Shows the tree in the place of the list of moves. @param {{ session: Session }} page */
export function addTree({ session }) {
  const tree = make("div", { id: "tree", role: "tree", "aria-label": words("analysis.tree") });
  const empty = make("p", "empty", words("analysis.empty"));
  const score = /** @type {HTMLElement} */ (find("score").parentElement);
  const lead = make("p", { class: "lead", hidden: true });
  score.append(lead, empty, tree);
  const menu = make("div", { id: "turn-menu", role: "menu", popover: "auto" });
  document.querySelector("main")?.append(menu);
  const menuButton = button(words("analysis.menu"), () => openShown(), {
    class: "menu",
    "aria-haspopup": "menu",
  });
  find("close-moves").before(menuButton);
  const gone = make("p", { class: "said", role: "status" });
  score.after(gone);
  /** What the tree was when something had been deleted: while it is, that can be put back. */
  let left = "";

  /** Where a row leads. @type {WeakMap<Element, Place>} */
  const ways = new WeakMap();
  /** @type {TreeItem[]} */
  let items = [];
  /** @type {HTMLElement[]} */
  let rows = [];
  let known = "";
  const current = () => rows[here()];
  /** What stands before the first turn. */
  let start = session.table.tree_start();
  const isAtStart = () => session.snap.at.turn === start.place.turn;
  /** All that the tree shows, as text. */
  const shownNow = () => JSON.stringify([session.table.tree_start(), session.table.tree()]);

  /** The row of where one stands; within a turn that is not opened, that turn's. */
  const here = () => {
    const { at } = session.snap;
    const exact = items.findIndex((item) => isAt(item, at));
    return exact >= 0 ? exact : items.findIndex(({ place }) => place.turn === at.turn);
  };

  /** @param {TreeItem} item */
  const drawn = (item) => {
    const { place, level, step, open, before, behind, glyphs, score, orders, marks, color } = item;
    const given = { role: "treeitem", "aria-level": String(level), tabIndex: -1, class: color };
    const row = make("div", given);
    if (before) row.append(make("bdi", "remark", before), " ");
    if (step) row.append(make("span", "step", item.san));
    else row.append(...turnParts(item, glyphs.map(glyph)));
    if (open !== null) {
      row.setAttribute("aria-expanded", String(open));
      row.prepend(make("span", { class: "opener", "aria-hidden": true }));
    }
    if (score) row.append(" ", make("span", "worth", score));
    if (item.folded) row.append(make("span", { "aria-hidden": true }, " (…)"));
    if (orders.length > 0 && !step) {
      const also = words("analysis.orders", { orders: orders.join("; ") });
      row.append(" ", make("span", "remark", also));
    }
    if (behind) row.append(" ", make("bdi", "remark", behind));
    // They are seen on the board.
    if (marks.length > 0) row.append(" ", make("span", "unseen", marksText(marks, session.snap)));
    ways.set(row, place);
    row.oncontextmenu = (event) => {
      event.preventDefault();
      pointercancel();
      session.emit({ show: place });
      openMenu(row);
    };
    row.onkeydown = (event) => press(event, item);
    return row;
  };

  /** What a click on an element of the tree means, if anything. @param {EventTarget | null} target */
  const meant = (target) => {
    const row = /** @type {Element} */ (target).closest("[role=treeitem]");
    const place = row && ways.get(row);
    if (!place) return;
    const opens = /** @type {Element} */ (target).matches(".opener");
    return () => session.emit(opens ? { analyse: { open: place.turn } } : { show: place });
  };
  /*
   * What was under the pointer when it went down counts, even if the tree has moved until it goes up: the
   * click then meets another turn, or none.
   */
  /** @type {{ work: (() => void) | undefined, x: number, y: number } | undefined} */
  let pressed;
  /** When that was done last: what the browser makes of the same press is no click of its own. */
  let done = Number.NEGATIVE_INFINITY;
  const pointerdown = (/** @type {PointerEvent} */ { target, button, clientX: x, clientY: y }) => {
    pressed = button === 0 ? { work: meant(target), x, y } : undefined;
  };
  const pointerup = (/** @type {PointerEvent} */ { clientX, clientY, timeStamp }) => {
    const was = pressed;
    pressed = undefined;
    // Moved away, it takes back what it went down on.
    if (!was?.work || Math.hypot(clientX - was.x, clientY - was.y) > 10) return;
    done = timeStamp;
    was.work();
  };
  const pointercancel = () => {
    pressed = undefined;
  };
  listen(tree, { pointerdown }, session.signal);
  listen(window, { pointerup, pointercancel }, session.signal);
  // Without a pointer, as screen readers and voices do it.
  tree.onclick = ({ target, timeStamp }) => {
    if (timeStamp - done > 500) meant(target)?.();
  };

  /** @param {KeyboardEvent} event @param {TreeItem} item */
  const press = (event, { open, place }) => {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    if (shiftKey || ctrlKey || altKey || metaKey) return;
    const next = { ArrowDown: 1, ArrowUp: -1 }[key];
    const turns = (key === "ArrowRight" && open === false) || (key === "ArrowLeft" && open);
    if (!next && !turns) return;
    event.preventDefault();
    event.stopPropagation();
    if (turns) return session.emit({ analyse: { open: place.turn } });
    const to = items[here() + (next ?? 0)];
    if (to) session.emit({ show: to.place });
  };

  const read = () => {
    const now = shownNow();
    if (now !== left) gone.replaceChildren();
    if (now === known) return;
    known = now;
    [start, items] = JSON.parse(now);
    const drawings = start.marks.length > 0 ? marksText(start.marks, session.snap) : "";
    lead.replaceChildren(make("bdi", "", start.behind), " ", make("span", "unseen", drawings));
    lead.hidden = start.behind === "" && drawings === "";
    rows = items.map(drawn);
    /** @type {HTMLElement[]} */
    const stretches = [];
    for (const [place, item] of items.entries()) {
      if (place === 0 || items[place - 1].stretch !== item.stretch) {
        const stretch = make("div", { class: "stretch", role: "none" });
        stretch.style.setProperty("--level", String(item.level - 1));
        stretches.push(stretch);
      }
      stretches[stretches.length - 1].append(rows[place]);
    }
    tree.replaceChildren(...stretches);
  };

  /** Brings a row into view; the page itself stays where it is. @param {HTMLElement} row */
  const follow = (row) => {
    const [{ top, bottom }, box] = [row.getBoundingClientRect(), score.getBoundingClientRect()];
    score.scrollTop += Math.min(top - box.top, 0) + Math.max(bottom - box.bottom, 0);
  };

  const render = () => {
    const hadFocus = tree.contains(document.activeElement);
    read();
    const at = here();
    for (const [place, row] of rows.entries()) {
      set(row, { "aria-selected": place === at, tabIndex: place === Math.max(at, 0) ? 0 : -1 });
    }
    set(menuButton, { "aria-disabled": at < 0 && !isAtStart() });
    empty.hidden = rows.length > 0;
    tree.hidden = rows.length === 0;
    // Before the first turn nothing is marked.
    if (rows[at]) follow(rows[at]);
    else score.scrollTop = 0;
    if (hadFocus) rows[Math.max(at, 0)]?.focus({ preventScroll: true });
  };

  /** What can be done with a turn, as items of its menu. @param {TreeItem} item */
  const choices = (item) => {
    const { turn } = item.place;
    /** @param {string} word @param {() => unknown} work @param {string} [said] */
    const choice = (word, work, said) => {
      const does = () => {
        menu.hidePopover();
        work();
        if (said) session.say(words(said));
      };
      return button(words(word), does, { role: "menuitem", tabIndex: -1 });
    };
    const judge = (/** @type {number} */ one, /** @type {number[]} */ kind) => {
      const rest = item.glyphs.filter((other) => !kind.includes(other));
      const { sign, name } = glyph(one);
      const isOn = item.glyphs.includes(one);
      const does = () => {
        menu.hidePopover();
        const glyphs = isOn ? rest : [...rest, one];
        session.emit({ glyphs: [turn, glyphs.sort((a, b) => rank(a) - rank(b))] });
      };
      const given = { role: "menuitemcheckbox", tabIndex: -1, title: name, "aria-label": name };
      return button(sign, does, { ...given, "aria-checked": String(isOn) });
    };
    const remarks = [
      choice("analysis.comment", () => comment(item)),
      choice("marks.title", () => mark(item)),
    ];
    if (item === start) return remarks;
    const fold = item.folded ? "analysis.unfold" : "analysis.fold";
    return [
      ...GLYPHS.map((kind) => {
        const given = { class: "glyphs", role: "none" };
        return make("div", given, ...kind.map((one) => judge(one, kind)));
      }),
      ...remarks,
      choice("analysis.copy", () => copyLine(turn)),
      ...(session.table.conditional()
        ? [choice("conditional.add", () => session.emit({ analyse: { condition: turn } }))]
        : []),
      choice("analysis.promote", () => session.emit({ promoteTurn: turn }), "analysis.promoted"),
      choice("analysis.main", () => session.emit({ makeMainLine: turn }), "analysis.is-main"),
      ...(item.folded === null
        ? []
        : [choice(fold, () => session.emit({ analyse: { fold: turn } }))]),
      choice("analysis.delete", () => remove(turn)),
    ];
  };

  /** Deletes from a turn on; that can be put back. @param {number} turn */
  const remove = (turn) => {
    session.emit({ delete: turn });
    left = shownNow();
    offerUndo(gone, words("analysis.deleted"), () => {
      gone.replaceChildren();
      session.emit({ analyse: "restore" });
      (current() ?? menuButton).focus({ preventScroll: true });
    });
  };

  /** What was done before the next frame is in the menu too. */
  const openShown = () => {
    render();
    const row = current() ?? (isAtStart() ? menuButton : undefined);
    if (row) openMenu(row);
  };

  /** What a turn is called, or the start. @param {TreeItem} item */
  const nameOf = (item) => (item === start ? words("analysis.start-name") : turnText(item));

  /** @param {HTMLElement} row of a turn; anything else: of the start */
  const openMenu = (row) => {
    const item = items[rows.indexOf(row)] ?? start;
    set(menu, { "aria-label": words("analysis.menu-of", { turn: nameOf(item) }) });
    menu.replaceChildren(...choices(item));
    menu.showPopover();
    below = row;
    putMenu();
    menu.querySelector("button")?.focus();
  };

  /** What the menu stands below. */
  let below = /** @type {HTMLElement} */ (menuButton);
  /** Puts it there, within the window. */
  const putMenu = () => {
    if (!menu.matches(":popover-open")) return;
    const { left, bottom } = below.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = menu;
    const clamp = (/** @type {number} */ place, /** @type {number} */ most) =>
      `${Math.max(8, Math.min(place, most - 8))}px`;
    menu.style.setProperty("left", clamp(left, innerWidth - offsetWidth));
    menu.style.setProperty("top", clamp(bottom, innerHeight - offsetHeight));
  };
  listen(window, { resize: putMenu }, session.signal);
  menu.onkeydown = (event) => {
    const all = [...menu.querySelectorAll("button")];
    const at = all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    /** @type {Record<string, number>} */
    const ways = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1 };
    const next = { ...ways, Home: 0, End: -1 }[event.key];
    // No key does anything to the board behind it.
    event.stopPropagation();
    if (next === undefined) return;
    event.preventDefault();
    all.at(next % all.length)?.focus();
  };
  menu.addEventListener("toggle", (event) => {
    if (
      /** @type {ToggleEvent} */ (event).newState === "closed" &&
      !document.querySelector("dialog[open]")
    )
      (current() ?? menuButton).focus({ preventScroll: true });
  });

  /** @param {TreeItem} item */
  const comment = (item) => {
    const label = words("analysis.comment-of", { turn: nameOf(item) });
    const field = make("textarea", { "aria-label": label, value: item.behind, rows: 4 });
    const keep = make("button", { value: "keep", class: "main" }, words("analysis.keep"));
    const { box } = openSheet(
      "remark",
      words("analysis.comment"),
      [make("p", "", label), field],
      keep,
    );
    box.onclose = () => {
      if (box.returnValue === "keep")
        session.emit({ comment: [item.place.turn, field.value.trim()] });
      (current() ?? menuButton).focus({ preventScroll: true });
    };
    field.focus();
  };

  /** @param {TreeItem} item */
  const mark = (item) =>
    askMarks(session, item, () => (current() ?? menuButton).focus({ preventScroll: true }));

  /** @param {number} turn */
  const copyLine = (turn) => {
    const { line, say } = sayer();
    const text = session.table.line_text(turn);
    const { field, copy } = copyable(words("analysis.copy"), text, true, say);
    openSheet("line", words("analysis.copy"), [field, line], copy);
    copy.focus();
  };

  session.watch(lazily(render));
  render();
}
