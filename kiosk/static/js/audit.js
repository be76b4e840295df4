// The organiser's audit: a question in the address, its answer as lines, drawings, sums and changes, and one line opened.
import { byId, h, paint, ready } from "./dom.js";
import { listenToChain, showChain } from "./audit-chain.js";
import { changesView } from "./audit-changes.js";
import { listenToFiles, showFiles } from "./audit-files.js";
import { listenToFilters, showFilters } from "./audit-filters.js";
import { listenToKeys } from "./audit-keys.js";
import { headElements, lineElement, lineKey } from "./audit-lines.js";
import { OpenedLine } from "./audit-open.js";
import { narrowed, read, written } from "./audit-question.js";
import { Shakes } from "./audit-shakes.js";
import { playersView, showTotals } from "./audit-totals.js";
import { usedView } from "./audit-used.js";
import { fetched } from "./job.js";
import { LongList } from "./review-list.js";
import { say } from "./words.js";

const VIEWS = ["lines", "shakes", "used", "players", "changes"];
const SORTS = ["none", "time", "shake", "player", "task", "limit", "-used", "result", "points", "status"];

const start = new URLSearchParams(location.search);
let question = read(location.search);
let view = VIEWS.includes(start.get("view")) ? start.get("view") : "lines";
let shake = start.get("of");
let told = null;
let asked = 0;
/** Is there anything to be taken along or checked? */
let any = { lines: false, journal: false };
/** The line that is open: {key, shown}, and what was asked for last. */
let open = null;
let wanted = null;

// -- the question -------------------------------------------------------------------------------------

/** Asks another question; the address has it from now on. */
async function ask(next) {
  question = next;
  keep();
  asked += 1;
  const number = asked;
  document.body.setAttribute("aria-busy", "true");
  const answer = await fetched(`/audit/lines?${written(question)}`);
  if (number !== asked) return;
  document.body.removeAttribute("aria-busy");
  if (answer.error) {
    trouble(answer.error.text);
    return;
  }
  byId("trouble").hidden = true;
  if (!answer.matches.length) {
    showNone();
    return;
  }
  told = answer;
  show();
}

function keep() {
  const more = { ...(view === "lines" ? {} : { view }), ...(view === "shakes" && shake ? { of: shake } : {}) };
  const search = written(question, more);
  history.replaceState(history.state, "", `${location.pathname}${search ? `?${search}` : ""}${location.hash}`);
}

function trouble(text) {
  const place = byId("trouble");
  place.replaceChildren(h("p", {}, text), h("button", { type: "button", class: "quiet", on: { click: () => ask(question) } }, say("audit.again")));
  place.hidden = false;
  byId("shown").textContent = "";
  showChain(question.match || "here");
  offer({ lines: false, journal: true });
}

function offer(what) {
  any = what;
  if (document.body.dataset.ready !== "yes") return;
  byId("files-open").disabled = !any.lines;
  byId("chain").disabled = !any.journal;
}

function showNone() {
  byId("nothing-found").hidden = false;
  byId("nothing-found").textContent = say("audit.no-match");
  byId("shown").textContent = "";
  showChain("here");
  offer({ lines: false, journal: false });
}

// -- the answer ---------------------------------------------------------------------------------------

function show() {
  const match = question.match || told.matches.at(-1).key;
  byId("match-choice").value = question.match;
  byId("refresh").hidden = told.matches.every((each) => each.over);
  offer({ lines: true, journal: true });
  showChain(match);
  showFiles(told, { ...question, match });
  showFilters(told, question, ask);
  showTotals(told, question, ask);
  byId("sort").value = question.sort || "none";
  paint(byId("lines-head"), question.sort, () => headElements(question.sort, (sort) => ask({ ...question, sort })));
  list.set(told.lines, { top: true });
  const all = told.matches.reduce((sum, each) => sum + each.lines, 0);
  const shown = narrowed(question) ? say("audit.shown", { shown: told.lines.length, all }) : say("audit.shown-all", { all });
  byId("shown").textContent = byId("refresh").hidden ? shown : say("audit.so-far", { shown });
  byId("nothing-found").hidden = told.lines.length > 0;
  byId("nothing-found").textContent = say(all ? "audit.none-left" : "audit.empty");
  byId("page").dataset.lines = told.lines.length;
  showView();
}

function showView() {
  document.body.dataset.view = view;
  byId("page").setAttribute("aria-label", say(`view.${view}`));
  paint(byId("views"), view, () => VIEWS.map((name) => h("button", { type: "button", "data-view": name, "data-focus": name, "aria-pressed": String(name === view), on: { click: () => turn(name) } }, say(`view.${name}`))));
  for (const name of VIEWS) byId(`view-${name}`).hidden = name !== view;
  if (!told) return;
  if (view === "lines") list.measure();
  else if (view === "shakes") shakes.show(told, question, shake);
  else byId(`view-${view}`).replaceChildren(...{ used: usedView, players: playersView, changes: changesView }[view](told));
}

function turn(name) {
  view = name;
  keep();
  showView();
}

/** How high a line is and which form it has: the style sheet says it, by the room that there is. */
function lineSize() {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const style = getComputedStyle(byId("lines"));
  return { high: parseFloat(style.getPropertyValue("--line-rem")) * rem, form: style.getPropertyValue("--form").trim() };
}

// -- a line -------------------------------------------------------------------------------------------

async function openLine(key, { link = true } = {}) {
  wanted = key;
  const answer = await fetched(`/audit/line/${key}`);
  // Somebody who presses J three times wants the third.
  if (wanted !== key) return;
  const before = open;
  drop();
  const shown = answer.error ? null : new OpenedLine(answer, deeds);
  open = { key, shown };
  byId("opened").dataset.line = key;
  byId("opened").replaceChildren(shown ? shown.element : failed(key, answer.error.text));
  document.body.dataset.opened = "yes";
  if (link) {
    if (before || history.state?.line) history.replaceState({ line: key }, "", `${location.search}#${key}`);
    else history.pushState({ line: key }, "", `${location.search}#${key}`);
  }
  byId("opened").scrollTop = 0;
  list.draw(true);
  list.reveal(key);
  (shown?.title ?? byId("opened")).focus({ preventScroll: true });
}

function failed(key, text) {
  return h("div", { class: "event" }, h("p", { class: "notice", role: "alert" }, text), h("div", { class: "event-buttons" },
    h("button", { type: "button", on: { click: () => openLine(key) } }, say("audit.again")), h("button", { type: "button", id: "opened-close", class: "quiet", on: { click: () => close() } }, say("review.close"))));
}

/** The line that the address names: #here.12/34. */
const linked = () => (/^#[a-z0-9.-]+\/\d+$/.test(location.hash) ? location.hash.slice(1) : null);

function drop() {
  open?.shown?.end();
  open = null;
}

function close({ link = true } = {}) {
  wanted = null;
  if (!open) return;
  const { key } = open;
  drop();
  delete document.body.dataset.opened;
  byId("opened").removeAttribute("data-line");
  byId("opened").replaceChildren();
  list.draw(true);
  list.element(key)?.querySelector("button")?.focus({ preventScroll: true });
  if (!link) return;
  if (history.state?.line) history.back();
  else history.replaceState(null, "", location.pathname + location.search);
}

/** To the next line of the list, or the one before; the first without one. */
function step(by) {
  if (!told?.lines.length) return;
  const keys = told.lines.map((line) => lineKey(line, told.matches));
  const at = keys.indexOf(wanted ?? open?.key);
  const next = keys[at < 0 ? 0 : at + by];
  if (next) openLine(next);
}

const deeds = { next: () => step(1), previous: () => step(-1), close: () => close() };

// -- beginning ----------------------------------------------------------------------------------------

async function listMatches() {
  const answer = await fetched("/audit/matches");
  const tables = new Map();
  for (const each of answer.matches ?? []) tables.set(each.shelf, [...(tables.get(each.shelf) ?? []), each]);
  const began = (each) => new Date(each.began).toLocaleString([], { dateStyle: "short", timeStyle: "short" });
  const option = (value, text) => h("option", { value }, text);
  const groups = [...tables].map(([shelf, matches]) => h("optgroup", { label: matches[0].here ? say("audit.this-table") : matches[0].table },
    matches.length > 1 || !matches[0].here ? option(shelf, matches[0].here ? say("audit.all-here") : say("audit.all-of", { table: matches[0].table })) : null,
    matches.map((each) => option(each.key, say("audit.option", { players: each.players.join(", "), began: began(each) })))));
  const last = (answer.matches ?? []).find((each) => each.here);
  const newest = last ? say("audit.last-of", { players: last.players.join(", "), began: began(last) }) : say("audit.last");
  byId("match-choice").replaceChildren(option("", newest), ...groups, ...(tables.size > 1 ? [option("all", say("audit.everything"))] : []));
  byId("match-choice").value = question.match;
}

const list = new LongList(byId("lines"), byId("lines-list"), {
  height: () => size.high,
  key: (line) => lineKey(line, told.matches),
  build: (line) => {
    const key = lineKey(line, told.matches);
    return lineElement(line, { key, tasks: told.tasks, form: size.form, opened: open?.key === key, open: (each) => openLine(each) });
  },
});
let size = lineSize();
new ResizeObserver(() => { size = lineSize(); list.measure(); }).observe(byId("lines"));
const shakes = new Shakes(byId("view-shakes"), { open: (key) => openLine(key), chosen: (name) => { shake = name; keep(); } });

byId("sort").replaceChildren(...SORTS.map((name) => h("option", { value: name }, say(`sort.${name.replace(/^-/, "")}`))));
byId("sort").addEventListener("change", () => ask({ ...question, sort: byId("sort").value === "none" ? "" : byId("sort").value }));
byId("match-choice").addEventListener("change", () => {
  close();
  ask({ ...read(""), sort: question.sort, match: byId("match-choice").value });
});
byId("refresh").addEventListener("click", () => ask(question));
window.addEventListener("popstate", () => {
  const line = history.state?.line ?? linked();
  if (line) openLine(line, { link: false });
  else close({ link: false });
});
listenToFilters();
listenToChain();
listenToFiles();
listenToKeys(deeds, () => (open ? open.shown ?? { clips: [], pictures: null } : null));
byId("shown").textContent = say("audit.loading");
showView();
await Promise.all([listMatches(), ask(question)]);
byId("match-choice").value = question.match;
if (linked()) openLine(linked(), { link: false });
ready();
document.body.dataset.ready = "yes";
offer(any);
