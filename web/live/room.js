// The room of a live game: makes the line to the other device, carries messages, and shows whether the
// other side is there. What messages mean is decided in the table.

import { canSend, openParts } from "../dialogs/index.js";
import { loadTravel } from "../library/index.js";
import { find, loadWhole, make, set, tell, toolButton, words } from "../shell/index.js";
import { answerLine, NoLine, offerLine } from "./direct.js";

/** @import { Session } from "../shell/types" */
/** @import { Line, State } from "./line.js" */

/** Two devices, and what goes from one to the other. */
const WAVES = "M7 4h10v16H7zM10 17h4M3 9v6M21 9v6";
/** The text by which two devices connect, beside a letter in a link. */
const SIGNAL = /[#&]live=([\w-]+)/;

/** The text in a link; nothing if there is none. @param {string} link */
export const signalIn = (link) => SIGNAL.exec(link)?.[1] ?? "";

/**
 * @param {{ session: Session, game: string, notify: (text: string) => void }} page
 * @param {string} came the text of the link that the page was opened with, or nothing
 * @param {boolean} begins whether a line is looked for at once
 */
export function createLive({ session, game, notify }, came, begins) {
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
      handedOn: () => session.emit("handedOn"),
      came({ value }) {
        if (!take(value.trim())) dialog?.say(words("live.wrong"), "wrong");
      },
      again: () => void begin(""),
      leave() {
        stop();
        dialog?.box.close();
        session.emit({ wire: "left" });
      },
      greet({ value }) {
        session.emit({ wire: { greet: Number(value) } });
        dialog?.box.close();
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

  /** Looks for a line: by the text of the other device, or as the first. @param {string} offer */
  async function begin(offer) {
    stop();
    const own = {};
    attempt = own;
    [text, answers, why] = ["", offer !== "", undefined];
    session.emit({ wire: "calling" });
    // A page that is loaded again looks for the other device again.
    const address = `${location.search.replace("&live", "")}&live`;
    history.replaceState(history.state, "", address);
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
  const tool = toolButton(words("live.button"), WAVES, show, { class: "live" });
  find("actions").append(tool);

  const presence = make("span", { class: "presence", role: "img" });
  let isBegun = false;
  session.emit({ wire: "calling" });
  if (!begins) session.emit({ wire: "left" });
  const watched = (
    /** @type {import("../shell/types").Snapshot} */ { mail, keeping, flipped, result },
  ) => {
    if (!mail?.own) return;
    tool.hidden = result !== null;
    const strip = find((mail.own === "white") === flipped ? "near" : "far");
    if (presence.parentElement !== strip) strip.querySelector(".player")?.after(presence);
    const key = { "": "calling", left: "left" }[String(mail.live)] ?? mail.live;
    const told = tell({ key: `live.${key}`, values: { name: mail.friend } }, game);
    set(presence, { "data-live": mail.live, "aria-label": told, title: told });
    // What is told is on the device first.
    if (isBegun || !begins || result !== null || ["reading", "writing"].includes(keeping)) return;
    isBegun = true;
    queueMicrotask(() => {
      if (!came) begin("");
      else
        accept(came).catch((error) =>
          notify(words(error instanceof NoLine ? error.why : "live.no-way")),
        );
    });
  };
  session.watch(watched);
  watched(session.snap);
}
