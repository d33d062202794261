// A line through a relay: a NATS server, which keeps the last turn of every game. Whoever has the seed
// of a game writes and reads it there; of two who write the next turn at once, the second is refused.
// docs/relay.md says what else a relay allows, and what it does not.

import { headers } from "@nats-io/nats-core";
import { connect, isRefusal, LONG, PATIENCE, pause } from "./connection.js";
import { credentials } from "./credentials.js";
import { LineError } from "./line-error.js";

/** @typedef {import("./line.js").Hearer} Hearer */
/** @typedef {import("./credentials.js").Credentials} Credentials */
/** @typedef {import("@nats-io/nats-core").NatsConnection} Connection */
/** @typedef {import("@nats-io/nats-core").Msg} Message */

/**
 * A line that numbers its messages, and also carries what is not kept: signs of life, offers, greetings.
 * @typedef {object} RelayLine
 * @property {(message: Uint8Array, after: number) => Promise<number>} send writes the turn that follows one,
 * by its place, 0 for none; gives the place of this one. One at a time.
 * @property {(message: Uint8Array) => void} signal
 * @property {(message: Uint8Array) => void} show to those who watch
 * @property {() => void} close
 */

/**
 * Given when a line through a relay is opened.
 * @typedef {object} RelayHearer
 * @property {(message: Uint8Array, place: number) => void} received
 * @property {(message: Uint8Array) => void} signalled
 * @property {(message: Uint8Array) => void} watched said by who watches
 * @property {Hearer["changed"]} changed
 */

/** Within what time all servers of a cluster have a turn that one of them has accepted. */
const SETTLING = 1_500;
/** How long a turn is waited for that has been announced, and how often it is asked for then. */
const ON_ITS_WAY = 300;
const MOST_ASKED = 8;
/** How often the last turn is asked for, should all else have failed. */
const ROUND = 60_000;

/** Of those who watch, so many messages are heard within so many milliseconds; of more, none for so long. */
const FLOOD = { most: 60, within: 2_000, deaf: 20_000 };

/** What the relay calls a turn that is not the next one. */
const WRONG_LAST_SEQUENCE = 10071;
/** How the relay says that there is nothing under a subject. */
const NOT_FOUND = 404;

/** @param {Uint8Array} one @param {Uint8Array} other */
const isSame = (one, other) =>
  one.length === other.length && one.every((byte, place) => byte === other[place]);

/** @implements {RelayLine} */
class Relay {
  #address;
  #owner;
  #watchers;
  #hearer;
  /** @type {Connection | undefined} */
  #connection;
  /** Those who wait for a connection, or for the end. @type {(() => void)[]} */
  #waiting = [];
  /** The place in the relay's stream of the newest turn that is known here. */
  #sequence = 0;
  /** The turn that is being written. @type {Uint8Array | undefined} */
  #writing;
  #isClosed = false;

  /**
   * @param {string | string[]} address
   * @param {Credentials} owner
   * @param {string} watchers the public name of those who watch
   * @param {RelayHearer} hearer
   */
  constructor(address, owner, watchers, hearer) {
    this.#address = address;
    this.#owner = owner;
    this.#watchers = watchers;
    this.#hearer = hearer;
  }

  /** Connects, and connects again whenever the connection is lost. */
  async run() {
    this.#hearer.changed("connecting");
    for (let attempt = 0; !this.#isClosed; attempt += 1) {
      const begun = Date.now();
      try {
        const connection = await this.#connect();
        await this.#catchUp(connection);
        this.#hearer.changed("connected");
        await connection.closed();
      } catch (error) {
        if (isRefusal(error)) this.#end("refused");
      }
      const was = this.#connection;
      this.#connection = undefined;
      await was?.close();
      if (this.#isClosed) return;
      if (was) this.#hearer.changed("lost");
      // A connection that has held for long is no sign of a server in distress.
      if (Date.now() - begun > LONG) attempt = 0;
      await pause(attempt);
    }
  }

  async #connect() {
    const { name } = this.#owner;
    const connection = await connect(this.#address, this.#owner);
    this.#connection = connection;
    if (this.#isClosed) return connection;
    const hear = (/** @type {string} */ subject, /** @type {(message: Message) => void} */ take) =>
      connection.subscribe(`${subject}.${name}`, {
        callback: (error, message) => {
          if (!error && !this.#isClosed) take(message);
        },
      });
    hear("turn", (message) => this.#take(message));
    hear("signal", ({ data }) => this.#hearer.signalled(data));
    this.#hearWatchers(connection);
    hear("notice", (notice) => this.#heed(connection, Number(notice.string())));
    for (const go of this.#waiting.splice(0)) go();
    return connection;
  }

  /** Hears those who watch, until they say more than they have to. @param {Connection} connection */
  #hearWatchers(connection) {
    let [since, heard] = [Date.now(), 0];
    const subject = `watch.${this.#owner.name}.${this.#watchers}`;
    const hearing = connection.subscribe(subject, {
      callback: (error, message) => {
        // A relay that was set up before games could be watched refuses this, and nothing else.
        if (error || this.#isClosed) return;
        if (Date.now() - since > FLOOD.within) [since, heard] = [Date.now(), 0];
        heard += 1;
        if (heard <= FLOOD.most) return this.#hearer.watched(message.data);
        hearing.unsubscribe();
        setTimeout(() => {
          if (!connection.isClosed()) this.#hearWatchers(connection);
        }, FLOOD.deaf);
      },
    });
  }

  /** Gets the last turn, and soon once more, from a server that may have lagged. @param {Connection} connection */
  async #catchUp(connection) {
    for (let attempt = 0; !connection.isClosed(); attempt += 1) {
      try {
        await this.#askForLast(connection);
        break;
      } catch {
        // A cluster is without a leader for a moment.
        await pause(attempt);
      }
    }
    const again = async (/** @type {number} */ milliseconds) => {
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      if (connection.isClosed()) return;
      await this.#askForLast(connection).catch(() => {});
      again(ROUND);
    };
    again(SETTLING);
  }

  /**
   * The other player has written a turn. It is on its way, unless the server that had to pass it on has
   * died in between: then it is asked for.
   * @param {Connection} connection
   * @param {number} place
   */
  async #heed(connection, place) {
    await new Promise((resolve) => setTimeout(resolve, ON_ITS_WAY));
    for (let attempt = 0; place > this.#sequence && !connection.isClosed(); attempt += 1) {
      await this.#askForLast(connection).catch(() => {});
      if (attempt === MOST_ASKED) return;
      if (place > this.#sequence) await pause(attempt);
    }
  }

  /** The last turn that the relay has, if there is one. @param {Connection} connection */
  async #askForLast(connection) {
    const subject = `$JS.API.DIRECT.GET.GAMES.game.${this.#owner.name}`;
    const last = await connection.request(subject, "", { timeout: PATIENCE });
    if (this.#isClosed || last.headers?.code === NOT_FOUND) return;
    this.#take(last);
    return last.data;
  }

  /** A turn that the relay has, which may be known here. @param {Message} message */
  #take({ headers: about, data }) {
    const sequence = Number(about?.get("Nats-Sequence"));
    if (!(sequence > this.#sequence)) return;
    this.#sequence = sequence;
    if (!this.#writing || !isSame(this.#writing, data)) this.#hearer.received(data, sequence);
  }

  /**
   * Writes the next turn. Whether an attempt that was not answered has arrived shows when it is
   * repeated: the turn that is there is this one.
   * @param {Uint8Array} message
   * @param {number} after the place of the turn that it follows
   */
  async send(message, after) {
    const expected = headers();
    expected.set("Nats-Expected-Last-Subject-Sequence", String(after));
    this.#writing = message;
    try {
      for (let attempt = 0; ; attempt += 1) {
        const connection = await this.#connected();
        try {
          const place = await this.#attempt(connection, message, expected);
          this.#sequence = Math.max(this.#sequence, place);
          connection.publish(`notice.${this.#owner.name}`, String(place));
          return place;
        } catch (error) {
          if (error instanceof LineError) throw error;
          await pause(attempt);
        }
      }
    } finally {
      this.#writing = undefined;
    }
  }

  /**
   * @param {Connection} connection
   * @param {Uint8Array} message
   * @param {import("@nats-io/nats-core").MsgHdrs} expected
   */
  async #attempt(connection, message, expected) {
    const subject = `game.${this.#owner.name}`;
    const options = { headers: expected, timeout: PATIENCE };
    const answer = await connection.request(subject, message, options);
    /** @type {{ seq: number, error?: { err_code: number, description: string } }} */
    const { seq, error } = answer.json();
    if (!error) return seq;
    if (error.err_code !== WRONG_LAST_SEQUENCE) throw new LineError("refused", error.description);
    const last = await this.#askForLast(connection);
    const place = Number(/\d+$/.exec(error.description)?.[0]);
    if (!last || place > this.#sequence) throw new Error("the last turn is not there yet");
    if (isSame(last, message)) return place;
    throw new LineError("overtaken");
  }

  /** @returns {Promise<Connection>} */
  async #connected() {
    while (!this.#isClosed) {
      if (this.#connection && !this.#connection.isClosed()) return this.#connection;
      await /** @type {Promise<void>} */ (new Promise((go) => this.#waiting.push(go)));
    }
    throw new LineError("closed");
  }

  /** @param {Uint8Array} message */
  signal(message) {
    if (this.#connection && !this.#connection.isClosed())
      this.#connection.publish(`signal.${this.#owner.name}`, message);
  }

  /** @param {Uint8Array} message */
  show(message) {
    if (this.#connection && !this.#connection.isClosed())
      this.#connection.publish(`watched.${this.#owner.name}.${this.#watchers}`, message);
  }

  /** @param {string} [why] */
  #end(why) {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#connection?.close();
    for (const go of this.#waiting.splice(0)) go();
    this.#hearer.changed("closed", why);
  }

  close() {
    this.#end();
  }
}

/**
 * Opens a line through a relay; it connects by itself, and again after each loss.
 * @param {string | string[]} address `wss://…`, or those of several servers of one relay
 * @param {Uint8Array} seed of the game, 32 bytes that only its players know
 * @param {RelayHearer} hearer
 * @param {string} watchers the public name of those who watch
 * @returns {Promise<RelayLine>}
 */
export async function openRelay(address, seed, hearer, watchers) {
  const relay = new Relay(address, await credentials(seed), watchers, hearer);
  relay.run();
  return relay;
}
