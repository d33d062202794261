// Addresses of worker scripts, as the site's policy requires them: where the browser has Trusted
// Types, only those that pass through here are allowed.

/**
 * @typedef {object} Policy
 * @property {(address: string) => string} createScriptURL
 */

/** @param {string} address */
function ownScript(address) {
  const { href, origin } = new URL(address, document.baseURI);
  if (origin !== location.origin) throw new TypeError(`${address} is not of this site`);
  return href;
}

const { trustedTypes } =
  /** @type {{ trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy } }} */ (
    /** @type {unknown} */ (globalThis)
  );

/** Made when it is first wanted: pages that have no worker allow none. @type {Policy | undefined} */
let policy;

/** The address of a script of this site, relative to the page. @param {string | URL} address */
export function scriptAddress(address) {
  policy ??= trustedTypes?.createPolicy("fivefold", { createScriptURL: ownScript });
  return policy ? policy.createScriptURL(String(address)) : ownScript(String(address));
}
