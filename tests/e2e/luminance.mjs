// How light colours are, and how well they can be told apart (WCAG 2, "relative luminance" and "contrast ratio").

/** The luminance of a colour, from 0 to 1. @param {ArrayLike<number>} color red, green and blue from 0 to 255 */
export function luminance(color) {
  const [red, green, blue] = [0, 1, 2]
    .map((place) => (color[place] ?? 0) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** The contrast ratio of two luminances, from 1 to 21. @param {number} one @param {number} other */
export const ratio = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
