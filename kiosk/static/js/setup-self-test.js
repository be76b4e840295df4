// The self-test, for somebody who has never seen this table: one check after the other, and what to do.
import { byId, h, paint, ready } from "./dom.js";
import { post } from "./send.js";
import { session } from "./session.js";
import { Poll } from "./setup-poll.js";
import { simulatedBox } from "./setup-simbox.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

const SIGNS = { ok: "✓", warning: "!", wrong: "✗", untested: "–", running: "…", waiting: "" };
const simbox = simulatedBox();
byId("test-box").append(simbox.element);

let version = -1;
let asked = null;

function show(test) {
  if (test.version < version) return;
  version = test.version;
  document.body.dataset.test = test.running ? "running" : test.ended === null ? "none" : test.well ? "well" : "unwell";
  document.body.dataset.ended = test.ended ?? "";
  byId("test-start").hidden = test.running;
  byId("test-intro").hidden = test.running || test.ended !== null;
  byId("test-go").textContent = say(test.ended === null ? "test.start" : "test.repeat");
  for (const id of ["test-go", "test-alone"]) byId(id).disabled = test.playing;
  byId("test-playing").hidden = !test.playing;
  byId("test-stop").hidden = !test.running;
  byId("test-exports").hidden = test.running || test.ended === null;
  const done = test.checks.filter((each) => !["waiting", "running"].includes(each.state)).length;
  byId("test-progress").hidden = !test.running;
  byId("test-bar").max = test.checks.length || 1;
  byId("test-bar").value = done;
  byId("test-count").textContent = say("test.progress", { done, all: test.checks.length });
  byId("test-verdict").textContent = test.verdict ?? "";
  byId("test-verdict").hidden = test.verdict === null;
  byId("test-begun").textContent = test.ended === null ? "" : `${test.table} · ${say("test.begun", { began: new Date(test.began).toLocaleString() })}`;
  paint(byId("test-checks"), test.checks, () => test.checks.map(row));
  paint(byId("test-todo"), [test.ended, test.checks], () => (test.ended === null ? [] : todo(test.checks)));
  keepInView();
  paint(byId("test-asked"), [test.asked], () => (test.asked === null ? [] : question(test.asked)));
  byId("test-asked").hidden = test.asked === null;
  // What is to be done now is read out, and the keys are at its answer.
  if (test.asked !== null && test.asked.number !== asked) {
    byId("test-asked").querySelector("h2").focus();
    byId("test-asked").scrollIntoView({ block: "nearest" });
  }
  if (asked !== null && test.ended !== null) byId("test-verdict").focus();
  asked = test.asked?.number ?? null;
  simbox.show(test.running && test.hands ? test.panel : null, test.lifted, test.beeping);
}

function row(check) {
  const finding = (each) => [h("p", {}, each.text), each.level !== "ok" && each.advice ? h("p", { class: "advice" }, h("strong", {}, say("test.what-to-do")), " ", each.advice) : null];
  return h("li", { "data-check": check.key, "data-state": check.state }, h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[check.state]),
    h("div", {}, h("h3", {}, check.title), check.findings.map(finding)), h("span", { class: "state" }, say(`result.${check.state}`)));
}

/** What is not well, with what to do: the first thing to read when it is over. */
function todo(checks) {
  const found = checks.flatMap((check) => check.findings.filter((each) => each.level !== "ok").map((each) => ({ ...each, key: check.key })));
  return found.map((each) => h("li", { "data-key": each.key, "data-level": each.level }, h("span", { class: "sign", role: "img", "aria-label": say(`finding.${each.level}`) }, each.level === "wrong" ? "✗" : "!"),
    h("span", {}, h("strong", {}, each.text), each.advice ? h("span", { class: "advice" }, ` ${each.advice}`) : null)));
}

/** The list follows the check that is at work, where it scrolls by itself. */
function keepInView() {
  const list = byId("test-list");
  const at = list.querySelector("[data-state='running']");
  if (at && getComputedStyle(list).overflowY === "auto") list.scrollTop = at.offsetTop - list.clientHeight / 2;
}

function question({ number, kind, text }) {
  const button = (yes, key, kindOf) => h("button", { type: "button", class: kindOf, "data-answer": yes ? "yes" : "no", "data-focus": String(yes), on: { click: () => tell({ do: "say", number, yes }) } }, say(key));
  return [h("h2", { tabindex: "-1" }, say(kind === "do" ? "test.do-now" : "test.look-now")), h("p", { class: "text" }, text),
    h("div", { class: "buttons" }, kind === "do" ? button(false, "test.nothing-comes", "quiet") : [button(true, "test.it-does", ""), button(false, "test.it-does-not", "quiet")])];
}

async function tell(body) {
  const told = await post("/setup/self-test", body);
  if (told.error?.code === "sign-in") ended();
  else if (told.error) toast(byId("toast"), told.error.text, "refused");
  else show(told);
}

function ended() {
  byId("ended").hidden = false;
}

byId("test-go").addEventListener("click", () => tell({ do: "begin", hands: true }));
byId("test-alone").addEventListener("click", () => tell({ do: "begin", hands: false }));
byId("test-stop").addEventListener("click", () => tell({ do: "stop" }));
byId("test-print").addEventListener("click", () => window.print());

await session().catch(() => {});
ready();
new Poll(() => `/setup/self-test/state?after=${version}`, {
  got: (test) => { show(test); document.body.dataset.ready = "yes"; },
  failed: (text) => toast(byId("toast"), text ?? say("live.lost"), "refused"),
  ended,
});
