// A judge's desk: what waits for a judge as cards, and below them what a judge can do at any time.
import { calledCard, chargeCard, equationCard, penaltyCard, proposalCard } from "./acts-cards.js";
import { byId, h, paint } from "./dom.js";
import { say } from "./words.js";

const TITLE = document.title;

/** The cards that wait, in the order in which a table is held up by them. */
function waiting(desk, me, does) {
  const key = (...parts) => JSON.stringify(parts);
  return [
    ...desk.equations.filter((each) => each.disputed).map((each) => ({ id: `equation ${each.writer}`, shown: key(desk.match, each), build: () => equationCard(desk, each, does) })),
    ...desk.charges.filter((each) => !each.ruled).map((each) => ({ id: `charge ${each.row}`, shown: key(each), build: () => chargeCard(desk, each, does) })),
    ...desk.proposals.map((each) => ({ id: `proposal ${each.id}`, shown: key(each), build: () => proposalCard(desk, each, each.judge === me, does) })),
    ...desk.penalties.map((each) => ({ id: `penalty ${each.n}`, shown: key(each), build: () => penaltyCard(desk, each, does) })),
    ...(desk.called ? [{ id: `called ${desk.called.row}`, shown: key(desk.called), build: () => calledCard(desk.called, does) }] : []),
  ];
}

/** What was decided in this shake and can still be decided otherwise. */
function decided(desk, does) {
  return [
    ...desk.equations.filter((each) => !each.disputed).map((each) => ({ id: `equation ${each.writer}`, shown: JSON.stringify([desk.match, each]), build: () => equationCard(desk, each, does) })),
    ...desk.charges.filter((each) => each.ruled).map((each) => ({ id: `charge ${each.row}`, shown: JSON.stringify(each), build: () => chargeCard(desk, each, does) })),
  ];
}

const built = new WeakMap();

/** Puts cards into a box; one that shows the same as before stays as it is, with its clip and where somebody was. */
function place(box, cards) {
  const before = built.get(box) ?? new Map();
  const focused = box.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
  const after = new Map(cards.map(({ id, shown, build }) => {
    const known = before.get(id);
    return [id, known?.shown === shown ? known : { shown, element: build() }];
  }));
  built.set(box, after);
  const wanted = [...after.values()].map(({ element }) => element);
  for (const child of [...box.children]) if (!wanted.includes(child)) child.remove();
  wanted.forEach((element, at) => { if (box.children[at] !== element) box.insertBefore(element, box.children[at] ?? null); });
  if (focused !== undefined && !box.contains(document.activeElement)) box.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

/** Shows the desk; `asked`: the table asks a question, so that something waits all the same. */
export function showDesk(desk, me, asked, does) {
  const cards = desk.match ? waiting(desk, me, does) : [];
  const past = desk.match ? decided(desk, does) : [];
  place(byId("waiting"), cards);
  byId("acts-nothing").hidden = cards.length > 0 || asked;
  // The adjudicator is asked about these only if somebody wants to see them.
  place(byId("decided-cards"), byId("decided").open ? past : []);
  byId("decided").hidden = past.length === 0;
  const count = desk.match ? cards.length - desk.proposals.filter((each) => each.judge === me).length + (asked ? 1 : 0) : 0;
  const badge = byId("wait-count");
  badge.hidden = count === 0;
  badge.textContent = say("desk.count", { count });
  byId("acts").dataset.count = count;
  const said = count === 0 ? "" : say(count === 1 ? "desk.waits-one" : "desk.waits", { count });
  if (byId("wait-said").textContent !== said) byId("wait-said").textContent = said;
  document.title = count ? say("desk.titled", { count, title: TITLE }) : TITLE;
  byId("tools").hidden = !desk.match;
  tools.clear();
  if (desk.match) for (const [act, label, deed] of toolsOf(desk, does)) tools.set(act, { label, deed });
  const shown = [...tools].map(([act, { label }]) => [act, label]);
  // A button looks up what it does when it is tapped: it may stand longer than the desk that it was built for.
  paint(byId("tools-row"), shown, () => shown.map(([act, label]) =>
    h("button", { type: "button", class: "quiet", "data-act": act, "data-focus": act, on: { click: () => tools.get(act)?.deed() } }, label)));
}

/** What a judge can do at any time: by the event's name, its words and what is done. */
const tools = new Map();

/** The first of these that can be done now. */
export const toolFor = (...names) => names.map((name) => tools.get(name)?.deed).find(Boolean);

function toolsOf(desk, does) {
  const [clock] = desk.clock;
  const offered = (event) => desk.conduct.some((action) => action.event === event);
  return [
    clock ? [clock.event, say(clock.event === "clock-paused" ? "desk.pause" : "desk.resume"), () => does.clock(clock)] : null,
    offered("judge-warned") ? ["judge-warned", say("desk.warn"), () => does.conduct("judge-warned")] : null,
    offered("judge-penalized") ? ["judge-penalized", say("desk.point"), () => does.conduct("judge-penalized")] : null,
    desk.correction && desk.mat ? ["reading-corrected", say("desk.misread"), () => does.misread()] : null,
    ["note", say("desk.note"), () => does.note(null, null)],
    ...desk.rest.map((action, at) => [`${action.event}-${at}`, action.label, () => does.other(action)]),
  ].filter(Boolean);
}
