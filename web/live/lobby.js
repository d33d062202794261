// The lobby: open challenges of people who do not know each other, at the relay of the site. A page is in it
// while its sheet is open. Which challenges there are, and who has a game with whom, is decided in the module.

import { createParts, openParts } from "../dialogs/index.js";
import { loadTravel, ownName } from "../library/index.js";
import { GAMES, loadWhole, recall, retain, tell, words } from "../shell/index.js";
import { relayAddress } from "./address.js";
import { prepareRelayed } from "./begin.js";
import { openLobbyLine } from "./lobby-line.js";
import { createSeal } from "./lobby-seal.js";

/** @import { Lobbied, Lobby, LobbyEvent, LobbyRequest } from "../shell/types" */
/** @typedef {Extract<LobbyRequest, { give: unknown }>["give"]} Give */
/** @typedef {Extract<LobbyRequest, { open: unknown }>["open"]} Open */

/** Where the names stand that are not to be seen. */
const HIDDEN = "fivefold-hidden";
/** What is sealed: the link of a game in the relay. */
const LINK = /^#g=[\w-]+&relay=[\w-]{43}$/;
/** How often the lobby learns the time, in milliseconds. */
const TICK = 1_000;
/** What is heard close together is shown together, in milliseconds. */
const TOGETHER = 200;

/** The list and what stands around it. @param {ReturnType<typeof openParts>} dialog @param {string} game @param {(event: LobbyEvent) => void} emit */
function createList(dialog, game, emit) {
  const { named } = dialog;
  /** By page and number. @type {Map<string, HTMLElement>} */
  const items = new Map();
  let says = "";
  return (/** @type {Lobbied} */ view) => {
    const left = new Set(items.keys());
    for (const { page, number, part } of view.challenges) {
      const id = `${page} ${number}`;
      left.delete(id);
      if (items.has(id)) continue;
      const { build } = createParts(game, (does) =>
        emit(does === "hide" ? { hide: page } : { take: { page, number, name: ownName.get() } }),
      );
      const item = build(part);
      items.set(id, item);
      named.get("list").append(item);
    }
    for (const id of left) {
      const item = items.get(id);
      // The focus does not go with what goes.
      if (item?.contains(document.activeElement)) dialog.box.focus();
      item?.remove();
      items.delete(id);
    }
    for (const item of items.values())
      for (const button of item.querySelectorAll("button")) button.disabled = view.waits;
    const sentence = tell(view.says, game);
    if (sentence !== says) dialog.say(sentence, "says");
    says = sentence;
    dialog.say(view.own ? tell(view.own, game) : "", "terms");
    named.get("own").hidden = view.own === null;
    named.get("form").hidden = view.own !== null;
    named.get("all").hidden = !view.hides;
  };
}

/** @param {string} game that is offered first */
export async function openLobby(game) {
  const [whole, address, seal] = await Promise.all([loadWhole(), relayAddress(), createSeal()]);
  const playable = Object.keys(GAMES);
  const controller = new AbortController();
  /** @type {Lobby | undefined} */
  let lobby;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let due;

  const draw = () => {
    clearTimeout(due);
    due = undefined;
    if (lobby) list(lobby.view());
  };
  /** @param {LobbyEvent} event */
  const pass = (event) => {
    for (const request of lobby?.handle(performance.now(), event) ?? []) carryOut(request);
  };
  /** What the player does is shown at once. @param {LobbyEvent} event */
  const emit = (event) => {
    dialog.say("");
    pass(event);
    draw();
  };
  /** @param {LobbyEvent} event */
  const hear = (event) => {
    pass(event);
    due ??= setTimeout(draw, TOGETHER);
  };
  const line = await openLobbyLine(address, {
    heard: (page, text) => hear({ heard: { page, text } }),
    changed: (isJoined) => hear(isJoined ? "joined" : "lost"),
  });

  const parts = whole.lobby_dialog(game, ownName.get(), playable);
  const dialog = openParts("lobby", words("lobby.title"), parts, game, {
    name: ({ value }) => ownName.set(value.trim()),
    offer() {
      const answers = Object.fromEntries(new FormData(dialog.form));
      const [kind, side] = [String(answers.game), String(answers.side)];
      const clock = whole.time_control(answers);
      emit({ offer: { game: kind, side, clock, name: ownName.get() } });
    },
    withdraw: () => emit("withdraw"),
    showAll: () => emit("showAll"),
  });
  dialog.box.tabIndex = -1;
  const list = createList(dialog, game, emit);

  /** The game of one's own challenge: what was agreed on, and its key. @type {() => Promise<void>} */
  let begin = async () => {};

  /** @param {Give} taken */
  async function give({ page, key, game, side, clock }) {
    const prepared = await prepareRelayed(game, { side }, clock);
    const sealed = await seal.seal(key, `${line.name} ${page}`, prepared.link);
    begin = async () => {
      await line.arrived();
      await prepared.begin(true);
    };
    emit({ sealed });
  }
  /** @param {Open} given */
  async function join({ page, key, sealed }) {
    const link = await seal.open(key, `${page} ${line.name}`, sealed);
    if (!LINK.test(link)) throw new Error("no invitation has come");
    // What the player has accepted in the list is not asked again.
    const agreed = lobby?.agreed(link);
    const { keepRelay, relayKeyIn } = await loadTravel();
    if (agreed) await keepRelay(agreed, { key: relayKeyIn(link), met: true, accepted: true });
    // The other side begins when it has heard that the link has come.
    await line.arrived();
    location.assign(`./${link}`);
  }
  /** @param {Promise<void>} work */
  const attempt = (work) =>
    work.catch((error) => {
      console.warn(error);
      emit("withdraw");
      dialog.say(words("lobby.no-game"));
    });
  /** @param {LobbyRequest} request */
  function carryOut(request) {
    if ("publish" in request) line.publish(request.publish);
    else if ("give" in request) attempt(give(request.give));
    else if ("begin" in request) attempt(begin());
    else if ("open" in request) attempt(join(request.open));
    else if ("keepHidden" in request) retain(HIDDEN, request.keepHidden);
    else dialog.say(tell(request.say, game));
  }

  const leave = () => {
    if (!lobby) return;
    pass("withdraw");
    controller.abort();
    clearTimeout(due);
    lobby.free();
    lobby = undefined;
    const close = () => line.close();
    line.arrived().then(close, close);
  };
  const hidden = recall(HIDDEN);
  const names = Array.isArray(hidden) ? hidden.filter((name) => typeof name === "string") : [];
  lobby = new whole.Lobby(line.name, seal.key, names, playable);
  const alarm = setInterval(() => hear("tick"), TICK);
  controller.signal.addEventListener("abort", () => clearInterval(alarm));
  addEventListener("pagehide", leave, { signal: controller.signal });
  dialog.box.onclose = leave;
  draw();
}
