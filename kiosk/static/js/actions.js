// Buttons: what people may do now.
import { h } from "./dom.js";
import { request } from "./send.js";

/** Actions are the same when they mean the same event of the same person. */
export const actionKey = (action) => JSON.stringify([action.event, action.player, action.fields, action.entry?.field ?? null]);

/** A button for an action. `doIt(action)` is called when it is pressed. */
export function actionButton(action, doIt) {
  const attributes = {
    type: "button",
    class: action.entry?.kind === "keypad" ? "action writes" : "action",
    "data-action": action.event,
    "data-player": action.player,
    "data-focus": actionKey(action),
    on: { click: () => doIt(action) },
  };
  for (const [name, value] of Object.entries(request(action))) {
    const plain = ["string", "number", "boolean"].includes(typeof value);
    if (plain && name !== "event" && name !== "player") attributes[`data-field-${name}`] = String(value);
  }
  return h("button", attributes, action.label);
}

/** The actions that belong to a paper: those that name its writer. */
export function actionsOnPaper(match, paper) {
  return match.actions.filter((action) => action.fields.writer === paper.writer);
}

/** The actions of a seat (or, with null, of everybody) that stand beside no paper. */
export function actionsOf(match, player) {
  const writers = new Set(match.papers.map((paper) => paper.writer));
  return match.actions.filter((action) => action.player === player && !writers.has(action.fields.writer));
}
