// What the tests know of the page's inside: the marks that it gives its elements for its style sheets, the
// names of its stores, and what it keeps in the browser. The tests name what a person perceives or what
// the device holds; how that is found stands here and in driver/. (`architecture.rs` sees to it.)

/** @typedef {import("./driver.mjs").Window} Window */
/** @typedef {import("./driver.mjs").Point} Point */

// What a person perceives.

/** Waits until a game can be played. @param {Window} window */
export const ready = (window) =>
  window.until(() => document.documentElement.dataset.ready === "true");

/** Waits until there is no game to wait for: it can be played, or nothing can. @param {Window} window */
export const begunOrStopped = (window) =>
  window.until(() => {
    const { ready, stopped } = document.documentElement.dataset;
    return !document.getElementById("grid") || ready === "true" || stopped === "true";
  });

/** Waits until all of a page is there: the front page, or that of a game with its buttons. @param {Window} window */
export const furnished = (window) =>
  window.until(
    () => document.documentElement.dataset.front === "true" || document.getElementById("do-hint"),
  );

/** Waits until the page of a game by link tells whose turn it is. @param {Window} window */
export const turnKnown = (window) =>
  window.until(() => document.documentElement.dataset.mail !== "");

/** Whether it is this player's turn in a game by link. @param {Window} window */
export const isDue = (window) =>
  window.evaluate(() => document.documentElement.dataset.mail === "due");

/** Waits until this game is at the page. @param {Window} window @param {string} game */
export const gameIs = (window, game) =>
  window.until((game) => document.documentElement.dataset.game === game, game);

/** Waits until another game than this is at the page. @param {Window} window @param {string} game */
export const gameIsNot = (window, game) =>
  window.until((game) => document.documentElement.dataset.game !== game, game);

/** Waits until the computer is who is played. @param {Window} window */
export const playsComputer = (window) =>
  window.until(() => document.documentElement.dataset.opponent === "computer");

/** Waits until the computer does this about its turn. @param {Window} window @param {string} doing */
export const computerDoes = (window, doing) =>
  window.until((doing) => document.documentElement.dataset.computer === doing, doing);

/** Waits until the list has so many turns, and the computer owes none. @param {Window} window @param {number} turns */
export const turnsAnswered = (window, turns) =>
  window.until(
    (turns) =>
      document.querySelectorAll("#score button").length >= turns &&
      document.documentElement.dataset.computer === "",
    turns,
  );

/** Presses what hurries the computer, until it has answered White's turn or the game is over. @param {Window} window */
export const answeredOrOver = (window) =>
  window.until(() => {
    const now = document.querySelector("#actions .now");
    if (now instanceof HTMLElement && !now.hidden) now.click();
    return (
      (document.getElementById("result")?.textContent ?? "") !== "" ||
      (document.querySelector("#who[data-color=white]") !== null &&
        document.documentElement.dataset.computer === "")
    );
  });

/** Waits until advice is shown. @param {Window} window */
export const advised = (window) =>
  window.until(() => document.getElementById("says")?.dataset.kind === "advice");

/** Whether the turn may end now. @param {Window} window */
export const turnMayEnd = (window) =>
  window.evaluate(() => document.getElementById("do-end")?.dataset.state !== "not-yet");

/** Waits until a lesson or a puzzle stands there. @param {Window} window @param {string} stage */
export const exerciseIs = (window, stage) =>
  window.until((stage) => document.documentElement.dataset.lessonState === stage, stage);

/**
 * Waits until the answer beside the board is of this kind and has these words.
 * @param {Window} window @param {string} kind @param {string} words
 */
export const replied = (window, kind, words) =>
  window.until(
    (kind, words) => {
      const reply = /** @type {HTMLElement} */ (document.querySelector(".reply"));
      return reply.dataset.kind === kind && reply.textContent?.includes(words);
    },
    kind,
    words,
  );

/** Waits for the sentence over the page. @param {Window} window @param {RegExp} wanted */
export const notice = (window, wanted) =>
  window.until(
    (wanted) => new RegExp(wanted).test(document.querySelector("#notice p")?.textContent ?? ""),
    wanted.source,
  );

/** The squares that are marked so: of pieces that can be moved, or where they can go. @param {Window} window @param {string} mark @returns {Promise<string[]>} */
export const squaresOf = (window, mark) =>
  window.evaluate(
    (mark) =>
      [...document.querySelectorAll(`[role=gridcell].${mark}`)].map(
        (cell) => /** @type {HTMLElement} */ (cell).dataset.square ?? "",
      ),
    mark,
  );

/** The square that has the focus, or what else is written where it is. @param {Window} window */
export const focusedOn = (window) =>
  window.evaluate(() => {
    const at = /** @type {HTMLElement | null} */ (document.activeElement);
    return at?.dataset.square ?? at?.textContent?.trim() ?? "";
  });

/** The square that has the focus, if one has. @param {Window} window */
export const squareInFocus = (window) =>
  window.evaluate(
    () => /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.square ?? "",
  );

/** Waits until a square has the focus. @param {Window} window @param {string} square */
export const focusOn = (window, square) =>
  window.until(
    (square) => /** @type {HTMLElement} */ (document.activeElement).dataset.square === square,
    square,
  );

/** What the style sheets go by: theme, board, contrast, motion, game. @param {Window} window @returns {Promise<Record<string, string | undefined>>} */
export const looks = (window) => window.evaluate(() => ({ ...document.documentElement.dataset }));

/**
 * What custom properties of the style sheets are as colours (red, green, blue, alpha), look by look.
 * @param {Window} window @param {Record<string, string>[]} all looks @param {string[]} names
 */
export const colorsIn = (window, all, names) =>
  window.evaluate(
    (all, names) => {
      const context = document.createElement("canvas").getContext("2d");
      if (!context) throw new Error("no canvas");
      return all.map((look) => {
        Object.assign(document.documentElement.dataset, look);
        const style = getComputedStyle(document.documentElement);
        return names.map((name) => {
          context.fillStyle = style.getPropertyValue(`--${name}`).trim();
          context.fillRect(0, 0, 1, 1);
          return [...context.getImageData(0, 0, 1, 1).data];
        });
      });
    },
    all,
    names,
  );

/**
 * The addresses of a module's script and of its WebAssembly, whose names have hashes in them.
 * @param {Window} window @param {string} folder @param {string} name
 */
export const moduleFiles = (window, folder, name) =>
  window.evaluate(
    (folder, name) => {
      const marks = JSON.parse(document.getElementById("files")?.textContent ?? "{}");
      const address = (/** @type {string} */ path) =>
        new URL(`assets/${path.replace(/\.\w+$/, `-${marks[path]}$&`)}`, location.href).href;
      return {
        script: address(`${folder}/${name}.js`),
        wasm: address(`${folder}/${name}_bg.wasm`),
      };
    },
    folder,
    name,
  );

/** Before a page: the module with everything does not come, as when the connection ends. */
export function withoutWhole() {
  const get = globalThis.fetch;
  globalThis.fetch = (what, ...how) =>
    /\/whole_bg-/.test(what instanceof Request ? what.url : String(what))
      ? Promise.reject(new TypeError("The connection has ended."))
      : get(what, ...how);
}

/** Notes in `places` where the buttons of the menu stand, in each frame from when a game can be played. */
export function followMenu() {
  /** @type {Set<number>} */
  const places = new Set();
  Object.assign(globalThis, { places });
  requestAnimationFrame(function look() {
    const settings = document.getElementById("do-settings");
    if (settings && document.documentElement.dataset.ready === "true")
      places.add(Math.round(settings.getBoundingClientRect().top));
    requestAnimationFrame(look);
  });
}

/** Opens a link as soon as the page is there, once. @param {string} hash */
export function openWhileLoading(hash) {
  addEventListener("DOMContentLoaded", () => {
    if (sessionStorage.getItem("opened")) return;
    sessionStorage.setItem("opened", "once");
    location.hash = hash;
  });
}

/** Frames are told a time that advances by a sixtieth of a second from each to the next, however long they take. */
export function slowFrames() {
  const ask = globalThis.requestAnimationFrame.bind(globalThis);
  /** When the last frame was, really and as told. */
  let [real, shown] = [0, 0];
  globalThis.requestAnimationFrame = (work) =>
    ask((now) => {
      if (now !== real) shown += 1000 / 60;
      real = now;
      work(shown);
    });
}

/** What the page waits for takes longer: so many times. @param {number} times */
export function slowTimers(times) {
  const wait = globalThis.setTimeout.bind(globalThis);
  /** @type {any} */ (globalThis).setTimeout = (
    /** @type {() => void} */ work,
    /** @type {number} */ delay = 0,
  ) => wait(work, delay * times);
}

/** Has the clock be set by `setClock`. */
export function movableClock() {
  const { now } = Date;
  Date.now = () => now() + Number(sessionStorage.getItem("clock") ?? 0);
}

/** Sets the clock so many milliseconds ahead, for later pages too. @param {Window} window @param {string} ahead */
export const setClock = (window, ahead) =>
  window.evaluate((ahead) => sessionStorage.setItem("clock", ahead), ahead);

// What the device holds.

/** The names of the databases. @param {Window} window */
export const stores = (window) =>
  window.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

/** All that is stored now. @param {Window} window */
export const allStored = (window) =>
  window.evaluate(async () => {
    /** @type {(request: IDBRequest) => Promise<any>} */
    const answer = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await answer(indexedDB.open("fivefold"));
    const { version } = database;
    /** @type {Record<string, any[]>} */
    const stores = {};
    for (const name of database.objectStoreNames) {
      stores[name] = await answer(database.transaction(name).objectStore(name).getAll());
    }
    database.close();
    return { version, stores };
  });

/** Waits until a game is kept whose steps, or the one to be confirmed, have this. @param {Window} window @param {RegExp} wanted */
export const keepsGame = (window, wanted) =>
  window.until(async (wanted) => {
    /** @type {(request: IDBRequest) => Promise<any>} */
    const answer = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await answer(indexedDB.open("fivefold"));
    const games = await answer(database.transaction("games").objectStore("games").getAll());
    database.close();
    return games.some(({ saved = "", held = "" }) => new RegExp(wanted).test(`${saved}\n${held}`));
  }, wanted.source);

/** What is noted as on its way into the store. @param {Window} window */
export const notedWrites = (window) =>
  window.evaluate(() =>
    Object.keys(localStorage).filter((name) => name.startsWith("fivefold-writing")),
  );

/** Waits until the store has all that was on its way. @param {Window} window */
export const allWritten = (window) =>
  window.until(
    () => !Object.keys(localStorage).some((name) => name.startsWith("fivefold-writing")),
  );

/** Has settings be kept, before the first page is there. @param {object} settings */
export const keepSettings = (settings) =>
  localStorage.setItem("fivefold", JSON.stringify(settings));

/** The store never answers what stands there, before which nothing is written; until it is restored. */
export function silenceStore() {
  if (sessionStorage.getItem("restored")) return;
  const { get } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.get = function (key) {
    const request = get.call(this, key);
    if (this.transaction.mode === "readwrite")
      request.addEventListener("success", (event) => event.stopImmediatePropagation());
    return request;
  };
}

/** From now on the store works again, for later pages too. @param {Window} window */
export const restore = (window) =>
  window.evaluate(() => {
    /** @type {any} */ (globalThis).works = true;
    sessionStorage.setItem("restored", "true");
  });

/** The browser has no store for games. */
export function withoutStore() {
  Object.defineProperty(globalThis, "indexedDB", { value: undefined });
}

/** From now on no net is where it should be (`keepNets`). @param {Window} window */
export const takeNets = (window) => window.evaluate(() => sessionStorage.setItem("nets", "none"));

/** Waits until it is this side's turn. @param {Window} window @param {string} color */
export const toMove = (window, color) =>
  window.until(
    (color) => document.getElementById("who")?.dataset.color === color.toLowerCase(),
    color,
  );

/** Has the computer think until the test lets it answer: what its worker has found is held up. */
export function holdThoughts() {
  /** @type {(() => void)[]} */
  const held = [];
  const all = /** @type {any} */ (globalThis);
  all.letAnswer = () => {
    sessionStorage.setItem("thoughts", "let");
    for (const hear of held.splice(0)) hear();
  };
  all.Worker = class extends Worker {
    /** @param {(event: MessageEvent) => void} listener */
    set onmessage(listener) {
      super.onmessage = (event) => {
        const isLet = sessionStorage.getItem("thoughts") === "let";
        if (event.data.done && !isLet) held.push(() => listener.call(this, event));
        else listener.call(this, event);
      };
    }
  };
}

/** @param {Window} window */
export const letAnswer = (window) =>
  window.evaluate(() => /** @type {any} */ (globalThis).letAnswer());

/** @param {Window} window */
export const holdAgain = (window) => window.evaluate(() => sessionStorage.removeItem("thoughts"));

/**
 * What a player who knows little does about a turn, with the page's own buttons and squares: a
 * capture if there is one, else anything. Returns whether the turn was ended.
 * @param {number} seed
 */
export async function clumsyTurn(seed) {
  let state = seed;
  /** @template T @param {T[]} list */
  const any = (list) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) >>> 0;
    return list[state % list.length];
  };
  /** @param {string} id */
  const press = (id) => {
    const button = /** @type {HTMLElement} */ (document.getElementById(`do-${id}`));
    const able = !button.hidden && button.getAttribute("aria-disabled") !== "true";
    if (able) button.click();
    return able;
  };
  const end = /** @type {HTMLElement} */ (document.getElementById("do-end"));
  const ended = () => end.dataset.state !== "not-yet" && press("end");
  /** @param {string} selector */
  const all = (selector) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);
  /** @param {HTMLElement} cell */
  const isCapture = (cell) => / capture/.test(cell.getAttribute("aria-label") ?? "");
  press("draw");
  if (press("place")) return ended();
  for (let tries = 0; tries < 60; tries += 1) {
    const pieces = all("#grid .own, #near-reserve [role=option]");
    if (pieces.length === 0) break;
    any(pieces).click();
    // What a piece can do is described a frame later.
    await new Promise((seen) => requestAnimationFrame(() => setTimeout(seen)));
    const targets = all("#grid .target");
    if (targets.length === 0) continue;
    const captures = targets.filter(isCapture);
    any(captures.length > 0 ? captures : targets).click();
    // What a pawn becomes is asked a moment later.
    await new Promise((asked) => setTimeout(asked));
    all("#promotion[open] button")[0]?.click();
    // A turn of one step has ended by itself.
    if (end.hidden || ended()) return true;
  }
  press("reset");
  return false;
}

/**
 * Keeps what the workers tell of nets, with the questions that they answer. With a page stored as
 * `nets` = `none`, no net is where it should be.
 */
export function keepNets() {
  const all = /** @type {any} */ (globalThis);
  all.nets = [];
  all.Worker = class extends Worker {
    /** @param {any} data */
    postMessage(data) {
      const isGone = sessionStorage.getItem("nets") === "none";
      super.postMessage(isGone && data.net ? { ...data, net: `${data.net}.gone` } : data);
    }
    /** @param {(event: MessageEvent) => void} listener */
    set onmessage(listener) {
      super.onmessage = (event) => {
        if (event.data.net) all.nets.push(event.data.net);
        listener.call(this, event);
      };
    }
  };
}

/** The browser hands out no storage at all. */
export const blocked = () => {
  IDBFactory.prototype.open = () => {
    throw new DOMException("denied", "SecurityError");
  };
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(globalThis, name, {
      get() {
        throw new DOMException("denied", "SecurityError");
      },
    });
  }
};

/** Fills the stores of a window before its first page is there. @param {Window} window @param {any} what */
export const fill = (window, what) =>
  window.prepare((/** @type {any} */ { version, stores, local, session }) => {
    if (sessionStorage.getItem("filled")) return;
    for (const [name, value] of Object.entries(local)) localStorage.setItem(name, value);
    for (const [name, value] of Object.entries(session)) sessionStorage.setItem(name, value);
    sessionStorage.setItem("filled", "true");
    // The page's own opening waits for this.
    const request = indexedDB.open("fivefold", version);
    request.onupgradeneeded = () => {
      for (const [name, all] of Object.entries(stores)) {
        const paths = { aside: "id", puzzles: "id", days: "day" };
        const keyPath = /** @type {Record<string, string>} */ (paths)[name] ?? "key";
        const options = { keyPath, autoIncrement: name === "aside" };
        const store = request.result.createObjectStore(name, options);
        for (const value of /** @type {any[]} */ (all)) store.put(value);
      }
    };
    request.onsuccess = () => request.result.close();
  }, what);

/** What stands in a store of the device. @param {Window} window @param {string} store */
export const stored = (window, store) =>
  window.evaluate(async (store) => {
    /** @type {(request: IDBRequest) => Promise<any>} */
    const answer = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await answer(indexedDB.open("fivefold"));
    const found = await answer(database.transaction(store).objectStore(store).getAll());
    database.close();
    return /** @type {any[]} */ (found);
  }, store);

/** Puts something into a store. @param {Window} window @param {string} store @param {unknown[]} values */
export const putInto = (window, store, values) =>
  window.evaluate(
    async (store, values) => {
      /** @type {IDBDatabase} */
      const database = await new Promise((resolve, reject) => {
        const request = indexedDB.open("fivefold");
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      const transaction = database.transaction(store, "readwrite");
      for (const value of values) transaction.objectStore(store).put(value);
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
      database.close();
    },
    store,
    values,
  );

/**
 * The connection to a store is lost, as WebKit loses it: reads fail, once or until it is restored.
 * @param {string} store @param {boolean} forGood
 */
export function lose(store, forGood) {
  /** @type {any} */
  const page = globalThis;
  page.works = Boolean(sessionStorage.getItem("restored"));
  const { get } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.get = function (...what) {
    if (this.name === store && !page.works) {
      page.works = !forGood;
      const text = "Connection to Indexed Database server lost. Refresh the page to try again";
      throw new DOMException(text, "UnknownError");
    }
    return get.apply(this, what);
  };
}

/** Fills the stores as the first Fivefold that named games has left them, once. */
export function fillOldest() {
  if (sessionStorage.getItem("old")) return;
  sessionStorage.setItem("old", "true");
  const saved = `fivefold-record 1
game magnetic
start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
steps e2e4
undone
`;
  // Before the page opens the store, which waits for this.
  const request = indexedDB.open("fivefold", 2);
  request.onupgradeneeded = () => {
    const games = request.result.createObjectStore("games", { keyPath: "key" });
    request.result.createObjectStore("aside", { keyPath: "id", autoIncrement: true });
    const names = request.result.createObjectStore("names", { keyPath: "key" });
    games.put({ key: "kept old", saved, at: 1e12, underWay: true });
    names.put({ key: "kept old", name: "Old friend" });
  };
  request.onsuccess = () => request.result.close();
}

/**
 * What the page shows, and what can be pressed.
 * @typedef {object} Sight
 * @property {string} saved the stored game
 * @property {string[]} cells names, from the top left as White sees it
 * @property {string} says
 * @property {string} who
 * @property {boolean} live
 * @property {boolean} unconfirmed
 * @property {boolean} asked whether a dialog is open
 * @property {Record<string, Record<string, number>>} trays
 * @property {Record<string, boolean> | null} painted whether a piece is painted, by square
 * @property {{ own: Point[], targets: Point[], squares: Point[], pieces: Point[],
 *   buttons: { name: string, at: Point }[] }} at
 */

/**
 * Looks at the page.
 * @param {Window} window
 * @param {string} key under which the game is stored
 * @param {boolean} canvas whether to look at the canvas too
 * @returns {Promise<Sight>}
 */
export const perceived = (window, key, canvas) =>
  window.evaluate(
    async (key, canvas) => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      /** @type {(value: any) => any} */
      const answer = (request) =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      /** @type {any} */
      const page = globalThis;
      page.monkeyStore ??= await answer(indexedDB.open("fivefold"));
      const store = page.monkeyStore.transaction("games").objectStore("games");
      // The address begins a game of its own each time that it is opened.
      const found = await answer(store.get(`${key} ${Math.abs(history.state)}`));
      if (canvas) {
        await frame();
        await frame();
      }
      const byId = (/** @type {string} */ id) =>
        /** @type {HTMLElement} */ (document.getElementById(id));
      /** @param {Element} element */
      const middle = (element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      };
      /** @param {string} selector */
      const all = (selector) => [...document.querySelectorAll(selector)];
      /** @param {Element} element */
      const pressable = (element) => {
        const { x, y } = middle(element);
        const top = document.elementFromPoint(x, y);
        return top !== null && element.contains(top);
      };
      const cells = /** @type {HTMLElement[]} */ (all("#grid [role=gridcell]"));
      const flipped = cells[0]?.dataset.square?.[0] !== "a";
      const ordered = flipped ? [...cells].reverse() : cells;

      /** @type {Record<string, boolean> | null} */
      let painted = null;
      const board = /** @type {HTMLCanvasElement} */ (byId("canvas"));
      // While a piece is chosen, pieces are pale where the board shows what a step would do.
      const isChosen = cells.some((cell) => cell.getAttribute("aria-selected") === "true");
      if (canvas && !isChosen && !document.querySelector(".dragging")) {
        painted = {};
        const context = /** @type {CanvasRenderingContext2D} */ (board.getContext("2d"));
        const { data } = context.getImageData(0, 0, board.width, board.height);
        const files = byId("grid").firstElementChild?.childElementCount ?? 8;
        const side = board.width / files;
        for (const [place, cell] of cells.entries()) {
          const [column, row] = [place % files, Math.floor(place / files)];
          let ink = 0;
          // The middle of the square, where no coordinate stands and no cursor.
          for (let y = (row + 0.3) * side; y < (row + 0.85) * side; y += 1) {
            for (let x = (column + 0.25) * side; x < (column + 0.75) * side; x += 1) {
              const at = 4 * (Math.floor(y) * board.width + Math.floor(x));
              // Fill or outline of a piece; no mark is as dark.
              if (data[at + 3] > 200 && data[at] < 80 && data[at + 1] < 80 && data[at + 2] < 80)
                ink += 1;
            }
          }
          painted[cell.dataset.square ?? ""] = ink > 2;
        }
      }

      /** @type {Record<string, Record<string, number>>} */
      const trays = {};
      for (const box of all("[role=listbox]")) {
        if (!box.checkVisibility()) continue;
        /** @type {Record<string, number>} */
        const pieces = {};
        for (const option of box.querySelectorAll("[role=option]")) {
          const [piece, count] = (option.getAttribute("aria-label") ?? "").split(", ");
          if (Number(count) > 0) pieces[piece] = Number(count);
        }
        trays[box.getAttribute("aria-label") ?? ""] = pieces;
      }
      return {
        saved: found?.saved ?? "",
        cells: ordered.map((cell) => cell.getAttribute("aria-label") ?? ""),
        says: byId("says").textContent ?? "",
        who: byId("who").textContent ?? "",
        live: byId("do-live").hidden === true,
        unconfirmed: Object.keys(sessionStorage).some((key) => key.startsWith("unconfirmed")),
        asked: document.querySelector("dialog[open]") !== null,
        trays,
        painted,
        at: {
          own: cells.filter((cell) => cell.matches(".own") && pressable(cell)).map(middle),
          targets: cells.filter((cell) => cell.matches(".target") && pressable(cell)).map(middle),
          squares: cells.map(middle),
          pieces: all("[role=option]:not(.used)").filter(pressable).map(middle),
          buttons: all("button")
            .filter((button) => button.checkVisibility({ visibilityProperty: true }))
            .filter(pressable)
            .map((button) => ({
              name: button.getAttribute("aria-label") ?? button.textContent?.trim() ?? "",
              at: middle(button),
            })),
        },
      };
    },
    key,
    canvas,
  );

/** Gives a test the memory of the game's module, and the way to have a function of it run into a real trap. */
export function exposeModule() {
  /** @type {any} */
  const page = globalThis;
  // (module (memory 1) (func (export "unreachable") unreachable)
  //   (func (export "outside") i32.const -1 i32.load drop))
  const code = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 3, 2, 0, 0, 5, 3, 1, 0, 1, 7, 25, 2, 11, 117,
    110, 114, 101, 97, 99, 104, 97, 98, 108, 101, 0, 0, 7, 111, 117, 116, 115, 105, 100, 101, 0, 1,
    10, 14, 2, 3, 0, 0, 11, 8, 0, 65, 127, 40, 2, 0, 26, 11,
  ]);
  const stream = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (source, imports) => {
    const { instance, module } = await stream(source, imports);
    if (!("table_handle" in instance.exports)) return { instance, module };
    const traps = (await WebAssembly.instantiate(code)).instance.exports;
    /** @type {any} */
    const exports = { ...instance.exports };
    for (const name of ["table_handle", "table_paint", "table_resize"]) {
      const real = exports[name];
      exports[name] = (/** @type {unknown[]} */ ...given) =>
        page.fails?.name === name
          ? /** @type {Function} */ (traps[page.fails.trap])()
          : real(...given);
    }
    page.memory ??= exports.memory;
    return { instance: { exports }, module };
  };
}

/**
 * @param {Window} window @param {string} name the function of the module that is to fail
 * @param {"unreachable" | "outside"} trap how: by a panic, or by an address outside its memory
 */
export const fail = (window, name, trap = "unreachable") =>
  window.evaluate(
    (name, trap) => {
      /** @type {any} */ (globalThis).fails = { name, trap };
    },
    name,
    trap,
  );

/** Counts what listens to the window, its root and its media, and what watches sizes (`listeners`). */
export function countListeners() {
  /** @type {Set<unknown>} */
  const heard = new Set();
  Object.assign(globalThis, { heard });
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (kind, work, options) {
    const target = this ?? globalThis;
    const outlives = target === globalThis || target === document.documentElement;
    if (outlives || target instanceof MediaQueryList) {
      const one = {};
      heard.add(one);
      const signal = typeof options === "object" ? options.signal : undefined;
      if (signal) addEventListener.call(signal, "abort", () => heard.delete(one));
    }
    return addEventListener.call(target, kind, work, options);
  };
  const { observe, disconnect } = ResizeObserver.prototype;
  ResizeObserver.prototype.observe = function (...what) {
    heard.add(this);
    return observe.apply(this, what);
  };
  ResizeObserver.prototype.disconnect = function () {
    heard.delete(this);
    return disconnect.call(this);
  };
}

/** How many do. @param {Window} window @returns {Promise<number>} */
export const listeners = (window) =>
  window.evaluate(() => /** @type {any} */ (globalThis).heard.size);

// What a page can find of those that were in its window before.

/** All of it that a page can tell. @param {Window} window */
export const traces = (window) =>
  window.evaluate(async () => ({
    script: /** @type {any} */ (globalThis).left ?? null,
    session: { ...sessionStorage },
    // Without the page's own, which it writes at its own time.
    local: Object.keys(localStorage).filter((name) => !name.startsWith("fivefold")),
    databases: (await indexedDB.databases())
      .map(({ name }) => name)
      .filter((name) => name !== "fivefold"),
    caches: await caches.keys(),
    cookies: document.cookie,
    name: /** @type {any} */ (globalThis).name,
    history: history.length,
    size: [innerWidth, innerHeight, devicePixelRatio],
    touch: navigator.maxTouchPoints,
    media: [
      "(prefers-color-scheme: dark)",
      "(prefers-contrast: more)",
      "(forced-colors: active)",
      "(prefers-reduced-motion: reduce)",
    ].map((query) => matchMedia(query).matches),
    hovered: document.querySelectorAll("main :hover, button:hover").length,
    focused: document.activeElement?.tagName,
  }));

/** Leaves behind what a page can. @param {Window} window */
export const leaveTraces = (window) =>
  window.evaluate(async () => {
    sessionStorage.setItem("left", "1");
    localStorage.setItem("left", "1");
    await /** @type {any} */ (globalThis).cookieStore.set("left", "1");
    /** @type {any} */ (globalThis).name = "left";
    await caches.open("left");
    const request = indexedDB.open("left", 7);
    await new Promise((resolve) => {
      request.onsuccess = resolve;
    });
    // What a page writes last, when it is left.
    addEventListener("pagehide", () => {
      sessionStorage.setItem("late", "1");
      localStorage.setItem("late", "1");
    });
    history.pushState("left", "", "#left");
    console.error("left");
  });

/** Waits until the way back would close what is open: that follows the frame that shows it. @param {Window} window */
export const closesOnBack = (window) => window.until(() => Number(history.state) < 0);
