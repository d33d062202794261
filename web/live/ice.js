// The servers by which two devices find a way to each other where they share no network (STUN, TURN): those
// that the site's host has named in `site.json`. None by default: then nobody else is asked.

import { siteSettings } from "../shell/index.js";

/** The servers that the site names. @returns {Promise<RTCIceServer[]>} */
export const iceServers = () =>
  siteSettings().then(
    ({ ice }) => ice,
    () => [],
  );
