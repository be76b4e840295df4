// Buttons: what people may do now.
import { h, whileBusy } from "./dom.js";
import { request } from "./send.js";

/** Actions are the same when they mean the same event of the same person. */
export const actionKey = (action) => JSON.stringify([action.event, action.player, action.fields, action.entry?.field ?? null, action.entry?.kind ?? null]);

/** A button for an action. `doIt(action)` is called when it is pressed; if it gives a promise, that is waited for. */
export function actionButton(action, doIt, label = action.label) {
  const attributes = {
    type: "button",
    class: ["action", action.entry?.kind === "keypad" ? "writes" : null].filter(Boolean).join(" "),
    "data-action": action.event,
    "data-player": action.player,
    "data-place": action.place,
    "data-focus": actionKey(action),
    disabled: Boolean(action.barred),
    on: { click: (event) => whileBusy(event.currentTarget, () => doIt(action)) },
  };
  for (const [name, value] of Object.entries(request(action))) {
    const plain = ["string", "number", "boolean"].includes(typeof value);
    if (plain && name !== "event" && name !== "player") attributes[`data-field-${name}`] = String(value);
  }
  return h("button", attributes, label);
}

/** A game that says nothing of places leaves all to the players. */
export const placeOf = (action) => action.place ?? "play";

/** The actions that belong to a paper: those that name its writer. */
export function actionsOnPaper(match, paper) {
  return match.actions.filter((action) => action.fields.writer === paper.writer);
}

/** The actions that belong to a penalty: those that name its number. */
export function actionsOnPenalty(match, penalty) {
  return match.actions.filter((action) => action.fields.penalty === penalty.n);
}

/** More choices of one kind than these are laid out on a board of their own. */
const MANY = 6;

/** The choice that somebody has to make among many: {player, actions}, or null. */
export function choices(match) {
  const groups = new Map();
  for (const action of match.actions) {
    const key = JSON.stringify([action.event, action.player]);
    if (action.player !== null) groups.set(key, [...(groups.get(key) ?? []), action]);
  }
  const many = [...groups.values()].filter((actions) => actions.length > MANY);
  return many.map((actions) => ({ player: actions[0].player, actions }));
}

/** The actions of a seat (or, with null, of everybody) that stand beside no paper and no penalty, nor on a board. */
export function actionsOf(match, player) {
  const writers = new Set(match.papers.map((paper) => paper.writer));
  const penalties = new Set(match.penalties.map((penalty) => penalty.n));
  const onBoard = new Set(choices(match).flatMap((choice) => choice.actions));
  return match.actions.filter((action) => action.player === player && !writers.has(action.fields.writer)
    && !penalties.has(action.fields.penalty) && !onBoard.has(action));
}
