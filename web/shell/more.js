// What the first board does without: questions, settings, keys, the choice of games, sounds, and
// the watch on other windows with the same game.

import "./first.js";
import { addOverlays } from "../board/overlays.js";
import { loadPieces, picture } from "../board/piece-images.js";
import { createComputer } from "../computer/computer.js";
import { chosenOpponent, makeRoom } from "../computer/opponent.js";
import { createFriend } from "../friend/friend.js";
import { addFriend, inviteFriend, isFriend } from "../friend/invite.js";
import { mailOf } from "../friend/mailbox.js";
import { chooseGame, fillChoice } from "../game/choice.js";
import { createMoves } from "../game/moves.js";
import { colorName, other } from "../game/telling.js";
import { openPuzzles } from "../learn/puzzle-list.js";
import { followFacts } from "../library/facts.js";
import { openLibrary } from "../library/library.js";
import { loadPost } from "../library/post.js";
import { openPaste, openShare } from "../library/share.js";
import { keepForLong, onOtherWindow, storedFacts } from "../library/shelf.js";
import { openKeys, openSettings } from "../settings/preferences.js";
import { keepSettings, settings } from "../settings/settings.js";
import { sound, soundsOf, wake } from "../settings/sounds.js";
import { GAMES } from "./address.js";
import { watchOver } from "./broken.js";
import { ask, choosePromotion, promotionDialog, toolButton } from "./dialogs.js";
import { afterFrame, lazily } from "./frames.js";
import { dressForHost } from "./host.js";
import { keepOffline } from "./offline.js";
import { asset, loadLaterWords, words } from "./words.js";

/** @typedef {import('../game/session.js').Session} Session */
/** @typedef {import('./table').Answer} Answer */

/**
 * The page that it all belongs to.
 * @typedef {object} Place
 * @property {Session} session
 * @property {string} game
 * @property {(id: string) => HTMLElement} find
 * @property {(square: string) => DOMRect | undefined} boxOf the box of a square in the window
 * @property {(x: number, y: number) => string | undefined} squareAt the square under a point of the
 *   window
 * @property {(snap: import('./table').Snapshot) => void} showTurn shows the turn bar anew
 * @property {(turned: boolean) => void} begin begins the game anew, with Black below or not
 * @property {() => void} changed a setting has changed
 * @property {() => void} dress gives the board the pieces' pictures
 * @property {(text: string, way: { label: string, work?: () => void }) => void} stop nothing more can be played here
 * @property {(text: string, way?: { label: string, work: () => void }) => void} notify
 */

const style = () =>
  new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = asset("shell/more.css");
    link.onload = resolve;
    link.onerror = reject;
    document.head.append(link);
  });

/** Its words and its style. */
export const ready = () => Promise.all([loadLaterWords(), style()]);

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
export async function createMore({
  session,
  game,
  find,
  boxOf,
  squareAt,
  showTurn,
  begin,
  changed,
  dress,
  stop,
  notify,
}) {
  const mail = await mailOf(session.key);
  const root = document.documentElement;
  const isUnderWay = () => session.snap.view.of > 0 && !session.snap.result;

  const moves = createMoves(session, find);
  session.views.push(lazily(() => moves.render(session.snap)));
  const overlays = addOverlays(session, find("grid"), squareAt, showTurn);
  session.show();

  const showMute = () => find("do-mute").setAttribute("aria-pressed", String(!settings.sounds));
  showMute();
  /** @param {string} name */
  const follow = (name) => {
    showMute();
    overlays.dress();
    changed();
    if (name === "men") changePieces(game).then(dress).catch(console.error);
  };

  find("canvas").addEventListener("contextrestored", dress);
  const broken = watchOver(session, game, stop);

  // The browser hands out sound from the first gesture on.
  const gesture = () => {
    if (settings.sounds) wake();
  };
  addEventListener("pointerup", gesture);
  addEventListener("keydown", gesture);
  let isAsked = false;
  session.onPlayed = (answer, before) => {
    if (!isAsked && session.snap.score.some((turn) => turn.done)) {
      // A game has begun that is worth keeping.
      isAsked = true;
      keepForLong().catch(() => {});
    }
    if (!settings.sounds) return;
    const { snap } = session;
    afterFrame(() => sound(soundsOf(answer, before, snap)).catch(() => {}));
  };

  const leave = () => {
    // A lesson is kept by no window.
    if (session.broken || session.key === "") return;
    session.broken = true;
    for (const box of document.querySelectorAll("dialog")) box.close();
    stop(words("ask.elsewhere"), { label: words("ask.here") });
  };
  onOtherWindow(() => session.key, leave);

  dressForHost(find).catch(() => {});
  keepOffline((reload) =>
    notify(words("site.new-version"), { label: words("button.reload"), work: reload }),
  ).catch(console.error);

  const tools = [
    {
      name: "share",
      icon: "M8.5 10.5l7-4M8.5 13.5l7 4M6 9.500a2.5 2.5 0 100 5 2.5 2.5 0 000-5zM18 3a2.5 2.5 0 100 5 2.5 2.5 0 000-5zM18 16a2.5 2.5 0 100 5 2.5 2.5 0 000-5z",
      work: () => openShare(session, friend),
    },
    {
      name: "open",
      icon: "M4 7V5.500h5.500L11.500 7.500H20v11H4zM4 7v11.500",
      work: async () => openPaste(game),
    },
    {
      name: "games",
      icon: "M5 5.500h6v6H5zM13.500 5.500h5.500v6h-5.500zM5 14h6v5H5zM13.500 14h5.500v5h-5.500z",
      work: () => openLibrary(session.key),
    },
    {
      name: "puzzles",
      icon: "M10 4.500a2 2 0 014 0c0 .6-.3 1-.3 1.500H18.500v4.300c.5 0 .9-.3 1.500-.3a2 2 0 010 4c-.6 0-1-.3-1.500-.3V19.500h-13V6h4.800c0-.5-.3-.9-.3-1.500z",
      work: () => openPuzzles(root.dataset.puzzle ?? ""),
    },
  ];
  // A lesson is neither shared nor kept.
  const usable = session.key === "" ? tools.slice(-1) : tools;
  const buttons = usable.map(({ name, icon, work }) => {
    const button = toolButton(words(`travel.${name}`), icon);
    button.addEventListener("click", () =>
      work().catch((error) => {
        console.error(error);
        notify(words("notice.no-part"));
      }),
    );
    return button;
  });
  find("more-tools").replaceWith(...buttons);

  // Before the computer: whose turn it is, is asked in turn.
  const friend = createFriend({ session, game, find, notify, leave }, mail);
  const computer = createComputer({ session, game, find, moves });
  followFacts(session, computer.opponent, (saved, resume) =>
    notify(words("kept.left"), {
      label: words("kept.go-back"),
      work() {
        find("notice").hidden = true;
        resume();
        session.onRestore(saved);
      },
    }),
  );

  /** Few games come with variations and comments. */
  async function accompany() {
    const link = (await storedFacts(session.key))?.lines;
    if (!link) return;
    const [{ addVariations }, post] = await Promise.all([
      import("../analysis/variations.js"),
      loadPost(),
    ]);
    const dressShown = () => {
      dress();
      overlays.dress();
    };
    addVariations({ session, game, find, moves, dress: dressShown }, post, link);
  }
  // A lesson has none.
  if (session.key !== "") accompany().catch(console.warn);

  return {
    broken,
    /** Another window has gone on with this game by link. */
    elsewhere: () => (friend ? friend.forked() : leave()),
    keys: openKeys,
    settings: () => openSettings(follow),
    mute() {
      settings.sounds = !settings.sounds;
      keepSettings();
      showMute();
      if (settings.sounds) wake();
      session.say(words(settings.sounds ? "ask.unmuted" : "ask.muted"));
    },
    new() {
      const opponent = computer.form();
      addFriend(opponent);
      /** @param {string} other */
      const invite = (other) =>
        inviteFriend(other, opponent).catch((error) => {
          console.error(error);
          notify(words("mail.no-invitation"));
        });
      /** Begins a game on the page that it has for itself. @param {string} other */
      const beginOther = async (other) => {
        if (isFriend(opponent)) return invite(other);
        // Where nothing can be kept, the page begins anew by itself.
        await makeRoom(other, chosenOpponent(opponent)).catch(console.warn);
        location.assign(`?${new URLSearchParams({ game: other })}`);
      };
      const beginHere = () => {
        if (isFriend(opponent)) invite(game);
        // The game by link stays on its own page.
        else if (friend) beginOther(game);
        else begin(computer.choose(opponent));
      };
      return chooseGame(game, isUnderWay() && !friend, opponent, beginHere, beginOther);
    },
    rematch: () => begin(computer.rematch()),
    choice: () => fillChoice(find("choice"), game),
    resign() {
      if (friend) {
        friend.resign();
        return;
      }
      // The computer does not resign.
      if (computer.isOpponent() && !session.isAtPlay()) return;
      const { turn } = session.snap;
      ask(
        {
          title: words("ask.resign-title"),
          text: words("ask.resign", { color: colorName(turn), other: colorName(other(turn)) }),
          yes: words("button.resign"),
          no: words("ask.keep-playing"),
        },
        () => session.act((table) => table.resign(), ""),
      );
    },
    offer() {
      if (friend) {
        friend.offer();
        return;
      }
      if (computer.isOpponent()) {
        computer.offer();
        return;
      }
      const { turn } = session.snap;
      ask(
        {
          title: words("ask.draw-title"),
          text: words("ask.draw", { color: colorName(turn), other: colorName(other(turn)) }),
          yes: words("ask.agree"),
          no: words("ask.decline"),
        },
        () => session.act((table) => table.agree_draw(), ""),
      );
    },
    /** @param {NonNullable<Answer['promote']>} question */
    promotion(question) {
      const box = () => boxOf(question.to);
      const board = find("canvas");
      choosePromotion(promotionDialog(), question, { box, board, game }, (role) => {
        session.act((table) =>
          role ? table.play(question.from, question.to, role) : table.let_go(),
        );
      });
    },
  };
}
