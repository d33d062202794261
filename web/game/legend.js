// The legend: the pieces of a game, and how each moves.

import { pieceImage } from "../board/index.js";
import { openSheet } from "../dialogs/index.js";
import { make, tell, words } from "../shell/index.js";

/** @param {import("./session.js").Session} session */
export function openLegend({ table, snap: { game, turn } }) {
  const rows = table
    .legend()
    .map(([role, how]) => make("li", "", pieceImage(role, turn), make("p", "", tell(how, game))));
  openSheet("legend", words("how.title"), [make("ul", "legend", ...rows)]);
}
