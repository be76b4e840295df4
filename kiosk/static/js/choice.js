// The board of a choice among many, such as the variations: what cannot be chosen is grey and says why.
import { actionButton } from "./actions.js";
import { h } from "./dom.js";
import { say } from "./words.js";

/** The options whose values are laid open, by their name. */
let opened = null;

export const openedOptions = () => opened;

/** One board for each player who has to choose; `redraw` is called when a name with options is opened. */
export function choiceBoards(boards, names, doIt, redraw) {
  // What was laid open for one choice is closed for the next one.
  if (!boards.some(({ player, actions }) => actions.some((action) => opened === `${player} ${action.option_of}`))) opened = null;
  return boards.map(({ player, actions }) => h(
    "section",
    { class: "card choice panel", "data-choice": player, "aria-label": say("choice.title", { name: names[player] ?? player }) },
    h("h2", {}, say("choice.title", { name: names[player] ?? player })),
    h("div", { class: "tiles" }, tiles(actions).map((tile) => tile.options ? optionsTile(tile, player, doIt, redraw) : oneTile(tile.action, doIt))),
  ));
}

/** Actions as tiles: those that are options of one thing share a tile. */
export function tiles(actions) {
  const shared = new Map();
  const listed = [];
  for (const action of actions) {
    const name = action.option_of;
    if (!name) listed.push({ action });
    else if (shared.has(name)) shared.get(name).options.push(action);
    else {
      shared.set(name, { name, options: [action] });
      listed.push(shared.get(name));
    }
  }
  return listed.map((tile) => tile.options?.length === 1 ? { action: tile.options[0] } : tile);
}

function oneTile(action, doIt) {
  const button = actionButton(action, doIt, action.barred ? [h("span", {}, action.label), h("small", { class: "why" }, action.barred)] : action.label);
  button.classList.add("tile");
  return button;
}

function optionsTile({ name, options }, player, doIt, redraw) {
  const free = options.filter((action) => !action.barred);
  const key = `${player} ${name}`;
  const open = opened === key && free.length > 0;
  const head = h("button", { type: "button", class: "tile options", "data-options": name, "data-focus": `options ${key}`,
    "aria-expanded": String(open), disabled: free.length === 0, on: { click: () => { opened = open ? null : key; redraw(); } } },
  h("span", {}, `${name} …`), free.length === 0 ? h("small", { class: "why" }, options[0].barred) : null);
  if (!open) return head;
  return [head, h("div", { class: "values", role: "group", "aria-label": name }, options.map((action) => oneTile(action, doIt)))];
}
