// The adjudicator's page: the form makes a question, the table answers with a verdict and its reasons.
import { ask } from "./check-ask.js";
import { EXAMPLES } from "./check-examples.js";
import { Keys } from "./check-keys.js";
import { MatEditor } from "./check-mat.js";
import { watchSeal } from "./check-seal.js";
import { cleared, fromFragment, request, toFragment } from "./check-state.js";
import { Terms } from "./check-terms.js";
import { showVerdict, stale } from "./check-verdict.js";
import { byId, h, ready } from "./dom.js";
import { toast } from "./toast.js";
import { printed, say } from "./words.js";

const choices = await (await fetch("/check/choices")).json();
const text = byId("text");
let state = fromFragment(location.hash, choices);
/** Counts the questions: only the answer to the last one is shown. */
let asked = 0;

const terms = new Terms(choices, change);
const mat = new MatEditor(choices, (sections) => change({ mat: sections }));
new Keys(text, () => change({ text: text.value }));

/** Takes over what somebody changed, and says that the verdict is about something else. */
function change(changes) {
  state = { ...state, ...changes };
  show();
  history.replaceState(null, "", toFragment(state));
  asked += 1;
  stale();
}

function show() {
  document.body.dataset.mode = state.mode;
  document.body.dataset.source = state.mode === "expression" ? state.source : "text";
  const needsMat = state.mode === "expression" ? state.source === "cubes" : state.useMat;
  document.body.dataset.mat = state.mode === "expression" ? (needsMat ? "goal" : "none") : needsMat ? "all" : "none";
  for (const radio of document.querySelectorAll('[name="mode"]')) radio.checked = radio.value === state.mode;
  byId("use-mat").checked = state.useMat;
  if (text.value !== state.text) text.value = state.text;
  terms.show(state);
  mat.show(state.mat);
}

/** Shows another question altogether. */
function load(other) {
  state = other;
  show();
  history.replaceState(null, "", toFragment(state));
  asked += 1;
  showVerdict({ kind: "none" });
}

async function go() {
  asked += 1;
  const mine = asked;
  const sent = request(state, choices);
  showVerdict({ kind: "asking" });
  const answer = await ask(sent);
  if (mine !== asked) return;
  showVerdict(answer, sent);
  // On a narrow screen the verdict is below the keys.
  byId("verdict").scrollIntoView({ block: "nearest" });
  if (Number.isInteger(answer.at) && document.activeElement === text) text.setSelectionRange(answer.at, answer.at + 1);
}

byId("write").addEventListener("submit", (event) => {
  event.preventDefault();
  go();
});
text.addEventListener("input", () => change({ text: text.value }));
byId("use-mat").addEventListener("change", (event) => change({ useMat: event.target.checked }));
for (const radio of document.querySelectorAll('[name="mode"]')) {
  radio.addEventListener("change", () => change({ mode: radio.value }));
}
byId("clear").addEventListener("click", () => {
  load(cleared(state));
  text.focus();
});
window.addEventListener("hashchange", () => load(fromFragment(location.hash, choices)));

// -- examples and links --------------------------------------------------------------------------------------------

const examples = EXAMPLES.filter(({ ruleset }) => choices.rulesets.some((each) => each.ruleset === ruleset))
  .map((example) => fromFragment(exampleFragment(example), choices));

function exampleFragment(example) {
  const blank = cleared(fromFragment("", choices));
  return toFragment({ ...blank, ...example, mat: { ...blank.mat, ...example.mat } });
}

byId("examples").append(...examples.map((example, at) => {
  const ruleset = choices.rulesets.find((each) => each.ruleset === example.ruleset);
  const shown = example.mode === "expression" && example.source === "cubes" ? example.mat.goal : printed(example.text);
  return h("option", { value: at }, `${shown}  ·  ${ruleset.title}${example.useMat && example.mode === "equation" ? ` · ${say("mat.title")}` : ""}`);
}));
byId("examples").addEventListener("change", (event) => {
  const chosen = examples[Number(event.target.value)];
  event.target.value = "";
  if (!chosen) return;
  load(chosen);
  go();
});

byId("share").addEventListener("click", async () => {
  history.replaceState(null, "", toFragment(state));
  try {
    await navigator.clipboard.writeText(location.href);
    toast(byId("toast"), say("check.copied"));
  } catch {
    // Browsers lend the clipboard only to pages with a certificate; a table in a school has none.
    byId("share-row").hidden = false;
    byId("share-link").value = location.href;
    byId("share-link").focus();
    byId("share-link").select();
  }
});
byId("share-link").addEventListener("blur", () => { byId("share-row").hidden = true; });

watchSeal(() => {
  asked += 1;
  showVerdict({ kind: "none" });
});
showVerdict({ kind: "none" });
show();
document.body.dataset.ready = "yes";
ready();
