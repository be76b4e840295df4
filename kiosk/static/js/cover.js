// Dialogs that lie over the table. What is under them cannot be reached; the hands beside it can, as at a real table.
import { byId } from "./dom.js";

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

/** A question lies over all but timer, prompt and what everybody may do; a picture over the whole table. */
function settle() {
  const question = !byId("question").hidden;
  const picture = !byId("picture").hidden;
  for (const id of ["mat", "news", "seats", "start", "keypad"]) byId(id).inert = question || picture;
  byId("head").inert = picture;
  byId("picture-cover").inert = question;
}
