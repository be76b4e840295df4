// What the lines come to: the tiles above them, and the table of players with the scoresheet beside it.
import { byId, h, paint } from "./dom.js";
import { say, signed } from "./words.js";

const STATUSES = ["applied", "pending", "refused"];

/** The tiles; those of penalties are buttons that show only these. */
export function showTotals(told, question, ask) {
  const totals = told.totals;
  paint(byId("totals"), [totals, question.status], () => [
    ...["deadlines", "countdown", "overdue"].map((name) => h("p", { class: "tile", "data-total": name }, h("strong", {}, String(totals[name])), h("span", {}, say(`audit.${name}`)))),
    ...STATUSES.map((status) => {
      const on = question.status.length === 1 && question.status[0] === status;
      return h("button", { type: "button", class: "tile quiet", "data-total": status, "data-focus": status, "aria-pressed": String(on), on: { click: () => ask({ ...question, status: on ? [] : [status] }) } },
        h("strong", {}, say("audit.count", { count: totals.penalties[status], points: signed(totals.points[status]) })), h("span", {}, say(`cost.${status}`)));
    }),
  ]);
}

/** By player: deadlines, how they ended, penalties; and for the whole matches whether they fit the scoresheet. */
export function playersView(told) {
  const columns = ["deadlines", "countdown", "overdue", ...STATUSES];
  const title = (name) => say(STATUSES.includes(name) ? `cost.${name}` : `audit.${name}`);
  const cell = (each, name) => (STATUSES.includes(name) ? say("audit.count", { count: each.penalties[name], points: signed(each.points[name]) }) : String(each[name]));
  const row = (name, each) => h("tr", { "data-player": name || null }, h("th", { scope: "row" }, name || say("audit.shown-all", { all: "" })), columns.map((column) => h("td", { "data-col": column }, cell(each, column))));
  const fits = told.matches.flatMap((match) => match.fits);
  return [
    h("h2", {}, say("sums.title")),
    h("div", { class: "wide", tabindex: "0", role: "group", "aria-label": say("sums.title") },
      h("table", { id: "players" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, say("audit.player")), columns.map((name) => h("th", { scope: "col" }, title(name))))),
        h("tbody", {}, told.players.map((each) => row(each.player, each))))),
    h("h2", {}, say("sums.sheet")),
    h("p", { class: "hint" }, say("sums.whole")),
    h("ul", { id: "fits" }, fits.map((fit) => h("li", { "data-fits": fit.audit === fit.sheet ? "yes" : "no" }, h("strong", {}, fit.player), " ",
      fit.audit === fit.sheet ? say("sums.fits", { points: signed(fit.audit) }) : say("sums.differs", { audit: signed(fit.audit), sheet: signed(fit.sheet) })))),
  ];
}
