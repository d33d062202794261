// The names under which games are kept beside each other, in addresses.

/** The key of a game by link, from the name of its invitation. @param {string} invitation */
export const mailKey = (invitation) => `mail ${invitation}`;

/** The address of a game on the device. @param {string} key @param {string} game its kind */
export function pageOf(key, game) {
  const [, of] = key.match(/^analysis (.*)$/s) ?? [];
  if (of) return `?${new URLSearchParams({ analysis: game, of })}`;
  if (key === game) return `?${new URLSearchParams({ game })}`;
  const [, kind = "kept", name = `~${key}`] = key.match(/^(kept|mail|puzzle|timed) (.*)$/s) ?? [];
  return `?${new URLSearchParams({ game, [kind]: name })}`;
}
