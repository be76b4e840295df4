// What was changed, by whom and why, each with its place in the judge's review.
import { h } from "./dom.js";
import { minutes } from "./audit-lines.js";
import { say, signed } from "./words.js";

export const reviewOf = (match, row) => `/judge#${match}/${row}`;

export function changesView(told) {
  const struck = (each) => h("p", { class: "struck" }, say("changed.struck", { n: each.penalty, player: each.player, points: signed(each.points) }));
  const item = (change) => h("li", { "data-change": change.row, "data-kind": change.kind },
    h("p", { class: "head" }, h("span", { class: "time" }, minutes(change.t)), h("span", { class: "mark" }, say(`changed.${change.kind}`)), h("strong", {}, say("changed.by", { by: change.by })),
      change.refused ? h("span", { class: "mark odd" }, say("changed.refused")) : null, change.undone ? h("span", { class: "mark odd" }, say("changed.taken-back")) : null,
      h("a", { href: reviewOf(change.match, change.row) }, say("open.row", { row: change.row }))),
    h("p", {}, change.undone ? h("s", {}, change.text) : change.text),
    change.what ? h("p", { class: "what" }, say("changed.what", { text: change.what }), " ", h("a", { href: reviewOf(change.match, change.what_row) }, say("open.row", { row: change.what_row }))) : null,
    change.reason ? h("p", { class: "reason" }, say("told.because", { reason: change.reason })) : null,
    change.struck.map(struck));
  return [h("h2", {}, say("changed.title")), h("p", { class: "hint" }, say("changed.filter")),
    told.changes.length ? h("ul", { id: "changes" }, told.changes.map(item)) : h("p", { class: "nothing" }, say("changed.none"))];
}
