// What the first board does without: fetched when that is painted, or when first asked for.

import { words } from "./words.js";

/** @typedef {Awaited<ReturnType<typeof import("./more.js").createMore>>} More */
/** @typedef {import("./more.js").Place} Place */

/**
 * @param {Place} place
 * @param {(text: string) => void} complain says that nothing came
 */
export function createLoader(place, complain) {
  /** @type {Promise<More> | undefined} */
  let loading;
  const load = () => {
    loading ??= import("./more.js").then(async (module) => {
      await module.ready();
      return module.createMore(place);
    });
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  return {
    load,
    /** Does something with it, now or when it has come. @param {(more: More) => unknown} work */
    async use(work) {
      try {
        await work(await load());
      } catch (error) {
        console.error(error);
        complain(words("notice.no-part"));
      }
    },
  };
}
