// The review: the timeline of a match, followed while it is played, and one event of it opened.
import { byId, h, paint } from "./dom.js";
import { listenToKeys, showHelp } from "./review-keys.js";
import { FILTERS, filtered, grouped, headingElement, heightOf, lineElement, showPicture } from "./review-lines.js";
import { LongList } from "./review-list.js";
import { OpenedEvent } from "./review-open.js";
import { untilLeaving } from "./leaving.js";
import { post } from "./send.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

const NEWEST_FIRST = "tablejudge.newest-first";
/** The address of an event: #here.12/345. */
const LINK = /^#([a-z0-9.-]+)\/(\d+)$/;

/** A table that says nothing for so long does not answer: a phone at the end of its network gets no error. */
const PATIENCE_MS = 8000;
const AGAIN_MS = 2000;

/** The match that is looked at. */
let match = null;
let live = true;
let lines = [];
let last = 0;
let undone = new Set();
let reviewed = new Set();
/** What became of each penalty, and who plays, as the table told it last. */
let penalties = {};
let players = null;
let filter = "all";
let search = "";
let newestFirst = true;
/** The event that is open: {row, shown}, and what was asked for last. */
let open = null;
let wanted = null;
let asking = null;
let again = false;
let later = null;
let list = null;

async function get(path) {
  const answer = await fetch(path, { credentials: "same-origin", headers: { Accept: "application/json" }, signal: untilLeaving(PATIENCE_MS) });
  const told = await answer.json();
  if (told.error) throw Object.assign(new Error(told.error.code), { text: told.error.text });
  return told;
}

// -- the match ----------------------------------------------------------------------------------------

/** Fetches what is new; asked again meanwhile, it looks once more. */
async function refresh() {
  if (asking) {
    again = true;
    return asking;
  }
  asking = fetchNew().finally(() => {
    asking = null;
    if (again) {
      again = false;
      refresh();
    }
  });
  return asking;
}

async function fetchNew() {
  const of = match;
  clearTimeout(later);
  let told;
  try {
    told = await get(of === null ? "/judge/review" : `/judge/review?match=${of}&after=${last}`);
  } catch (trouble) {
    // No such match, or nobody is signed in: the next screen asks again. Without a link it is tried until there is one.
    if (trouble.text === undefined) later = setTimeout(refresh, AGAIN_MS);
    return;
  }
  if (of !== match) return;
  if (of !== null && players !== null && JSON.stringify(told.players) !== players) {
    // A name was erased, or is another one now: it stands in many lines.
    await readAnew();
    return;
  }
  if (told.match === null) {
    show();
    return;
  }
  if (live && told.newest !== told.match && of !== null && !open) {
    // The table has begun another match, and this judge was following.
    await choose(told.newest);
    return;
  }
  const first = match === null;
  const marked = JSON.stringify([...reviewed].sort()) !== JSON.stringify(told.reviewed.toSorted());
  take(told, lines.concat(told.lines));
  const changed = told.lines.length || first || marked;
  show({ top: first, fresh: first ? 0 : told.lines.length, anew: changed });
  if (first) openLinked();
  if (open && told.lines.some((line) => line.name === "clip-kept" || line.name === "question-answered")) refreshOpened();
}

/** What the table told of the match. */
function take(told, all) {
  [match, live, last, lines, penalties] = [told.match, told.live, told.last, all, told.penalties];
  [undone, reviewed, players] = [new Set(told.undone), new Set(told.reviewed), JSON.stringify(told.players)];
  byId("timeline").dataset.match = match;
  byId("read-only").hidden = live;
  byId("match-title").textContent = told.title;
}

/** The same match from its first line. */
async function readAnew() {
  const told = await get(`/judge/review?match=${match}`).catch(() => null);
  if (told === null) return;
  take(told, told.lines);
  show();
  listMatches();
  if (open) openRow(open.row, { link: false });
}

async function choose(key) {
  close();
  Object.assign(byId("timeline").dataset, { match: "" });
  // No line of the one must be drawn with the pictures of the other.
  list.set([], { top: true });
  [match, lines, last, undone, reviewed, live] = [key, [], 0, new Set(), new Set(), false];
  again = false;
  await asking;
  match = key;
  last = 0;
  lines = [];
  try {
    const told = await get(`/judge/review?match=${key}`);
    take(told, told.lines);
  } catch (trouble) {
    toast(byId("toast"), trouble.text ?? say("link.failed"), "refused");
  }
  show({ top: true, anew: true });
}

async function listMatches() {
  let told;
  try {
    told = await get("/judge/matches");
  } catch {
    return;
  }
  const select = byId("match-choice");
  select.replaceChildren(...told.matches.map((each) => h("option", { value: each.match, selected: each.match === match },
    say(each.live ? "review.match-now" : "review.match", { table: each.table, players: each.players.join(", "), began: new Date(each.began).toLocaleString([], { dateStyle: "short", timeStyle: "short" }) }))));
  byId("matches").hidden = told.matches.length < 2;
}

// -- the list -----------------------------------------------------------------------------------------

const state = ({ row }) => ({ undone: undone.has(row), reviewed: reviewed.has(row) });
const isNew = (line) => line.look && !reviewed.has(line.row);

function show({ top = false, fresh = 0, anew = true } = {}) {
  const count = lines.filter(isNew).length;
  const badge = byId("new-count");
  badge.hidden = count === 0;
  badge.textContent = say("review.count", { count });
  paint(byId("filters"), [filter, FILTERS.map((name) => newIn(name))], () => FILTERS.map((name) => h("button",
    { type: "button", class: "chip", "data-filter": name, "data-focus": name, "aria-pressed": String(name === filter), on: { click: () => setFilter(name) } },
    say(`filter.${name}`), newIn(name) ? h("span", { class: "count" }, String(newIn(name)), h("span", { class: "unseen" }, say("review.new"))) : null)));
  if (!anew) return;
  const left = filtered(lines, filter, search);
  const wasAtNewest = !newestFirst || list.atTop;
  list.set(grouped(left, newestFirst), { top: top || (newestFirst && list.atTop && !top) });
  byId("nothing-found").hidden = left.length > 0;
  byId("nothing-found").textContent = say(lines.length ? "review.nothing-found" : "review.none");
  byId("mark-all").disabled = !left.some(isNew);
  byId("timeline").dataset.lines = left.length;
  if (fresh && newestFirst && !wasAtNewest) byId("to-newest").hidden = false;
}

const newIn = (name) => lines.reduce((sum, line) => sum + (isNew(line) && (name === "all" || line.groups?.includes(name)) ? 1 : 0), 0);

function setFilter(name) {
  filter = name;
  show({ top: true });
}

function setOrder(first) {
  newestFirst = first;
  byId("order").textContent = say(first ? "review.newest-first" : "review.oldest-first");
  try {
    localStorage.setItem(NEWEST_FIRST, first ? "yes" : "no");
  } catch {
    // The order lasts until the page is closed.
  }
  show({ top: true });
}

/** How high an item is: the style sheet says it. */
function heights() {
  const style = getComputedStyle(byId("lines"));
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const high = (name) => parseFloat(style.getPropertyValue(`--${name}-rem`)) * rem;
  return { line: high("line"), plain: high("plain"), tall: high("tall"), heading: high("heading") };
}

// -- an event -----------------------------------------------------------------------------------------

async function openRow(row, { link = true } = {}) {
  wanted = row;
  const line = lines.find((each) => each.row === row);
  if (!line) {
    toast(byId("toast"), say("error.no-row"), "refused");
    return;
  }
  // On a phone the list is what one comes back to.
  if (document.body.dataset.tab !== "review") byId("tab-review").click();
  let told;
  const button = list.element(row)?.querySelector("button");
  button?.setAttribute("aria-busy", "true");
  try {
    told = await get(`/judge/matches/${match}/rows/${row}`);
  } catch (trouble) {
    if (wanted === row) failed(row, line, trouble.text);
    return;
  } finally {
    button?.removeAttribute("aria-busy");
  }
  // Somebody who presses J three times wants the third.
  if (wanted !== row) return;
  const before = open;
  drop();
  const shown = new OpenedEvent(told, line, { match, undone: undone.has(row), reviewed: reviewed.has(row), live, penalties, does: deeds });
  put(row, shown.element);
  open = { row, shown };
  if (link) {
    const to = `#${match}/${row}`;
    if (before || history.state?.row) history.replaceState({ row }, "", to);
    else history.pushState({ row }, "", to);
  }
  markCurrent(before?.row, row);
  shown.title.focus({ preventScroll: true });
  const { event, t, players, snapshots, shake, says } = told;
  document.dispatchEvent(new CustomEvent("review:opened", { detail: { match, row, line: told.line, event, t, players, snapshots, shake, says, live } }));
}

function put(row, element) {
  byId("opened").dataset.row = row;
  document.body.dataset.opened = "yes";
  byId("opened").replaceChildren(element);
}

/** The table did not answer: the judge sees it, and can try again. */
function failed(row, line, text) {
  const before = open;
  drop();
  open = { row, shown: null };
  put(row, h("article", { class: "event" }, h("h2", {}, line.text), h("p", { class: "nothing", role: "alert" }, text ?? say("review.failed")),
    h("div", { class: "event-buttons" }, h("button", { type: "button", id: "opened-again", on: { click: () => openRow(row) } }, say("review.again")),
      h("button", { type: "button", id: "opened-close", class: "quiet", on: { click: close } }, say("review.close")))));
  markCurrent(before?.row, row);
}

/** New evidence has come for the event that is open: it is shown anew, unless somebody is about to act on it. */
async function refreshOpened() {
  const { row, shown } = open;
  if (!shown || byId("opened").querySelector(`[data-acts-for="${row}"]`)?.contains(document.activeElement)) return;
  try {
    const told = await get(`/judge/matches/${match}/rows/${row}`);
    if (open?.row === row && JSON.stringify([told.clips, told.asked]) !== JSON.stringify([shown.told.clips, shown.told.asked])) openRow(row, { link: false });
  } catch {
    // What is shown stays.
  }
}

/** Which line is open, in the list. */
function markCurrent(before, row) {
  if (before !== undefined) list.element(before)?.querySelector("button").removeAttribute("aria-current");
  list.reveal(row);
  list.element(row)?.querySelector("button").setAttribute("aria-current", "true");
}

function drop() {
  if (!open) return;
  const { row, shown } = open;
  shown?.end();
  open = null;
  document.dispatchEvent(new CustomEvent("review:closed", { detail: { match, row } }));
}

function close({ link = true } = {}) {
  wanted = null;
  if (!open) return;
  const { row } = open;
  drop();
  delete document.body.dataset.opened;
  byId("opened").removeAttribute("data-row");
  byId("opened").replaceChildren(h("p", { class: "nothing" }, say("review.choose")));
  list.draw(true);
  list.element(row)?.querySelector("button")?.focus({ preventScroll: true });
  if (link && history.state?.row) history.back();
  // Whoever came by a link to the event does not want to come there again by going back.
  else if (link) history.replaceState(null, "", location.pathname);
}

/** To the next line of the list, or the one before; the first without one. */
function step(by) {
  const rows = list.items.filter((item) => item.line).map((item) => item.line.row);
  if (!rows.length) return;
  const from = wanted ?? open?.row;
  const at = from === undefined || from === null ? -1 : rows.indexOf(from);
  const next = at < 0 ? 0 : at + by;
  if (next >= 0 && next < rows.length) openRow(rows[next]);
}

// -- reviewed -----------------------------------------------------------------------------------------

async function mark(rows, done) {
  const of = match;
  const change = (yes) => {
    for (const row of rows) if (yes) reviewed.add(row); else reviewed.delete(row);
    if (open?.shown) open.shown.mark(reviewed.has(open.row));
    show();
  };
  change(done);
  const told = await post("/judge/reviewed", { match: of, rows, reviewed: done }, PATIENCE_MS);
  if (!told.error) return;
  if (of === match) change(!done);
  toast(byId("toast"), told.error.text, "refused");
}

const deeds = {
  next: () => step(1),
  previous: () => step(-1),
  close: () => close(),
  reviewed: () => { if (open) mark([open.row], !reviewed.has(open.row)); },
  filter: () => {
    const next = FILTERS[(FILTERS.indexOf(filter) + 1) % FILTERS.length];
    setFilter(next);
    byId("filters").querySelector(`[data-filter="${next}"]`).scrollIntoView({ block: "nearest", inline: "nearest" });
  },
  search: () => byId("search").focus(),
};

// -- beginning ----------------------------------------------------------------------------------------

/** A link to an event opens it. */
function openLinked() {
  const found = LINK.exec(location.hash);
  if (!found) return;
  const row = Number(found[2]);
  if (found[1] === match) openRow(row, { link: false });
  else choose(found[1]).then(() => openRow(row, { link: false }));
}

/** Opens an event of the match that is being looked at. */
export const openEvent = (row) => openRow(row);

/** The table's screen has changed: whatever is new in the journal is fetched. */
export function follow(screen) {
  const row = screen.match?.journal?.row;
  if (live && row !== undefined && row !== last) refresh();
  // The table answers again.
  if (open && !open.shown) openRow(open.row, { link: false });
}

export function startReview() {
  try {
    newestFirst = localStorage.getItem(NEWEST_FIRST) !== "no";
  } catch {
    // Newest first.
  }
  list = new LongList(byId("lines"), byId("lines-list"), {
    height: (item) => sizes[item.line ? heightOf(item.line, state(item.line)) : "heading"],
    key: (item) => item.key,
    build: (item) => (item.line
      ? lineElement(item.line, { match, ...state(item.line), opened: open?.row === item.line.row, penalties, open: (row) => openRow(row) })
      : headingElement(item)),
    settled: showPicture,
  });
  let sizes = heights();
  new ResizeObserver(() => { sizes = heights(); list.measure(); }).observe(document.documentElement);
  byId("order").addEventListener("click", () => setOrder(!newestFirst));
  byId("order").textContent = say(newestFirst ? "review.newest-first" : "review.oldest-first");
  const find = () => { search = byId("search").value; show({ top: true }); };
  byId("search").addEventListener("input", find);
  byId("search").addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    // Browsers empty the field by themselves, some without a word.
    event.preventDefault();
    byId("search").value = "";
    find();
    byId("search").blur();
  });
  byId("mark-all").addEventListener("click", () => mark(filtered(lines, filter, search).filter(isNew).map((line) => line.row), true));
  byId("to-newest").addEventListener("click", () => { byId("lines").scrollTop = 0; });
  byId("lines").addEventListener("scroll", () => { if (list.atTop) byId("to-newest").hidden = true; }, { passive: true });
  byId("match-choice").addEventListener("change", () => choose(byId("match-choice").value));
  byId("match-choice").addEventListener("focus", listMatches);
  byId("keys-open").addEventListener("click", showHelp);
  window.addEventListener("popstate", () => {
    if (history.state?.row) openRow(history.state.row, { link: false });
    else if (LINK.test(location.hash)) openLinked();
    else close({ link: false });
  });
  listenToKeys(deeds, () => open?.shown ?? (open ? { clips: [], pictures: null } : null));
  refresh().then(listMatches);
}
