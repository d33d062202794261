// The rooms that the first board does without, each fetched when it is first wanted.

import { choosePromotion, loadPieces, picture, pieceImage } from "../board/index.js";
import { openLegend, showClocks } from "../game/index.js";
import {
  keepForLong,
  keepOpponent,
  makeRoom,
  onOtherWindow,
  openLibrary,
  openPaste,
  openShare,
  pageOf,
  showDue,
  storedFacts,
} from "../library/index.js";
import {
  loadSounds,
  openKeys,
  openSettings,
  prepareSettings,
  settings,
  toggle,
} from "../settings/index.js";
import { analysisOf, BEGUN, FRONT, GAMES } from "./address.js";
import { once, retain } from "./device.js";
import { find, listen } from "./elements.js";
import { loadStyle } from "./files.js";
import { afterFrame } from "./frames.js";
import { isFailure, loadWhole } from "./module.js";
import { loadDialogWords, loadWords, words } from "./words.js";

/** @import { Moves, Promotion, Session, Snapshot } from "./types" */

/**
 * The page that the rooms belong to.
 * @typedef {object} Place
 * @property {Session} session
 * @property {string} game the game that is on the board: chapters of a study can be of several
 * @property {(square: string) => DOMRect | undefined} boxOf the box of a square in the window
 * @property {Moves} moves
 * @property {() => void} changed a setting has changed
 * @property {() => void} dress gives the board the pieces' pictures
 * @property {(text: string, way?: { label: string, href?: string, work?: () => void }) => void} stop
 *   nothing more can be played here
 * @property {(text: string, way?: { label: string, work: () => void }) => void} notify
 */

/** The words and the style sheets of dialogs. */
const furnish = () =>
  Promise.all([loadDialogWords(), loadStyle("shell/choice.css"), loadStyle("shell/dialogs.css")]);

/** Fetches the set of pieces that the settings ask for, and shows it. @param {string} game */
async function changePieces(game) {
  const roles = GAMES[game];
  const pictures = () => roles.flatMap((role) => [picture(role, "white"), picture(role, "black")]);
  const old = pictures();
  await loadPieces(roles);
  const now = pictures();
  for (const image of document.images) {
    const place = old.indexOf(image.getAttribute("src") ?? "");
    if (place >= 0) image.src = now[place];
  }
}

/** The sounds of what happens, and what the browser wants to be asked for them. @param {Session} session */
function addSounds(session) {
  // The browser hands out sound from the first gesture on.
  const wake = () => {
    if (settings.sounds) afterFrame(() => loadSounds().then(({ wake }) => wake(), console.warn));
  };
  listen(window, { pointerup: wake, keydown: wake }, session.signal);
  session.on("sound", (names) => {
    if (!settings.sounds) return;
    const play = () => loadSounds().then(({ sound }) => sound(names), console.warn);
    afterFrame(play);
  });
  return () => {
    toggle("sounds");
    wake();
    const muted = settings.sounds ? "ask.unmuted" : "ask.muted";
    loadWords("dialogs").then(() => session.say(words(muted)));
  };
}

/** What the table has the page do, and what another window does. @param {Place} place */
function serveTable({ session, stop }) {
  const leave = () => {
    // A lesson is kept by no window.
    if (session.broken || session.key === "") return;
    session.emit("takenElsewhere");
    session.broken = true;
    for (const box of document.querySelectorAll("dialog")) box.close();
    loadDialogWords().then(() => stop(words("ask.elsewhere"), { label: words("ask.here") }));
  };
  onOtherWindow(() => session.key, leave);
  session.on("remember", (opponent) => {
    if (session.key !== "") keepOpponent(session.key, opponent ?? null);
  });
  const isBegun = (/** @type {Snapshot} */ { score }) => score.some(({ done }) => done);
  when(session, isBegun, () => {
    // The front page has it from its first paint; two who play here chose so.
    if (session.key === FRONT) retain(BEGUN, true);
    if (session.key === FRONT && !session.snap.opponent) keepOpponent(FRONT, null);
    keepForLong().catch(() => {});
  });
}

/** How a room is entered: what does something that may fail, and tells of it. @param {Place} place */
function createEntrance({ session, notify }) {
  /** Does something, and says so if a part of the page did not come. @param {() => unknown} work */
  const attempt = async (work) => {
    try {
      await work();
    } catch (error) {
      if (isFailure(error)) session.crash(error);
      else {
        console.error(error);
        notify(words("notice.no-part"));
      }
    }
  };
  /** What does something with the words and the style of dialogs. @template {unknown[]} A @param {(...given: A) => unknown} work */
  const furnished =
    (work) =>
    (/** @type {A} */ ...given) =>
      attempt(async () => {
        await furnish();
        await work(...given);
      });
  return { attempt, furnished };
}

/** @typedef {ReturnType<typeof createEntrance>} Entrance */

/** Does something once, as soon as a view says so. @param {Session} session @param {(snap: Snapshot) => boolean} isDue @param {() => void} work */
function when(session, isDue, work) {
  const end = session.watch((snap) => {
    if (!isDue(snap)) return;
    end();
    work();
  });
}

/** Few games come with variations and comments. @param {Session} session */
async function bringLines(session) {
  const link = (await storedFacts(session.key))?.lines;
  // By itself it is not stored.
  const saved = link && (await loadWhole()).lines_of(link);
  if (saved) session.emit({ graft: saved });
}

/** The rooms that come by themselves, when the game wants them. @param {Place} place @param {Entrance} entrance @param {() => Promise<void>} loadComputer */
function followGame({ session, game, moves, notify }, { attempt, furnished }, loadComputer) {
  if (session.key.startsWith("analysis ")) return;
  // A lesson has neither opponent nor variations.
  if (session.key !== "") bringLines(session).catch(console.warn);
  const addVariations = furnished(async () =>
    (await import("../analysis/index.js")).addVariations({ session, moves }),
  );
  when(session, ({ hasLines }) => hasLines, addVariations);
  let asked = "null";
  const openQuestion = furnished(async () =>
    (await import("../friend/index.js")).openQuestion(session, notify),
  );
  session.watch((snap) => {
    const now = JSON.stringify(snap.asked);
    if (now !== asked) openQuestion();
    asked = now;
  });
  /** Whose letter is due, and what came. */
  const sitDown = furnished(async () =>
    (await import("../friend/index.js")).createFriend({ session, game, notify }),
  );
  // Before the computer: questions about seats come first.
  const seated = session.key.startsWith("mail ") ? sitDown() : Promise.resolve();
  const seatComputer = () => seated.then(() => attempt(loadComputer));
  if (session.key.startsWith("timed ")) furnished(() => showClocks(session))();
  // The front page lets newcomers look at the board first.
  if (session.invites) when(session, ({ view }) => view.of > 0, seatComputer);
  else seatComputer();
}

/** How games are begun on this page. @param {Place} place @param {Entrance} entrance */
function createBeginning(place, { attempt }) {
  const { session, moves } = place;
  /** The game that is to be begun: this page's, until another is chosen. */
  let wanted = place.game;
  /** Its time control; without one that of this game. @type {string | undefined} */
  let clock;
  session.on("begin", async ({ opponent }) => {
    const timed = clock ?? session.table.clocks?.()?.control;
    const key = timed ? `timed ${Date.now()}` : wanted;
    // Where nothing can be kept, the page begins anew by itself.
    if (!timed) await makeRoom(wanted).catch(console.warn);
    keepOpponent(key, opponent);
    const control = timed ? `&${new URLSearchParams({ clock: timed })}` : "";
    location.assign(pageOf(key, wanted) + control);
  });

  const another = session.invites ? () => attempt(openNew) : undefined;
  const loadComputer = once(async () => {
    const [room] = await Promise.all([import("../computer/index.js"), furnish()]);
    room.seatComputer({ session, game: place.game, moves, another });
  });
  const openNew = async () => {
    const [{ beginNew }] = await Promise.all([import("./new-game.js"), loadComputer()]);
    await beginNew(place, (kind, control) => {
      [wanted, clock] = [kind, control];
    });
  };
  const rematch = () => {
    wanted = place.game;
    session.emit("rematch");
  };
  return { loadComputer, openNew, rematch };
}

/** @param {Place} place */
export function createRooms(place) {
  const { session, boxOf, changed, dress, stop } = place;
  const entrance = createEntrance(place);
  const { attempt, furnished } = entrance;
  const mute = addSounds(session);
  serveTable(place);
  const { loadComputer, openNew, rematch } = createBeginning(place, entrance);
  followGame(place, entrance, loadComputer);
  const games = furnished(() => openLibrary(session.key));
  const friend = furnished(async () => (await import("../live/index.js")).playFriend(place.game));
  /** @type {() => Parameters<typeof openSettings>} */
  const asked = () => [
    place.game,
    pieceImage,
    async (name) => {
      changed();
      session.refresh();
      if (["confirm", "replay"].includes(name)) session.wish();
      if (name === "men") await changePieces(session.snap.game).then(dress).catch(console.error);
    },
  ];
  // What dialogs consist of is on its way before their buttons are pressed.
  const prepare = () => {
    const made = furnish().then(() => prepareSettings(...asked()));
    made.catch(() => {});
  };
  listen(find("rail"), { pointerenter: prepare, focusin: prepare }, session.signal);
  // It leads to the position that is on the board by then.
  const lead = () => find("analyse").setAttribute("href", analysisOf(session));
  listen(find("analyse"), { click: lead }, session.signal);
  lead();
  return {
    /** The game's module has failed. */
    broken: furnished(async (/** @type {unknown} */ error) =>
      (await import("./broken.js")).offer(session, place.game, stop, error),
    ),
    keys: furnished(openKeys),
    settings: furnished(() => openSettings(...asked())),
    mute,
    pieces: furnished(() => openLegend(session)),
    share: furnished(() => openShare(session)),
    open: furnished(() => openPaste(place.game)),
    games,
    lobby: furnished(async () => (await import("../live/index.js")).openLobby(place.game)),
    inbox: () => showDue(find("do-games"), find("choice"), games),
    puzzles: furnished(async () => {
      const here = session.snap.exercise?.puzzle ?? undefined;
      return (await import("../learn/index.js")).openPuzzles(place.game, here);
    }),
    new: furnished(openNew),
    rematch,
    /** The choice of games on the front page. */
    choice: () =>
      attempt(async () => {
        const words = [loadWords("choice"), loadStyle("shell/choice.css")];
        const [{ fillChoice }] = await Promise.all([import("./choice.js"), ...words]);
        await fillChoice(find("choice"), place.game, friend);
      }),
    promotion: furnished((/** @type {Promotion} */ question) =>
      choosePromotion(session, question, boxOf, find("canvas")),
    ),
  };
}
