// Dialogs that lie over the table. What is under them cannot be reached; the hands beside it can, as at a real table.
import { byId } from "./dom.js";

/** The dialogs, the lowest first: one lies over those before it. */
const DIALOGS = ["menu", "modes", "picture", "question"];
const UNDER = ["mat", "news", "seats", "start", "keypad"];

const before = new Map();

/** Shows a dialog and puts the focus on `first`. */
export function cover(name, first) {
  if (byId(name).hidden) before.set(name, document.activeElement);
  byId(name).hidden = false;
  byId(`${name}-cover`).hidden = false;
  settle();
  first?.focus();
}

/** Takes it away and gives the focus back. */
export function uncover(name) {
  if (byId(name).hidden) return;
  byId(name).hidden = true;
  byId(`${name}-cover`).hidden = true;
  settle();
  const element = before.get(name);
  before.delete(name);
  if (element?.isConnected) element.focus();
}

/** A question lies over all but timer, prompt and what everybody may do; the others over the whole table. */
function settle() {
  const open = DIALOGS.filter((name) => !byId(name).hidden);
  for (const id of UNDER) byId(id).inert = open.length > 0;
  byId("head").inert = open.some((name) => name !== "question");
  for (const name of DIALOGS) byId(`${name}-cover`).inert = open.length > 0 && name !== open.at(-1);
}
