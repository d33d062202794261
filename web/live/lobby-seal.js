// How two pages that have just met in the lobby pass a secret that nobody else there can read: each has a
// key pair for this visit, and both derive the same key from their own and the other's (ECDH).

import { base64url, bytesOf } from "./base64url.js";

const CURVE = { name: "ECDH", namedCurve: "P-256" };
const NONCE = 12;

const encoder = new TextEncoder();

/** A key pair of this page's, and what is done with it. */
export async function createSeal() {
  const pair = await crypto.subtle.generateKey(CURVE, false, ["deriveBits"]);
  const own = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));

  /** The key between two pages, in this direction. @param {string} other the public key of the other @param {string} about */
  const between = async (other, about) => {
    const key = await crypto.subtle.importKey("raw", bytesOf(other), CURVE, false, []);
    const shared = await crypto.subtle.deriveBits(
      { name: "ECDH", public: key },
      pair.privateKey,
      256,
    );
    const base = await crypto.subtle.importKey("raw", shared, "HKDF", false, ["deriveKey"]);
    const info = encoder.encode(`Fivefold lobby: ${about}`);
    const how = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(32), info };
    const made = { name: "AES-GCM", length: 256 };
    return crypto.subtle.deriveKey(how, base, made, false, ["encrypt", "decrypt"]);
  };
  return {
    /** The public key, as text. */
    key: base64url(own),
    /**
     * @param {string} other the public key of who may read it
     * @param {string} about who seals it for whom
     * @param {string} secret
     */
    async seal(other, about, secret) {
      const iv = crypto.getRandomValues(new Uint8Array(NONCE));
      const key = await between(other, about);
      const how = { name: "AES-GCM", iv };
      const sealed = await crypto.subtle.encrypt(how, key, encoder.encode(secret));
      return base64url(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
    },
    /** @param {string} other the public key of who has sealed it @param {string} about @param {string} text */
    async open(other, about, text) {
      const bytes = bytesOf(text);
      const key = await between(other, about);
      const how = { name: "AES-GCM", iv: bytes.slice(0, NONCE) };
      return new TextDecoder().decode(await crypto.subtle.decrypt(how, key, bytes.slice(NONCE)));
    },
  };
}
