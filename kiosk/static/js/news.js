// What happened: papers or scores when there are any, the last moves with their pictures, rulings, penalties.
import { actionButton, actionsOnPaper, actionsOnPenalty, choices } from "./actions.js";
import { choiceBoards, openedOptions } from "./choice.js";
import { withCubes } from "./cubes.js";
import { byId, h, paint } from "./dom.js";
import { openPicture } from "./picture.js";
import { say, signed, written } from "./words.js";

const OLDER_MOVES = 3;
/** What a judge has done stands until so many things have happened after it. */
const JUDGED_FOR = 3;

export function showNews(match, doIt) {
  const ended = match.over || /-over$/.test(match.phase);
  const papers = match.papers.map((paper) => [paper, actionsOnPaper(match, paper)]);
  const boards = choices(match);
  const { moves, rulings, shakes, match_points: points, seats } = match;
  const judged = (match.judged ?? []).filter((word) => word.row >= (moves.at(-JUDGED_FOR)?.seq ?? 0)).at(-1) ?? null;
  const penalties = match.penalties.map((penalty) => [penalty, actionsOnPenalty(match, penalty)]);
  const named = seats.map(({ player, name, score }) => ({ player, name, score }));
  const wide = boards.length ? "choice" : papers.length || (ended && shakes.length) ? "yes" : "no";
  byId("play").dataset.wide = wide;
  const redraw = () => showNews(match, doIt);
  paint(byId("news"), { boards, opened: openedOptions(), papers, judged, moves, rulings, penalties, ended, points, named: ended ? named : seatNames(seats), shakes: ended ? shakes : [] }, () => [
    ...choiceBoards(boards, seatNames(seats), doIt, redraw),
    // What a judge has just said comes before all else, but for a choice that somebody has to make.
    judged ? judgedCard(judged) : null,
    ended && shakes.length ? results(named, shakes, points) : null,
    papers.length ? papersCard(papers, seatNames(seats), doIt) : null,
    rulings.length ? rulingCard(rulings.at(-1)) : null,
    penalties.some(([, actions]) => actions.length) ? penaltiesCard(penalties, doIt) : null,
    wide === "choice" ? null : movesCard(moves),
    penalties.length && !penalties.some(([, actions]) => actions.length) ? penaltiesCard(penalties, doIt) : null,
  ]);
}


const seatNames = (seats) => Object.fromEntries(seats.map((seat) => [seat.player, seat.name]));

function movesCard(moves) {
  const last = moves.at(-1);
  if (!last) return h("section", { class: "card moves panel" }, h("p", { class: "nothing" }, say("news.no-moves")));
  const older = moves.slice(0, -1).slice(-OLDER_MOVES).reverse();
  return h(
    "section",
    { class: "card moves panel", "aria-label": say("news.moves") },
    h("h2", {}, say("news.moves")),
    h("div", { class: "last" }, last.snapshot ? thumbnail(last) : null, h("p", { class: last.text.length > 60 ? "text long" : "text" }, said(last))),
    older.length ? h("ul", { class: "older", "aria-label": say("news.before") }, older.map((move) => h("li", {}, said(move)))) : null,
  );
}

/** What happened, struck out if a judge has struck it. */
const said = (move) => move.undone ? h("s", { "aria-label": say("news.undone", { move: move.text }) }, withCubes(move.text)) : withCubes(move.text);

function thumbnail(move) {
  return h(
    "button",
    { type: "button", class: "thumbnail", "data-snapshot": move.snapshot, "data-focus": move.snapshot,
      "aria-label": say("news.picture", { move: move.text }), on: { click: () => openPicture(move.snapshot, move.text) } },
    h("img", { src: `/snapshots/${move.snapshot}.jpg`, alt: "" }),
  );
}

/** What a judge has just done, with the initials and the reason. */
function judgedCard(word) {
  return h(
    "section",
    { class: "card judged panel", "data-judged": word.judge },
    h("h2", {}, say("news.judge", { judge: word.judge }), word.cite ? h("span", { class: "cite" }, word.cite) : null),
    h("p", { class: "text" }, withCubes(word.text)),
    word.why ? h("p", { class: "reason" }, say("news.judge-why", { why: word.why })) : null,
  );
}

function rulingCard(ruling) {
  return h(
    "section",
    { class: "card ruling panel", "data-ruling": ruling.code },
    h("h2", {}, say("news.ruling"), ruling.cite ? h("span", { class: "cite" }, ruling.cite) : null),
    h("p", { class: "text" }, withCubes(ruling.text)),
  );
}

function penaltiesCard(penalties, doIt) {
  return h(
    "section",
    { class: "card penalty-list panel" },
    h("h2", {}, say("news.penalties")),
    h("ul", {}, penalties.map(([penalty, actions]) => h(
      "li", { "data-penalty": penalty.n },
      say("news.penalty", { name: penalty.name, points: signed(penalty.points), text: penalty.text }),
      " ", h("span", { class: "status", "data-status": penalty.status }, say(`penalty.${penalty.status}`)),
      actions.length ? h("div", { class: "checker" }, actions.map((action) => actionButton(action, doIt))) : null,
    ))),
  );
}

function papersCard(papers, names, doIt) {
  return h(
    "section",
    { class: "card papers panel", "aria-label": say("papers.title") },
    papers.map(([paper, actions]) => h(
      "article",
      { class: "paper", "data-paper": paper.writer },
      h("p", { class: "sheet-line" },
        h("span", { class: "writer" }, paper.name),
        h("span", { class: paper.text ? "equation" : "equation empty" }, paper.text ? written(paper.text) : say("papers.empty")),
        paper.status ? h("span", { class: "status" }, paper.status) : null),
      checkers(actions).map(([player, own]) => h(
        "div", { class: "checker" },
        player === null ? null : h("span", { class: "by" }, names[player] ?? player),
        own.map((action) => actionButton(action, doIt)),
      )),
    )),
  );
}

/** Actions by whose they are, in their order. */
function checkers(actions) {
  const groups = new Map();
  for (const action of actions) groups.set(action.player, [...(groups.get(action.player) ?? []), action]);
  return [...groups];
}

function results(seats, shakes, points) {
  const cell = (shake, player) => {
    const penalty = shake.penalties[player] ?? 0;
    return h("td", {}, signed(shake.scores[player] ?? 0), penalty ? h("small", {}, ` (${signed(penalty)})`) : null);
  };
  const row = (label, cells, attributes = {}) => h("tr", attributes, h("th", { scope: "row" }, label), cells);
  return h(
    "section",
    { class: "card results panel", "aria-label": say("results.title") },
    h("table", {},
      h("thead", {}, h("tr", {}, h("td", {}), seats.map((seat) => h("th", { scope: "col" }, seat.name)))),
      h("tbody", {},
        shakes.map((shake, at) => row(say("results.shake", { number: at + 1 }), seats.map((seat) => cell(shake, seat.player)))),
        row(say("results.total"), seats.map((seat) => h("td", {}, signed(seat.score))), { class: "total" }),
        points ? row(say("results.match-points"), seats.map((seat) => h("td", { "data-match-points": seat.player }, signed(points[seat.player] ?? 0))), { class: "match-points" }) : null)),
    shakes.at(-1).how ? h("p", { class: "how" }, shakes.at(-1).how) : null,
  );
}
