// The room of a live game that goes directly from one device to the other: makes the line, and carries
// messages. What messages mean is decided in the table.

import { canSend, openParts, scanCode } from "../dialogs/index.js";
import { loadTravel } from "../library/index.js";
import { loadWhole, words } from "../shell/index.js";
import { answerLine, NoLine, offerLine } from "./direct.js";
import { offerNotices } from "./notices.js";
import { commonDeeds, showPresence, termsOf } from "./presence.js";

/** @import { State } from "./line.js" */
/** @import { Page } from "./presence.js" */
/** @typedef {Awaited<ReturnType<typeof offerLine>>["line"]} Direct */

/** The text by which two devices connect, beside a letter in a link. */
const SIGNAL = /[#&]live=([\w-]+)/;

/** The text in a link; nothing if there is none. @param {string} link */
export const signalIn = (link) => SIGNAL.exec(link)?.[1] ?? "";

/** Why there is no connection: a key of words. @param {unknown} error */
function reasonOf(error) {
  console.warn(error);
  return error instanceof NoLine ? error.why : "live.no-way";
}

/** Whether the page, when it is loaded again, looks for the other device again. @param {boolean} is */
function looks(is) {
  const address = `${location.search.replace("&live", "")}${is ? "&live" : ""}`;
  history.replaceState(history.state, "", address);
}

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

class DirectRoom {
  #session;
  #game;
  /** @type {Direct | undefined} */
  #line;
  /** The line that is made; what comes of one before it does not count. */
  #attempt = {};
  /** What the other device is to be told, and whether that is an answer. */
  #told = { text: "", answers: false };
  /** Why there is no connection: a key of words. @type {string | undefined} */
  #why;
  /** @type {ReturnType<typeof openParts> | undefined} */
  #dialog;

  /** @param {Page} page */
  constructor({ session, game }) {
    this.#session = session;
    this.#game = game;
    session.on("tell", ({ message }) => {
      this.#line?.send(encoder.encode(message)).catch(console.warn);
    });
    session.signal.addEventListener("abort", () => this.#stop());
    loadTravel().then(({ onPassedOn }) =>
      onPassedOn(session.key, (link) => this.#take(link), session.signal),
    );
  }

  /** Opens the dialog of the line. */
  show() {
    const site = new URL("./", document.baseURI).href;
    const { text, answers } = this.#told;
    const parts = this.#session.table.live_dialog(site, text, answers, canSend(), this.#why);
    const all = [...termsOf(this.#session), ...parts];
    this.#dialog = openParts("live", words("live.title"), all, this.#game, {
      ...commonDeeds(this.#session, () => this.#dialog),
      came: ({ value }) => this.#bring(value.trim()),
      scan: async () => {
        const link = await scanCode((link) => signalIn(link) !== "", "scan.not-live");
        if (link) this.#bring(link);
      },
      again: () => void this.begin(""),
      leave: () => this.#leave(),
    });
    offerNotices(this.#dialog);
  }

  /** Takes what the player brings from the other device. @param {string} link */
  #bring(link) {
    if (!this.#take(link)) this.#dialog?.say(words("live.wrong"), "wrong");
  }

  #stop() {
    const old = this.#line;
    this.#line = undefined;
    old?.close();
  }

  /** Letters go by hand from now on. */
  #leave() {
    this.#attempt = {};
    this.#stop();
    this.#dialog?.box.close();
    looks(false);
    this.#session.emit({ wire: "left" });
  }

  /** @param {State} state @param {string} [reason] */
  #changed(state, reason) {
    this.#why = state === "closed" ? reason : undefined;
    if (state === "connected") {
      this.#session.emit({ wire: "joined" });
      this.#dialog?.box.close();
    } else if (state !== "connecting") {
      this.#session.emit({ wire: "lost" });
      if (state === "closed") {
        this.#told.text = "";
        this.show();
      }
    }
  }

  /** Looks for a line: by the text of the other device, or as the first. @param {string} offer */
  async begin(offer) {
    this.#stop();
    const own = {};
    this.#attempt = own;
    const isOwn = () => own === this.#attempt;
    this.#told = { text: "", answers: offer !== "" };
    this.#why = undefined;
    this.#session.emit({ wire: "calling" });
    looks(true);
    this.show();
    try {
      const signals = await loadWhole();
      const hearer = {
        received: (/** @type {Uint8Array} */ message) => {
          if (isOwn()) this.#session.emit({ wire: { heard: decoder.decode(message) } });
        },
        changed: (/** @type {State} */ state, /** @type {string} */ reason = "") => {
          if (isOwn()) this.#changed(state, reason || undefined);
        },
      };
      const made = offer
        ? await answerLine(signals, hearer, offer)
        : await offerLine(signals, hearer);
      if (!isOwn()) return made.line.close();
      this.#line = made.line;
      this.#told.text = made.text;
    } catch (error) {
      if (!isOwn()) return;
      this.#why = reasonOf(error);
    }
    this.show();
  }

  /** Takes what the other device says in a link. @param {string} link @returns {boolean} */
  #take(link) {
    const signal = signalIn(link);
    if (!signal) return false;
    this.#session.emit({ wire: { came: link } });
    this.accept(signal).catch((error) => {
      this.#why = reasonOf(error);
      this.show();
    });
    return true;
  }

  /** Takes what the other device says: an offer, or the answer to one's own. @param {string} signal */
  async accept(signal) {
    const isAnswer = (await loadWhole()).signal_answers(signal);
    if (isAnswer === undefined) throw new NoLine("live.wrong");
    if (!isAnswer) return this.begin(signal);
    if (!this.#line || this.#told.answers) throw new NoLine("live.too-old");
    await this.#line.accept(signal);
  }
}

/**
 * @param {Page} page
 * @param {string} came the text of the link that the page was opened with, or nothing
 * @param {boolean} begins whether a line is looked for at once
 */
export function createDirect(page, came, begins) {
  const { session, notify } = page;
  const room = new DirectRoom(page);
  let isBegun = false;
  session.emit({ wire: "calling" });
  if (!begins) session.emit({ wire: "left" });
  const open = () => room.show();
  showPresence(page, open, () => {
    if (isBegun || !begins || session.snap.result !== null) return;
    isBegun = true;
    queueMicrotask(() => {
      if (!came) room.begin("");
      else room.accept(came).catch((error) => notify(words(reasonOf(error))));
    });
  });
}
