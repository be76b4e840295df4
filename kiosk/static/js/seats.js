// The players: name, part in the game, score, penalties and their own buttons.
import { actionButton, actionsOf } from "./actions.js";
import { byId, h, paint } from "./dom.js";
import { say, signed } from "./words.js";

export function showSeats(match, doIt) {
  const shown = match.seats.map((seat) => [seat, actionsOf(match, seat.player), signature(match, seat.player)]);
  paint(byId("seats"), shown, () => shown.map(([seat, actions, signedAs]) => panel(seat, actions, signedAs, doIt)));
}

/** What stands where a player has signed; null before. */
function signature(match, player) {
  if (!(match.signed ?? []).includes(player)) return null;
  const initials = match.initials?.[player];
  return initials ? say("table.signed-as", { initials }) : say("table.signed");
}

function panel(seat, actions, signedAs, doIt) {
  return h(
    "section",
    { class: "seat panel", "data-seat-panel": seat.player, "data-to-act": seat.to_act ? "yes" : "no", "aria-label": seat.name },
    h(
      "div",
      { class: "who" },
      h("span", { class: "number", "aria-hidden": "true" }, String(seat.seat)),
      h(
        "div",
        { class: "names" },
        h("h2", { class: "name" }, seat.name),
        h(
          "p",
          { class: "part" },
          seat.to_act ? h("span", { class: "turn" }, `▶ ${say("table.turn")}`) : null,
          signedAs ? h("span", { class: "signed" }, `✓ ${signedAs}`) : null,
          seat.role ? h("span", { class: "role" }, seat.role) : null,
          seat.penalties ? h("span", { class: "penalties" }, say("table.penalty", { points: signed(seat.penalties) })) : null,
        ),
      ),
      h("p", { class: "points" }, h("span", { class: "score" }, signed(seat.score)), h("span", { class: "unit" }, say("table.points"))),
    ),
    actions.length ? h("div", { class: "actions", "data-count": actions.length }, actions.map((action) => actionButton(action, doIt))) : null,
  );
}
