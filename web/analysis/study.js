// The study of an analysis board: its chapters, what is done with them, and how it travels. What a chapter
// is and which one is shown the table decides.

import { copyable, download, offerUndo, openParts, openSheet, sayer } from "../dialogs/index.js";
import { button, lazily, loadWhole, make, set, tell, words } from "../shell/index.js";

/** @import { Session, StudyChapter, Studied, StudyDeed } from "../shell/types" */

/** What files of games are. */
const PGN = "application/vnd.chess-pgn";

/**
 * Adds the study to the region of the analysis.
 * @param {{ session: Session, region: HTMLElement }} board
 */
export function addStudy({ session, region }) {
  const emit = (/** @type {StudyDeed} */ study) => session.emit({ analyse: { study } });
  const studied = () => session.table.studied();
  /** The game on the board, which that of another chapter may follow. */
  const game = () => session.snap.game;
  const { line, say } = sayer();

  const summary = make("summary");
  const list = make("ol", {
    class: "chapters",
    role: "list",
    "aria-label": words("study.chapters"),
  });
  /** @param {string} word @param {() => unknown} work */
  const tool = (word, work) => button(words(`study.${word}`), work);
  const add = tool("new", () => addChapter());
  const up = tool("up", () => emit({ move: { id: studied().onBoard, up: true } }));
  const down = tool("down", () => emit({ move: { id: studied().onBoard, up: false } }));
  const gone = tool("delete", () => remove());
  const others = [
    tool("rename", () => rename()),
    up,
    down,
    gone,
    tool("copy", () => copyLink()),
    tool("save", () => save()),
  ];
  const tools = make("div", { class: "row", role: "group" }, add, ...others);
  set(tools, { "aria-label": words("study.title") });
  const element = make("details", "study", summary, list, tools, line);
  region.append(element);

  /** @param {StudyChapter} chapter */
  const titleOf = ({ title, game }) => tell(title, game);
  const shown = () => {
    const { chapters, onBoard } = studied();
    return /** @type {StudyChapter} */ (chapters.find(({ id }) => id === onBoard) ?? chapters[0]);
  };

  /** @param {StudyChapter} chapter @param {number} onBoard */
  const drawn = (chapter, onBoard) => {
    const kind = words(`games.${chapter.game}.name`);
    const show = button("", () => emit({ show: chapter.id }));
    show.append(make("bdi", "", titleOf(chapter)), " ", make("small", "", kind));
    if (chapter.id === onBoard) show.setAttribute("aria-current", "true");
    return make("li", "", show);
  };

  let known = "";
  const render = () => {
    const view = studied();
    const now = JSON.stringify(view);
    if (now === known) return;
    const wasStudy = known !== "" && JSON.parse(known).chapters.length > 0;
    known = now;
    const { chapters, name, onBoard, may, removed } = view;
    const isStudy = chapters.length > 0;
    if (isStudy && !wasStudy) element.open = true;
    summary.textContent = name || words("study.title");
    const hadFocus = list.contains(document.activeElement);
    list.replaceChildren(...chapters.map((chapter) => drawn(chapter, onBoard)));
    list.hidden = !isStudy;
    for (const one of others) one.hidden = !isStudy;
    set(add, { "aria-disabled": !may });
    const place = chapters.findIndex(({ id }) => id === onBoard);
    set(up, { "aria-disabled": place <= 0 });
    set(down, { "aria-disabled": place < 0 || place === chapters.length - 1 });
    set(gone, { "aria-disabled": chapters.length < 2 });
    offerBack(removed);
    const current = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
    if (hadFocus) current?.focus({ preventScroll: true });
    if (element.open && current) {
      const [row, box] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
      list.scrollTop += Math.min(row.top - box.top, 0) + Math.max(row.bottom - box.bottom, 0);
    }
  };

  const addChapter = async () => {
    if (!studied().may) return say(words("study.silent"));
    const post = await loadWhole();
    const deeds = {
      add() {
        const fields = dialog.named;
        const [name, text] = [fields.get("name").value, fields.get("given").value.trim()];
        const kind = fields.get("game").value;
        const fault = text ? post.chapter_fault(kind, text) : null;
        if (fault) return dialog.say(tell(fault.says, fault.game || kind), "wrong");
        const from = new FormData(dialog.form).get("from");
        dialog.box.close();
        if (!text && from === "position") emit({ addPosition: name });
        else if (!text && from === "copy") emit({ addCopy: name });
        else emit({ add: { name, game: kind, text } });
        add.focus();
      },
    };
    const parts = post.chapter_dialog(game());
    const dialog = openParts("chapter", words("study.new"), parts, game(), deeds);
  };

  const rename = async () => {
    const { id, name } = shown();
    const parts = (await loadWhole()).study_names(name, studied().name);
    const deeds = {
      keep() {
        const [chapter, study] = ["name", "study"].map((field) => dialog.named.get(field).value);
        dialog.box.close();
        emit({ rename: { id, name: chapter } });
        emit({ name: study });
      },
    };
    const dialog = openParts("names", words("study.rename"), parts, game(), deeds);
  };

  const remove = () => {
    if (studied().chapters.length < 2) return say(words("study.last"));
    emit({ remove: studied().onBoard });
    offerBack(studied().removed);
    line.querySelector("button")?.focus();
  };

  let offered = "";
  /** Offers to put back what was deleted last. @param {Studied["removed"]} removed */
  const offerBack = (removed) => {
    const name = removed ? tell(removed, game()) : "";
    if (name === offered) return;
    offered = name;
    if (!name) return line.replaceChildren();
    offerUndo(line, words("study.deleted", { name }), () => {
      emit("restore");
      gone.focus();
    });
  };

  const copyLink = () => {
    const { text, says } = session.table.study_link(new URL("./", document.baseURI).href);
    const sentence = says ? tell(says, game()) : "";
    if (!text) return say(sentence);
    const status = sayer();
    const { field, copy } = copyable(words("study.copy"), text, true, status.say);
    const parts = [field, ...(sentence ? [make("p", "", sentence)] : []), status.line];
    openSheet("line", words("study.copy"), parts, copy);
    copy.focus();
  };

  const save = () => {
    const name = studied().name.replace(/[^\p{L}\p{N}]+/gu, "-") || "study";
    download(new Blob([session.table.study_file()], { type: PGN }), `fivefold-${name}.pgn`);
    say(words("study.saved"));
  };

  element.addEventListener("toggle", () => {
    if (element.open && region.contains(document.activeElement))
      summary.scrollIntoView({ block: "nearest" });
  });
  session.watch(lazily(render));
  render();
}
