// The pieces of a game: what each is called and how it moves.

import { pieceImage } from "../board/index.js";
import { closing, make, sheet, tell, words } from "../shell/index.js";

/** @param {import("./session.js").Session} session */
export function openLegend({ table, snap: { game, turn } }) {
  const { box, form } = sheet("legend", words("how.title"));
  const rows = table.legend().map(([role, how]) => {
    const [name, ...rest] = tell(how, game).split(":");
    const line = make("p", "", make("strong", "", name), `:${rest.join(":")}`);
    return make("li", "", pieceImage(role, turn), line);
  });
  form.append(make("ul", "legend", ...rows), make("div", "pair", closing()));
  box.showModal();
}
