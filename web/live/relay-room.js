// The room of a live game that goes through the relay: opens the line, and opens it again when the page
// comes back. What messages mean is decided in the table.

import { canSend, openParts } from "../dialogs/index.js";
import { beginByLink, loadTravel } from "../library/index.js";
import { tell, words } from "../shell/index.js";
import { relayAddress } from "./address.js";
import { base64url, bytesOf } from "./base64url.js";
import { LineError } from "./line-error.js";
import { offerNotices } from "./notices.js";
import { commonDeeds, showPresence, termsOf } from "./presence.js";
import { openRelay } from "./relay.js";
import { openRelayed } from "./relayed.js";
import { nextKey } from "./sealing.js";
import { watchFragment } from "./watching.js";

/** @import { State } from "./line.js" */
/** @import { Page } from "./presence.js" */
/** @typedef {Awaited<ReturnType<typeof openRelayed>>} Relayed */

/** How long the relay may be out of reach before letters go by hand, in milliseconds. */
const PATIENCE = 10_000;
/** A page that was hidden for so long may have lost its connection without a word, in milliseconds. */
const ASLEEP = 30_000;

/**
 * @param {Page} page
 * @param {{ key: string, met: boolean }} relayed the game's key, and whether the other player needs no link
 */
export function createRelayed({ session, game, notify }, relayed) {
  const site = new URL("./", document.baseURI).href;
  /** The link to watch the game. */
  let watch = "";
  watchFragment(bytesOf(relayed.key)).then((fragment) => {
    watch = `${site}?game=${game}&watch#${fragment}`;
  }, console.warn);
  /** @type {Relayed | undefined} */
  let line;
  /** The line that counts; what comes of one before it does not. */
  let attempt = {};
  /** What is being shown to those who watch. @type {Promise<unknown> | undefined} */
  let shown;
  /** Why letters go by hand: a key of words. @type {string | undefined} */
  let why;
  /** Whether the player wants them to. */
  let isLeft = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let patience;
  /** @type {ReturnType<typeof openParts> | undefined} */
  let dialog;

  const show = () => {
    const isByHand = isLeft || why !== undefined;
    const parts = session.table.relay_dialog(site, relayed.key, watch, canSend(), why, isByHand);
    // What was agreed on elsewhere is not for one side to change.
    const terms = relayed.met ? [] : termsOf(session);
    dialog = openParts("live", words("live.title"), [...terms, ...parts], game, {
      ...commonDeeds(session, () => dialog),
      again() {
        isLeft = false;
        why = undefined;
        dialog?.box.close();
        start().catch(console.error);
      },
      invite(button) {
        button.hidden = true;
        const watching = dialog?.named.get("watching");
        watching.hidden = false;
        watching.querySelector("input").focus();
      },
      leave() {
        isLeft = true;
        stop();
        dialog?.box.close();
        session.emit({ wire: "left" });
      },
    });
    offerNotices(dialog);
  };

  function stop() {
    clearTimeout(patience);
    attempt = {};
    line?.close();
    line = undefined;
  }

  /** Letters go by hand, and say why. @param {string} reason */
  const fallBack = (reason) => {
    if (why === reason) return;
    why = reason;
    session.emit({ wire: "left" });
    notify(words(reason));
  };

  const wait = () => {
    clearTimeout(patience);
    patience = setTimeout(fallBack, PATIENCE, "live.no-relay");
  };

  /** @param {State} state */
  const changed = (state) => {
    if (state === "closed") return fallBack("live.refused");
    if (state !== "connected") {
      if (state === "lost" && !why) session.emit({ wire: "lost" });
      return wait();
    }
    clearTimeout(patience);
    if (why) notify(words("live.gone-on"));
    why = undefined;
    session.emit({ wire: "open" });
  };

  async function start() {
    stop();
    const own = {};
    attempt = own;
    const isOwn = () => own === attempt && !session.broken;
    session.emit({ wire: "calling" });
    wait();
    const address = await relayAddress();
    const hearer = {
      kept: (/** @type {string} */ text) => isOwn() && session.emit({ wire: { kept: text } }),
      signalled: (/** @type {string} */ text) => isOwn() && session.emit({ wire: { heard: text } }),
      watched: (/** @type {string} */ text) => isOwn() && session.emit({ wire: { watched: text } }),
      changed: (/** @type {State} */ state) => isOwn() && changed(state),
    };
    const side = session.snap.mail?.own ?? "";
    const opened = await openRelayed(bytesOf(relayed.key), side, hearer, (seed, below, watchers) =>
      openRelay(address, seed, below, watchers),
    );
    if (isOwn()) line = opened;
    else opened.close();
  }

  /** The key of the game that an invitation begins. @param {string} link */
  const keyAfter = async (link) => base64url(await nextKey(bytesOf(relayed.key), link));

  session.on("beginOnLine", async ({ key, content, message }) => {
    const link = content.post?.link ?? "";
    const [{ keepRelay }, next] = await Promise.all([loadTravel(), keyAfter(link)]);
    try {
      await line?.send(message, true);
    } catch (error) {
      // The other player has asked first.
      return console.warn(error);
    }
    await keepRelay(key, { key: next, met: true });
    await beginByLink({ key, content }, game);
  });
  session.on("askedAgain", ({ link, says }) => {
    const work = async () => {
      const next = await keyAfter(link);
      // Who watches follows.
      session.emit({ wire: { next: await watchFragment(bytesOf(next)) } });
      await shown;
      location.assign(`./#${link}&relay=${next}`);
    };
    notify(tell(says, game), { label: words("live.play-again"), work });
  });
  session.on("tell", ({ message, isLetter }) => {
    line?.send(message, isLetter).catch((error) => {
      // One that was overtaken, or waited when the line was closed, is told again.
      if (error instanceof LineError && error.why === "refused") fallBack("live.refused");
    });
  });

  session.on("showWatchers", ({ message }) => {
    shown = line?.show(message).catch(console.warn);
  });

  let isBegun = false;
  /** Whether the dialog shows the link that the other player has not opened yet. */
  let isWaiting = false;
  session.emit({ wire: "calling" });
  showPresence({ session, game, notify }, show, () => {
    const { keeping, mail, result, view } = session.snap;
    if (keeping === "left") return stop();
    if (mail?.live === "here" && dialog?.box.open && isWaiting) {
      isWaiting = false;
      dialog.box.close();
    }
    if (isBegun || result !== null) return;
    isBegun = true;
    queueMicrotask(() => {
      start().catch(console.error);
      if (view.of > 0 || relayed.met || !mail?.out) return;
      isWaiting = true;
      show();
    });
  });

  let hidden = Date.now();
  const restart = () => {
    if (line && !session.broken) start().catch(console.error);
  };
  const look = () => {
    if (document.hidden) hidden = Date.now();
    else if (Date.now() - hidden > ASLEEP) restart();
  };
  addEventListener("online", restart, { signal: session.signal });
  document.addEventListener("visibilitychange", look, { signal: session.signal });
  session.signal.addEventListener("abort", stop);
}
