// The judge's page: the live table, what waits for a judge, and codes that let others sign in.
import { MatchClock } from "./clock.js";
import { cubeElement } from "./cubes.js";
import { byId, h, paint, ready, whileBusy } from "./dom.js";
import { post, request, send } from "./send.js";
import { session } from "./session.js";
import { Stream } from "./stream.js";
import { reading } from "./timer.js";
import { toast } from "./toast.js";
import { say, signed } from "./words.js";

const MAT = ["goal", "required", "permitted", "forbidden", "resources"];
const clock = new MatchClock();
let screen = null;

async function tell(path, body) {
  const told = await send(path, body);
  toast(byId("toast"), told.text, told.ok ? "done" : "refused");
  if (told.code === "sign-in") ended();
  return told;
}

// -- the table ------------------------------------------------------------------------------------

function show() {
  const { match } = screen;
  document.body.dataset.phase = match?.phase ?? "none";
  paint(byId("notices"), screen.notices, () => screen.notices.map((notice) => h("p", { "data-part": notice.part }, notice.text)));
  byId("where").textContent = [screen.table.name, match?.title, match?.division, match?.shake ? say("table.shake", { number: match.shake }) : null]
    .filter(Boolean).join(" · ");
  const prompt = match?.prompt ?? say("judge.no-match");
  if (byId("prompt").textContent !== prompt) byId("prompt").textContent = prompt;
  paint(byId("seats"), match?.seats ?? [], () => (match?.seats ?? []).map(seat));
  paint(byId("mat"), match?.mat ?? null, () => match?.mat ? MAT.map((name) => section(name, match.mat[name])) : h("p", { class: "nothing" }, say("mat.none")));
  paint(byId("news"), [match?.rulings, match?.moves], () => news(match));
  showWaiting(match);
  showQuestion(screen.question);
  draw();
}

function seat(each) {
  return h("p", { class: "seat", "data-seat": each.player, "data-to-act": each.to_act ? "yes" : "no" },
    h("span", { class: "name" }, each.to_act ? `▶ ${each.name}` : each.name),
    each.role ? h("span", { class: "role" }, each.role) : null,
    each.penalties ? h("span", { class: "penalties" }, say("table.penalty", { points: signed(each.penalties) })) : null,
    h("span", { class: "score" }, signed(each.score)));
}

function section(name, text) {
  const words = text.split(" ").filter(Boolean);
  return h("section", { "data-part": name, "aria-label": say(`mat.${name}`) }, h("h2", {}, say(`mat.${name}`)),
    h("div", { class: "cubes" }, words.map((word) => (word === "_" ? h("span", { class: "gap", role: "img", "aria-label": say("mat.gap") }) : cubeElement(word)))));
}

function news(match) {
  const rulings = (match?.rulings ?? []).toReversed();
  const moves = (match?.moves ?? []).toReversed();
  return [
    rulings.length ? h("h2", {}, say("judge.rulings")) : null,
    rulings.length ? h("ol", {}, rulings.map((ruling) => h("li", {}, ruling.text, " ", h("span", { class: "cite" }, ruling.cite)))) : null,
    h("h2", {}, say("judge.moves")),
    h("ol", {}, moves.length ? moves.map((move) => h("li", {}, move.text)) : h("li", {}, say("news.no-moves"))),
  ];
}

function draw() {
  const element = byId("timer");
  const match = screen?.match;
  const now = match ? reading(match.timer, match.checking, clock.now()) : { state: "stopped", digits: "–:––" };
  element.dataset.state = now.state;
  for (const [name, text] of [["digits", now.digits], ["word", say(`timer.${now.state}`)], ["task", match?.timer.task ?? ""]]) {
    const part = element.querySelector(`.${name}`);
    if (part.textContent !== text) part.textContent = text;
  }
}

// -- what waits -----------------------------------------------------------------------------------

function showWaiting(match) {
  const actions = match?.actions ?? [];
  const asked = screen.question !== null;
  paint(byId("waiting"), [actions, asked], () => {
    if (!actions.length) return asked ? [] : h("p", { class: "nothing" }, say("judge.nothing"));
    return actions.map((action) => (action.plain
      ? h("button", { type: "button", "data-action": action.event, "data-focus": JSON.stringify([action.event, action.fields]),
        on: { click: (event) => whileBusy(event.currentTarget, () => tell("/judge/act", request(action))) } }, action.label)
      : h("p", { class: "elsewhere", "data-elsewhere": action.event }, h("strong", {}, action.label), say("judge.at-table"))));
  });
}

function showQuestion(question) {
  const box = byId("question");
  box.hidden = question === null;
  paint(box, question, () => (question === null ? [] : [
    h("p", { class: "text" }, question.text),
    ...question.options.map((label, at) => h("button", { type: "button", "data-option": at, "data-focus": at,
      on: { click: (event) => whileBusy(event.currentTarget, () => tell("/judge/answer", { question: question.id, option: at })) } }, label)),
  ]));
}

// -- codes ----------------------------------------------------------------------------------------

async function offerCodes() {
  const { people, person } = await session(true);
  const button = (id, label) => h("button", { type: "button", class: "quiet", "data-code-for": id ?? "screen", on: { click: () => showCode(id) } }, label);
  const mine = person ? [button(person.id, say("judge.code-mine"))] : [];
  const others = person?.organiser
    ? [...people.filter((each) => each.id !== person.id).map((each) => button(each.id, say("judge.code-for", { name: each.name }))), button(null, say("judge.code-screen"))]
    : [];
  byId("code-buttons").replaceChildren(...mine, ...others);
}

async function showCode(person) {
  const told = await post("/codes", { person });
  if (told.error) {
    toast(byId("toast"), told.error.text, "refused");
    return;
  }
  const box = byId("code");
  const until = performance.now() + told.life_s * 1000;
  const left = h("p", { id: "code-left", role: "status" });
  const [page] = told.link.split("#");
  box.dataset.gone = "no";
  box.replaceChildren(...[
    h("h2", { id: "code-title" }, person === null ? say("judge.scan-screen") : say("judge.scan", { name: told.for })),
    told.text ? h("p", { class: "warn" }, told.text) : null,
    h("img", { id: "code-picture", src: told.picture, alt: told.link, width: 320, height: 320 }),
    h("p", { class: "link" }, say("judge.type", { link: page })),
    h("p", { id: "code-text" }, told.code),
    left,
    h("button", { type: "button", id: "code-close", on: { click: () => box.close() } }, say("judge.close")),
  ].filter(Boolean));
  box.showModal();
  const tick = () => {
    const seconds = Math.ceil((until - performance.now()) / 1000);
    box.dataset.gone = seconds > 0 ? "no" : "yes";
    const text = seconds > 0 ? say("judge.left", { seconds: seconds > 60 ? Math.ceil(seconds / 30) * 30 : seconds > 10 ? Math.ceil(seconds / 10) * 10 : seconds }) : say("judge.gone");
    if (left.textContent !== text) left.textContent = text;
    if (box.open && left.isConnected && seconds > 0) setTimeout(tick, 1000);
  };
  tick();
}

// -- the session ----------------------------------------------------------------------------------

function ended() {
  stream.close();
  document.body.dataset.link = "ended";
  byId("reconnecting").hidden = true;
  byId("ended").hidden = false;
  byId("live").inert = true;
}

/** The stream was refused: is it the table that is away, or is nobody signed in here any more? */
async function refused() {
  try {
    const { person } = await session(true);
    if (person === null) ended();
  } catch {
    // The link is lost: the stream tries again by itself.
  }
}

byId("sign-out").addEventListener("click", async () => {
  const told = await post("/sign-out", {});
  if (told.error) toast(byId("toast"), told.error.text, "refused");
  else location.replace("/sign-in");
});

const stream = new Stream(
  "/judge/events",
  {
    screen: (body) => {
      screen = body;
      clock.sync(body.now_ms, body.table?.speed);
      show();
    },
    beat: (body) => clock.sync(body.now_ms),
  },
  (live) => {
    if (document.body.dataset.link === "ended") return;
    document.body.dataset.link = live ? "live" : "lost";
    byId("reconnecting").hidden = live;
  },
  refused,
);
ready();
setInterval(() => { if (screen) draw(); }, 200);
offerCodes().catch(() => {});
