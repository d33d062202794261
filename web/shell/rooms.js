// The rooms that the first board does without, each fetched when it is first wanted.

import { choosePromotion, loadPieces, picture } from "../board/index.js";
import {
  keepForLong,
  keepOpponent,
  loadPost,
  makeRoom,
  onOtherWindow,
  openLibrary,
  openPaste,
  openShare,
  showDue,
  storedFacts,
} from "../library/index.js";
import { keepSettings, loadSounds, openKeys, openSettings, settings } from "../settings/index.js";
import { GAMES } from "./address.js";
import { ask } from "./dialogs.js";
import { afterFrame } from "./frames.js";
import { isFailure } from "./module.js";
import { loadStyle } from "./style.js";
import { colorName, loadLaterWords, loadWords, other, words } from "./words.js";

/** @typedef {import('../game/session.js').Session} Session */
/** @typedef {import('../friend/friend.js').Friend} Friend */

/**
 * The page that the rooms belong to.
 * @typedef {object} Place
 * @property {Session} session
 * @property {string} game
 * @property {(id: string) => HTMLElement} find
 * @property {(square: string) => DOMRect | undefined} boxOf the box of a square in the window
 * @property {import('../game/moves.js').Moves} moves
 * @property {{ dress: () => void }} overlays
 * @property {() => void} changed a setting has changed
 * @property {() => void} dress gives the board the pieces' pictures
 * @property {(text: string, way?: { label: string, href?: string, work?: () => void }) => void} stop
 *   nothing more can be played here
 * @property {(text: string, way?: { label: string, work: () => void }) => void} notify
 */

/** The words and the style sheets of dialogs. */
const furnish = () =>
  Promise.all([loadLaterWords(), loadStyle("shell/choice.css"), loadStyle("shell/dialogs.css")]);

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

/** @param {Place} place */
export function createRooms(place) {
  const { session, game, find, boxOf, moves, overlays, changed, dress, stop, notify } = place;
  const isUnderWay = () => session.snap.view.of > 0 && !session.snap.result;
  /** Of who plays a game by link. @type {Friend | undefined} */
  let friend;
  /** The game that is to be begun. */
  let wanted = game;

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
  /** The same with the words and the style of dialogs. @param {() => unknown} work */
  const furnished = (work) =>
    attempt(async () => {
      await furnish();
      await work();
    });

  /** @param {string} name of the setting that was changed */
  const follow = (name) => {
    overlays.dress();
    changed();
    if (name === "men") changePieces(game).then(dress).catch(console.error);
  };

  // The browser hands out sound from the first gesture on.
  const gesture = () => {
    if (settings.sounds) loadSounds().then(({ wake }) => wake(), console.warn);
  };
  addEventListener("pointerup", gesture);
  addEventListener("keydown", gesture);
  let isAsked = false;
  session.onPlayed = (before) => {
    if (!isAsked && session.snap.score.some((turn) => turn.done)) {
      // A game has begun that is worth keeping.
      isAsked = true;
      keepForLong().catch(() => {});
    }
    if (!settings.sounds) return;
    const { snap } = session;
    afterFrame(() =>
      loadSounds()
        .then(({ sound, soundsOf }) => sound(soundsOf(before, snap)))
        .catch(() => {}),
    );
  };

  const leave = () => {
    // A lesson is kept by no window.
    if (session.broken || session.key === "") return;
    session.emit("takenElsewhere");
    session.broken = true;
    for (const box of document.querySelectorAll("dialog")) box.close();
    loadLaterWords().then(() => stop(words("ask.elsewhere"), { label: words("ask.here") }));
  };
  onOtherWindow(() => session.key, leave);

  session.on("begin", async ({ opponent }) => {
    // Where nothing can be kept, the page begins anew by itself.
    await makeRoom(wanted, await loadPost()).catch(console.warn);
    keepOpponent(wanted, opponent);
    location.assign(`?${new URLSearchParams({ game: wanted })}`);
  });
  session.on("below", (color) => {
    if (session.snap.flipped !== (color === "black")) session.act((table) => table.flip());
  });
  session.on("remember", (opponent) => {
    if (session.key !== "") keepOpponent(session.key, opponent ?? null);
  });
  /** @type {Promise<void> | undefined} */
  let arriving;
  const loadComputer = () => {
    arriving ??= Promise.all([import("../computer/index.js"), furnish()]).then(([room]) =>
      room.seatComputer({ session, game, find, moves }),
    );
    arriving.catch(() => {
      arriving = undefined;
    });
    return arriving;
  };

  /** Whose letter is due, and what came. */
  async function sitDown() {
    const [room] = await Promise.all([import("../friend/index.js"), furnish()]);
    friend = room.createFriend({ session, game, find, notify });
  }

  /** Few games come with variations and comments. */
  async function accompany() {
    const link = (await storedFacts(session.key))?.lines;
    // By itself it is nothing to be kept.
    if (link) session.emit({ graft: link });
  }

  // A lesson has neither opponent nor variations.
  if (session.key !== "") accompany().catch(console.warn);
  const branched = session.watch(({ hasLines }) => {
    if (!hasLines) return;
    branched();
    attempt(async () => {
      const [{ addVariations }] = await Promise.all([import("../analysis/index.js"), furnish()]);
      addVariations({ session, find, moves });
    });
  });
  // Before the computer: whose turn it is, is asked in turn.
  const seated = session.key.startsWith("mail ") ? attempt(sitDown) : Promise.resolve();
  // The front page is for who looks at the board first.
  if (!session.invites) seated.then(() => attempt(loadComputer));
  else {
    const begun = () => {
      if (session.snap.view.of === 0) return;
      session.views.splice(session.views.indexOf(begun), 1);
      attempt(loadComputer);
    };
    session.views.push(begun);
  }

  /** The dialog that begins a game. */
  async function openNew() {
    const [{ addFriend, inviteFriend, isFriend }, { opponentForm, wishOf }, { chooseGame }] =
      await Promise.all([
        import("../friend/index.js"),
        import("../computer/index.js"),
        import("./choice.js"),
        loadComputer(),
      ]);
    const opponent = opponentForm(session.snap.opponent);
    addFriend(opponent);
    /** @param {string} other */
    const invite = (other) =>
      inviteFriend(other, opponent).catch((error) => {
        console.error(error);
        notify(words("mail.no-invitation"));
      });
    /** @param {string} kind */
    const beginGame = (kind) => {
      if (isFriend(opponent)) return invite(kind);
      wanted = kind;
      const wish = wishOf(opponent);
      session.emit(kind === game ? { anew: wish } : { begin: wish });
    };
    return chooseGame(game, isUnderWay() && !friend, opponent, () => beginGame(game), beginGame);
  }

  const games = () => furnished(() => openLibrary(session.key));

  return {
    /** The game's module has failed. @param {unknown} error */
    broken: (error) =>
      furnished(async () => (await import("./broken.js")).offer(session, game, stop, error)),
    /** Another window has gone on with this game. */
    elsewhere: leave,
    keys: () => furnished(openKeys),
    settings: () => furnished(() => openSettings(game, follow)),
    mute() {
      settings.sounds = !settings.sounds;
      keepSettings();
      gesture();
      loadWords("later").then(() =>
        session.say(words(settings.sounds ? "ask.unmuted" : "ask.muted")),
      );
    },
    share: () => furnished(() => openShare(session, friend)),
    open: () => furnished(() => openPaste(game)),
    games,
    inbox: () => showDue(find("do-games"), find("choice"), games),
    puzzles: () =>
      furnished(async () => {
        const here = session.snap.exercise?.puzzle ?? undefined;
        return (await import("../learn/index.js")).openPuzzles(game, here);
      }),
    new: () => furnished(openNew),
    rematch() {
      if (friend) return session.emit("inviteAgain");
      wanted = game;
      session.emit("rematch");
    },
    /** The choice of games on the front page. */
    choice: () =>
      attempt(async () => {
        const [{ fillChoice }] = await Promise.all([
          import("./choice.js"),
          loadWords("choice"),
          loadStyle("shell/choice.css"),
        ]);
        await fillChoice(find("choice"), game);
      }),
    resign: () =>
      furnished(() => {
        if (friend) {
          session.emit("resign");
          return;
        }
        // The computer does not resign.
        if (session.snap.opponent && !session.snap.mayAct) return session.emit("resign");
        const { turn } = session.snap;
        ask(
          {
            title: words("ask.resign-title"),
            text: words("ask.resign", { color: colorName(turn), other: colorName(other(turn)) }),
            yes: words("button.resign"),
            no: words("ask.keep-playing"),
          },
          () => {
            session.emit("resign");
            session.emit({ answer: true });
          },
        );
      }),
    offer: () =>
      furnished(() => {
        if (friend) {
          session.emit("offerDraw");
          return;
        }
        if (session.snap.opponent) return session.emit("offerDraw");
        const { turn } = session.snap;
        ask(
          {
            title: words("ask.draw-title"),
            text: words("ask.draw", { color: colorName(turn), other: colorName(other(turn)) }),
            yes: words("ask.agree"),
            no: words("ask.decline"),
          },
          () => {
            session.emit("offerDraw");
            session.emit({ answer: true });
          },
        );
      }),
    /** @param {import('./contract').Promotion} question */
    promotion: (question) =>
      furnished(() => {
        const box = () => boxOf(question.to);
        const around = { box, board: find("canvas"), game };
        return choosePromotion(undefined, question, around, (role) => {
          session.emit({ promote: role || null });
        });
      }),
  };
}
