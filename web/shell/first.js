// All that a first board runs on. Parts that are loaded later import this too, so that the build
// joins these modules into one file instead of one for each set of users.

import "./address.js";
import "../board/board.js";
import "../board/cells.js";
import "../board/drag.js";
import "./frames.js";
import "../board/piece-images.js";
import "./module.js";
import "./load-more.js";
import "../game/session.js";
import "../settings/settings.js";
import "../library/storage.js";
import "../game/telling.js";
import "../board/trays.js";
import "../game/turn.js";
import "./words.js";
