// What every transport of a live game offers, so that the game does not know which one it has.

/**
 * How a line stands: it is being made, messages arrive, the other side is out of reach for now, or
 * nothing arrives by it any more.
 * @typedef {"connecting" | "connected" | "lost" | "closed"} State
 */

/**
 * One connection to the other player: messages go as bytes, in order, each once or not at all.
 * @typedef {object} Line
 * @property {(message: Uint8Array) => Promise<void>} send resolves when the transport has taken it
 * @property {() => void} close ends it; nothing is received after that
 */

/**
 * Given when a line is opened.
 * @typedef {object} Hearer
 * @property {(message: Uint8Array) => void} received
 * @property {(state: State, why?: string) => void} changed `why`: the key of words that say why
 */
