// Reading a QR code by the camera, which is on as long as the dialog is open.

import { make, words } from "../shell/index.js";
import { sayer } from "./fields.js";
import { openSheet } from "./sheets.js";

/** @typedef {(video: HTMLVideoElement) => Promise<string[]> | string[]} Reader gives the texts of the codes that are seen */

/** How long the camera is left alone between two looks, in milliseconds. */
const PAUSE = 120;

/** What the camera should show: what lies before a phone, finely enough for a code of many squares. */
const WISHES = {
  video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 960 } },
};

/** Why there is no picture, by the browser's names of that: keys of words. @type {Record<string, string>} */
const FAULTS = {
  NotAllowedError: "scan.refused",
  SecurityError: "scan.refused",
  NotFoundError: "scan.no-camera",
  OverconstrainedError: "scan.no-camera",
  insecure: "scan.insecure",
};

/** How this browser reads codes. @returns {Promise<Reader>} */
async function findReader() {
  const own = async () => (await import("./code-reader.js")).readCode;
  const { BarcodeDetector } = /** @type {any} */ (globalThis);
  const formats = await BarcodeDetector?.getSupportedFormats().catch(() => []);
  if (!formats?.includes("qr_code")) return own();
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  /** @type {Reader} */
  let read = async (video) =>
    (await detector.detect(video)).map((/** @type {{ rawValue: string }} */ code) => code.rawValue);
  return async (video) => {
    try {
      return await read(video);
    } catch (error) {
      // Some systems have the interface and nothing behind it.
      console.warn(error);
      read = await own();
      return read(video);
    }
  };
}

/** The camera's picture. @param {HTMLVideoElement} video */
async function openCamera(video) {
  if (!isSecureContext) throw new DOMException("No camera on such a page.", "insecure");
  const stream = await navigator.mediaDevices.getUserMedia(WISHES);
  const [track] = stream.getVideoTracks();
  // Who is seen by the camera expects a mirror.
  if (track?.getSettings().facingMode !== "environment") video.classList.add("mirror");
  video.srcObject = stream;
  return stream;
}

/** Whether there is a link to a game in a text. @param {string} text */
const hasGame = (text) => text.includes("#g=");

/**
 * Opens the dialog in which a code is read.
 * @param {(text: string) => boolean} [fits] whether a text is one of those that are wanted
 * @param {string} [other] the key of what is said of others
 * @returns {Promise<string>} the text of the code; empty when the dialog was closed before
 */
export async function scanCode(fits = hasGame, other = "scan.other") {
  const { line, say } = sayer();
  const label = words("scan.picture");
  const video = make("video", { muted: true, playsInline: true, "aria-label": label });
  const view = make("div", "finder", video);
  const { box } = openSheet("scan", words("scan.title"), [line, view]);
  say(words("scan.asking"));
  /** @type {MediaStream | undefined} */
  let stream;
  const closed = new AbortController();
  const stop = () => {
    closed.abort();
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  box.addEventListener("close", stop, { once: true });
  let found = "";
  try {
    stream = await openCamera(video);
    const read = await findReader();
    if (!closed.signal.aborted) await video.play();
    say(words("scan.look"));
    while (!closed.signal.aborted && !found) {
      if (!stream.active) throw new DOMException("The camera has gone.");
      const texts = await read(video);
      found = texts.find(fits) ?? "";
      if (!found && texts.length > 0) say(words(other));
      if (!found) await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    if (closed.signal.aborted) return "";
    box.close();
    return found;
  } catch (error) {
    if (!closed.signal.aborted) {
      console.warn(error);
      view.hidden = true;
      say(words(FAULTS[/** @type {Error} */ (error).name] ?? "scan.broken"));
    }
    return "";
  } finally {
    // Who closes the dialog before the camera is there does not have it on behind.
    stop();
    video.srcObject = null;
  }
}
