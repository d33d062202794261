// All that a first board runs on. Parts that are loaded later import this too, so that the build
// joins these modules into one file instead of one for each set of users.

import "./address.js";
import "./board.js";
import "./cells.js";
import "./drag.js";
import "./frames.js";
import "./piece-images.js";
import "./module.js";
import "./more.js";
import "./session.js";
import "./settings.js";
import "./storage.js";
import "./telling.js";
import "./trays.js";
import "./turn.js";
import "./words.js";
