// Who one is at a relay. There are no accounts: a key in the link of a game derives a key pair, and the
// relay lets its owner use the subjects that end with its public key, and no others. The relay knows
// such keys by a signature that anybody can make, with the seed below: it admits, it does not identify.

import { nkeys } from "@nats-io/nats-core";
import { base64url } from "./base64url.js";

/** The account of all players, at every relay: the hash of a sentence, so that nobody has its seed. */
const ACCOUNT_OF = "Fivefold: the account of everybody who plays through a relay";
/**
 * The seeds that admit to it: to the subjects of a game, to the lobby, where pages challenge each other, and to
 * what the players of a game show to those who watch it.
 * @type {Record<Place, string>}
 */
const ADMISSIONS_OF = {
  game: "Fivefold: whoever knows this sentence may play through a relay",
  lobby: "Fivefold: whoever knows this sentence may look for opponents at a relay",
  watch: "Fivefold: whoever knows this sentence may watch a game at a relay",
};

/** The first bytes of keys, as NATS encodes them: A…, U…, and S before either for a seed. */
const PREFIXES = { account: 0, user: 20 << 3, seed: 18 << 3 };

/** @typedef {"account" | "user"} Kind */
/** What an admission is for. @typedef {"game" | "lobby" | "watch"} Place */
/** @typedef {Awaited<ReturnType<typeof credentials>>} Credentials */

const encoder = new TextEncoder();

/** @param {string} text */
const hash = async (text) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text)));

/** The checksum at the end of a key: CRC-16/XMODEM. @param {Uint8Array} bytes */
function checksum(bytes) {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  }
  return crc & 0xffff;
}

/** @param {Uint8Array} bytes */
function base32(bytes) {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  let [text, bits, held] = ["", 0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += letters[(held >> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + letters[(held << (5 - bits)) & 31] : text;
}

/** @param {number[]} prefix @param {Uint8Array} bytes 32 of them */
function encoded(prefix, bytes) {
  const all = new Uint8Array([...prefix, ...bytes]);
  const sum = checksum(all);
  return base32(new Uint8Array([...all, sum & 0xff, sum >> 8]));
}

/** A key pair. @param {Kind} kind @param {Uint8Array} seed */
const pair = (kind, seed) => {
  const prefix = PREFIXES[kind];
  const first = PREFIXES.seed | (prefix >> 5);
  return nkeys.fromSeed(encoder.encode(encoded([first, (prefix & 31) << 3], seed)));
};

/** Who signs admissions. @param {Place} place */
const admitting = async (place) => pair("account", await hash(ADMISSIONS_OF[place]));

/** The public names that a relay's configuration must know. */
export const publicNames = async () => ({
  account: encoded([PREFIXES.account], await hash(ACCOUNT_OF)),
  game: (await admitting("game")).getPublicKey(),
  lobby: (await admitting("lobby")).getPublicKey(),
  watch: (await admitting("watch")).getPublicKey(),
});

/**
 * Signs claims, as relays read them.
 * @param {import("@nats-io/nkeys").KeyPair} signer
 * @param {string} subject whom they are about
 * @param {string} name
 * @param {object} nats
 */
export function signed(signer, subject, name, nats) {
  const part = (/** @type {object} */ value) => base64url(encoder.encode(JSON.stringify(value)));
  const head = part({ typ: "JWT", alg: "ed25519-nkey" });
  const claims = { jti: name, iat: 0, iss: signer.getPublicKey(), name, sub: subject, nats };
  const text = `${head}.${part(claims)}`;
  return `${text}.${base64url(signer.sign(encoder.encode(text)))}`;
}

/**
 * The relay's admission of a player. What he may do stands in the relay's configuration: an admission
 * that claims anything of its own is refused.
 * @param {string} name his public key
 * @param {Place} place
 * @param {object} claims
 */
export async function admission(name, place, claims = {}) {
  const { account } = await publicNames();
  return signed(await admitting(place), name, "player", {
    ...claims,
    issuer_account: account,
    type: "user",
    version: 2,
  });
}

/** The public name of the owner of a seed. @param {Uint8Array} seed 32 bytes */
export const nameOf = (seed) => pair("user", seed).getPublicKey();

/**
 * What the owner of a seed shows to a relay.
 * @param {Uint8Array} seed 32 bytes
 * @param {Place} [place]
 */
export async function credentials(seed, place = "game") {
  const user = pair("user", seed);
  const name = user.getPublicKey();
  const jwt = await admission(name, place);
  return {
    name,
    /** @param {string} [nonce] what the relay wants signed */
    authenticator: (nonce) => ({
      jwt,
      nkey: name,
      sig: nonce ? base64url(user.sign(encoder.encode(nonce))) : "",
    }),
  };
}
