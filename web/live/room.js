// The room of a live game: makes the line to the other device, and carries messages. What messages mean
// is decided in the table.

import { canSend, openParts } from "../dialogs/index.js";
import { loadTravel } from "../library/index.js";
import { loadWhole, words } from "../shell/index.js";
import { relayAddress } from "./address.js";
import { answerLine, NoLine, offerLine } from "./direct.js";
import { commonDeeds, showPresence } from "./presence.js";

/** @import { Session } from "../shell/types" */
/** @import { Line, State } from "./line.js" */
/** @import { Page } from "./presence.js" */

/** The text by which two devices connect, beside a letter in a link. */
const SIGNAL = /[#&]live=([\w-]+)/;

/** The text in a link; nothing if there is none. @param {string} link */
const signalIn = (link) => SIGNAL.exec(link)?.[1] ?? "";

/**
 * The line of a game: through the relay where the game has a key for it and the site a relay, else
 * directly.
 * @param {Page} page
 * @param {string} asked the address that the page was opened with
 * @param {boolean} begins whether a direct line is looked for at once
 * @returns {Promise<string>} what stands behind the game's links, so that who opens one comes to the same line
 */
export async function createLive(page, asked, begins) {
  const { relayKeyIn, storedRelay } = await loadTravel();
  const stored = await storedRelay(page.session.key).catch(() => undefined);
  const relayed = stored ?? { key: relayKeyIn(asked), met: false };
  if (!relayed.key || !(await relayAddress().catch(() => ""))) {
    createDirect(page, signalIn(asked), begins);
    return "";
  }
  const { createRelayed } = await import("./relay-room.js");
  createRelayed(page, relayed);
  return `&relay=${relayed.key}`;
}

/**
 * @param {Page} page
 * @param {string} came the text of the link that the page was opened with, or nothing
 * @param {boolean} begins whether a line is looked for at once
 */
function createDirect({ session, game, notify }, came, begins) {
  const site = new URL("./", document.baseURI).href;
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  /** @type {Awaited<ReturnType<typeof offerLine>>["line"] | undefined} */
  let line;
  let [text, answers] = ["", false];
  /** Why there is no connection: a key of words. @type {string | undefined} */
  let why;
  /** @type {ReturnType<typeof openParts> | undefined} */
  let dialog;

  const show = () => {
    const parts = session.table.live_dialog(site, text, answers, canSend(), why);
    dialog = openParts("live", words("live.title"), parts, game, {
      ...commonDeeds(session, () => dialog?.box.close()),
      came({ value }) {
        if (!take(value.trim())) dialog?.say(words("live.wrong"), "wrong");
      },
      again: () => void begin(""),
      leave() {
        attempt = {};
        stop();
        dialog?.box.close();
        looks("");
        session.emit({ wire: "left" });
      },
    });
  };

  const stop = () => {
    const old = line;
    line = undefined;
    old?.close();
  };

  /** @param {object} own the line that this is about @param {State} state @param {string} [reason] */
  const changed = (own, state, reason) => {
    if (own !== attempt) return;
    why = state === "closed" ? reason : undefined;
    if (state === "connected") {
      session.emit({ wire: "joined" });
      dialog?.box.close();
    } else if (state !== "connecting") {
      session.emit({ wire: "lost" });
      if (state === "closed") {
        text = "";
        show();
      }
    }
  };

  /** The line that is made; what comes of one before it does not count. */
  let attempt = {};

  /** Whether the page, when it is loaded again, looks for the other device again. @param {"&live" | ""} sign */
  const looks = (sign) => {
    const address = `${location.search.replace("&live", "")}${sign}`;
    history.replaceState(history.state, "", address);
  };

  /** Looks for a line: by the text of the other device, or as the first. @param {string} offer */
  async function begin(offer) {
    stop();
    const own = {};
    attempt = own;
    [text, answers, why] = ["", offer !== "", undefined];
    session.emit({ wire: "calling" });
    looks("&live");
    show();
    try {
      const signals = await loadWhole();
      const hearer = {
        received: (/** @type {Uint8Array} */ message) => {
          if (own === attempt) session.emit({ wire: { heard: decoder.decode(message) } });
        },
        changed: (/** @type {State} */ state, /** @type {string} */ reason = "") =>
          changed(own, state, reason || undefined),
      };
      const made = offer
        ? await answerLine(signals, hearer, offer)
        : await offerLine(signals, hearer);
      if (own !== attempt) return made.line.close();
      line = made.line;
      text = made.text;
    } catch (error) {
      if (own !== attempt) return;
      console.warn(error);
      why = error instanceof NoLine ? error.why : "live.no-way";
    }
    show();
  }

  /** Takes what the other device says in a link. @param {string} link @returns {boolean} */
  function take(link) {
    const signal = signalIn(link);
    if (!signal) return false;
    session.emit({ wire: { came: link } });
    accept(signal).catch((error) => {
      console.warn(error);
      why = error instanceof NoLine ? error.why : "live.no-way";
      show();
    });
    return true;
  }

  /** @param {string} signal */
  async function accept(signal) {
    const isAnswer = (await loadWhole()).signal_answers(signal);
    if (isAnswer === undefined) throw new NoLine("live.wrong");
    if (!isAnswer) return begin(signal);
    if (!line || answers) throw new NoLine("live.too-old");
    await line.accept(signal);
  }

  session.on("tell", ({ message }) => {
    line?.send(encoder.encode(message)).catch(console.warn);
  });
  loadTravel().then(({ onPassedOn }) => onPassedOn(session.key, take, session.signal));
  session.signal.addEventListener("abort", stop);
  let isBegun = false;
  session.emit({ wire: "calling" });
  if (!begins) session.emit({ wire: "left" });
  showPresence({ session, game, notify }, show, () => {
    if (isBegun || !begins || session.snap.result !== null) return;
    isBegun = true;
    queueMicrotask(() => {
      if (!came) begin("");
      else
        accept(came).catch((error) =>
          notify(words(error instanceof NoLine ? error.why : "live.no-way")),
        );
    });
  });
}
