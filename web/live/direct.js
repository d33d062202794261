// A line from one device to the other without anything between them (WebRTC). Each learns of the other by a
// short text in a link: how that is written is decided in the module. Nobody else is asked, unless the site's host
// has named servers for it.

import { iceServers } from "./ice.js";

/** @typedef {import("./line.js").Line} Line */
/** @typedef {import("./line.js").Hearer} Hearer */

/**
 * How descriptions become texts of a link, and the other way round.
 * @typedef {object} Signals
 * @property {(sdp: string, answers: boolean) => string | undefined} pack_signal
 * @property {(text: string) => string | undefined} unpack_signal
 */

/** How long addresses are gathered for, in milliseconds: a browser may take its time with some. */
const GATHERING = 4_000;
/** How long a connection may take once both sides know of each other. */
const PATIENCE = 30_000;
/** Both sides know the channel by this number, so that nothing has to be said about it. */
const CHANNEL = { negotiated: true, id: 0, ordered: true };

/** Why a line cannot be made: the key of words that say so. */
export class NoLine extends Error {
  /** @param {string} why */
  constructor(why) {
    super(why);
    this.why = why;
  }
}

/** @param {RTCPeerConnection} peer that gathers its addresses */
const gathered = (peer) =>
  new Promise((resolve) => {
    const look = () => {
      if (peer.iceGatheringState === "complete") resolve(undefined);
    };
    peer.addEventListener("icegatheringstatechange", look);
    setTimeout(resolve, GATHERING);
    look();
  });

/** @implements {Line} */
class Direct {
  #peer;
  #channel;
  #hearer;
  #signals;
  #isClosed = false;
  /** Runs out if the two do not find each other. @type {ReturnType<typeof setTimeout> | undefined} */
  #patience;

  /** @param {Signals} signals @param {Hearer} hearer @param {RTCIceServer[]} servers */
  constructor(signals, hearer, servers) {
    if (typeof RTCPeerConnection !== "function") throw new NoLine("live.no-lines");
    this.#signals = signals;
    this.#hearer = hearer;
    this.#peer = new RTCPeerConnection({ iceServers: servers });
    this.#channel = this.#peer.createDataChannel("game", CHANNEL);
    this.#channel.binaryType = "arraybuffer";
    this.#channel.onopen = () => {
      clearTimeout(this.#patience);
      hearer.changed("connected");
    };
    this.#channel.onmessage = ({ data }) => {
      if (!this.#isClosed && data instanceof ArrayBuffer) hearer.received(new Uint8Array(data));
    };
    this.#channel.onclose = () => this.#end("live.no-way");
    this.#peer.onconnectionstatechange = () => {
      const state = this.#peer.connectionState;
      if (state === "failed") this.#end("live.no-way");
      else if (state === "disconnected" && !this.#isClosed) hearer.changed("lost");
      else if (state === "connected" && this.#channel.readyState === "open")
        hearer.changed("connected");
    };
    hearer.changed("connecting");
  }

  /** The text of this side's description. @param {boolean} answers */
  async #described(answers) {
    await gathered(this.#peer);
    const text = this.#signals.pack_signal(this.#peer.localDescription?.sdp ?? "", answers);
    if (text === undefined) throw new NoLine("live.no-candidates");
    return text;
  }

  /** @param {"offer" | "answer"} type @param {string} text */
  async #hear(type, text) {
    const sdp = this.#signals.unpack_signal(text);
    if (sdp === undefined) throw new NoLine("live.wrong");
    try {
      await this.#peer.setRemoteDescription({ type, sdp });
    } catch (error) {
      console.warn(error);
      throw new NoLine("live.too-old");
    }
  }

  async offer() {
    await this.#peer.setLocalDescription(await this.#peer.createOffer());
    return this.#described(false);
  }

  /** @param {string} text the offer */
  async answer(text) {
    await this.#hear("offer", text);
    await this.#peer.setLocalDescription(await this.#peer.createAnswer());
    return this.#described(true);
  }

  /** @param {string} text the answer to this side's offer */
  async accept(text) {
    await this.#hear("answer", text);
    this.#patience = setTimeout(() => this.#end("live.no-way"), PATIENCE);
  }

  /** @param {Uint8Array} message */
  async send(message) {
    // What is not sent now is told again when the two meet.
    if (this.#channel.readyState === "open")
      this.#channel.send(/** @type {Uint8Array<ArrayBuffer>} */ (message));
  }

  /** @param {string} [why] */
  #end(why) {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#patience);
    this.#peer.close();
    this.#hearer.changed("closed", why);
  }

  close() {
    this.#end();
  }
}

/**
 * Begins a line: the other device is told the text, and what it answers is accepted.
 * @param {Signals} signals @param {Hearer} hearer
 */
export async function offerLine(signals, hearer) {
  const line = new Direct(signals, hearer, await iceServers());
  return { line, text: await line.offer() };
}

/**
 * Answers the text of the other device: the line is there when that one has accepted the answer.
 * @param {Signals} signals @param {Hearer} hearer @param {string} offer
 */
export async function answerLine(signals, hearer, offer) {
  const line = new Direct(signals, hearer, await iceServers());
  return { line, text: await line.answer(offer) };
}
