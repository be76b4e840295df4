// Setting up the table: the frame around the steps, the way through them, and what a change would change.
import { byId, h, ready } from "./dom.js";
import { post } from "./send.js";
import { session } from "./session.js";
import { showOverview } from "./setup-overview.js";
import { boxStep } from "./setup-box.js";
import { cameraStep } from "./setup-camera.js";
import { finishStep } from "./setup-finish.js";
import { nameStep } from "./setup-name.js";
import { peopleStep } from "./setup-people.js";
import { playersStep } from "./setup-players.js";
import { rulesStep } from "./setup-rules.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

/** The steps in their order. Each is built by build(state, env); what it gives may have changes() and leave(). */
const STEPS = { table: nameStep, rules: rulesStep, players: playersStep, camera: cameraStep, box: boxStep, people: peopleStep, finish: finishStep };
const NAMES = Object.keys(STEPS);
/** Typing is over for a moment. */
const REST_MS = 250;

let state = null;
let shown = null;
let planned = null;
let planning = 0;
let timeout;
/** Going through all of it, also when it was finished once. */
const visited = new Set();
let wizard = document.body.dataset.mode === "wizard";

const env = {
  /** Something was typed or chosen: what would it change? */
  changed: () => {
    clearTimeout(timeout);
    planned = null;
    timeout = setTimeout(plan, REST_MS);
  },
  /** Asks the table how things are, and shows the same step anew. */
  again: async () => { if (await load()) show(); },
  /** The same, and what has been typed in the step stays. */
  fresh: async () => { if (await load()) rail(); },
  tell,
  go,
  ended,
  keep: (changes) => keepChanges(changes),
};

/** Sends something; what is wrong is said, and gives null. */
async function tell(path, body) {
  const told = await post(path, body);
  if (told.error) {
    if (told.error.code === "sign-in") ended();
    else toast(byId("toast"), told.error.text, "refused");
    return null;
  }
  toast(byId("toast"), told.text, "done");
  return told;
}

async function load() {
  try {
    const answer = await fetch("/setup/state", { credentials: "same-origin", headers: { Accept: "application/json" } });
    if (answer.status === 401 || answer.status === 403) {
      ended();
      return false;
    }
    state = await answer.json();
  } catch {
    toast(byId("toast"), say("link.failed"), "refused");
    return false;
  }
  return true;
}

// -- the way ----------------------------------------------------------------------------------------

function go(name) {
  if (location.hash === `#${name}`) show();
  else location.hash = name;
}

/** The step that the address names; in the overview it is none. */
function current() {
  const named = location.hash.slice(1);
  if (named === "all") return NAMES[0];
  if (NAMES.includes(named) && (wizard || named !== "finish")) return named;
  return wizard ? NAMES[0] : null;
}

function show() {
  shown?.leave?.();
  shown = null;
  planned = null;
  byId("loading").hidden = true;
  byId("frame").hidden = false;
  if (location.hash === "#all") wizard = true;
  const name = state.broken ? null : current();
  document.body.dataset.mode = name === null ? "overview" : wizard ? "wizard" : "step";
  document.body.dataset.step = name ?? "";
  byId("title").textContent = say(wizard ? "setup.title" : "setup.overview");
  byId("overview").hidden = name !== null;
  byId("step").hidden = name === null;
  byId("foot").hidden = name === null;
  byId("said").hidden = !state.playing;
  byId("said").textContent = state.playing ? say("setup.playing") : "";
  if (name !== null) visited.add(name);
  rail();
  if (name === null) {
    byId("step").replaceChildren();
    showOverview(byId("overview"), state, env);
  } else {
    byId("overview").replaceChildren();
    showStep(name);
  }
  byId("main").scrollTop = 0;
}

function showStep(name) {
  const form = byId("step");
  shown = STEPS[name](state, env);
  form.replaceChildren(shown.element);
  form.dataset.step = name;
  byId("back").textContent = say(wizard && name !== NAMES[0] ? "setup.back" : wizard ? "setup.to-table" : "setup.all-steps");
  drawPlan();
  form.querySelector("h2")?.focus();
}

function rail() {
  const names = wizard ? NAMES : NAMES.filter((each) => each !== "finish");
  const at = current();
  byId("where").textContent = at === null || !wizard ? "" : say("setup.step", { number: names.indexOf(at) + 1, count: names.length });
  const link = (name, number) => {
    const step = state.steps?.find((each) => each.name === name);
    // On the first way through, what nobody has looked at is not called ready.
    const condition = step?.state === "ok" && wizard && !state.finished && !visited.has(name) ? "open" : step?.state ?? "open";
    return h("a", { href: `#${name}`, "data-go": name, "data-state": condition, "aria-current": name === at ? "step" : null,
      "aria-label": step ? `${say(`step.${name}`)}: ${say(`state.${condition}`)}` : say(`step.${name}`) },
      h("span", { class: "mark", "aria-hidden": "true" }, condition === "ok" ? "✓" : condition === "look" ? "!" : String(number)),
      h("span", { class: "name" }, say(`step.${name}`)));
  };
  byId("rail").replaceChildren(...(state.broken ? [] : names.map((name, index) => link(name, index + 1))));
}

byId("back").addEventListener("click", () => {
  const at = NAMES.indexOf(current());
  if (!wizard) go("");
  else if (at > 0) go(NAMES[at - 1]);
  else location.assign("/");
});

byId("step").addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = byId("keep");
  if (button.disabled) return;
  button.disabled = true;
  try {
    await onward();
  } finally {
    button.disabled = false;
    drawPlan();
  }
});

/** Keeps what this step changes, and goes to the next one. */
async function onward() {
  if (planned === null && shown.changes) await plan();
  if (planned?.fault) return;
  if (planned?.changes.length && !(await keepChanges(shown.changes(), planned.base))) return;
  if (shown.done && !(await shown.done())) return;
  if (!(await load())) return;
  if (!wizard) go("");
  else if (document.body.dataset.step === "finish") location.assign("/");
  else go(NAMES[NAMES.indexOf(current()) + 1]);
}

async function keepChanges(changes, base) {
  const told = await post("/setup/keep", { changes, base });
  if (told.error?.code === "stale") {
    // Somebody has written in the file: what would change now is shown first.
    if (await load()) rail();
    await plan();
  }
  if (told.error) {
    if (told.error.code === "sign-in") ended();
    else toast(byId("toast"), told.error.text, "refused");
    return false;
  }
  toast(byId("toast"), told.text, "done");
  return true;
}

// -- what would change ------------------------------------------------------------------------------

async function plan() {
  clearTimeout(timeout);
  const asked = ++planning;
  const step = shown;
  if (!step?.changes) return;
  const told = await post("/setup/plan", { changes: step.changes() });
  if (asked !== planning || step !== shown) return;
  if (told.error?.code === "sign-in") ended();
  planned = told.error ? { fault: told.error.text } : told;
  drawPlan();
}

function drawPlan() {
  const box = byId("plan");
  const keep = byId("keep");
  const changes = planned?.changes ?? [];
  const fault = planned?.fault;
  keep.textContent = say(document.body.dataset.step === "finish" ? "finish.go"
    : !wizard ? "setup.keep" : changes.length ? "setup.keep-next" : "setup.next");
  keep.hidden = !wizard && !shown?.changes;
  box.replaceChildren(...(fault ? [h("p", { class: "fault", role: "alert" }, fault)]
    : changes.length ? [h("p", {}, say("plan.changes")), h("ul", {}, changes.map((each) => h("li", { "data-key": each.key, "data-when": each.when },
      each.text, each.note ? h("small", {}, ` (${each.note})`) : null)))]
      : []));
}

// -- the session ------------------------------------------------------------------------------------

function ended() {
  shown?.leave?.();
  byId("loading").hidden = true;
  byId("ended").hidden = false;
  byId("frame").inert = true;
  document.body.dataset.ended = "yes";
}

window.addEventListener("hashchange", async () => { if (state && await load()) show(); });
await session().catch(() => {});
if (await load()) show();
ready();
document.body.dataset.ready = "yes";
