// The filters above the lines: for each, what there is to choose from. Everything chosen stands in the address.
import { byId, h, paint } from "./dom.js";
import { FILTERS, narrowed, widened } from "./audit-question.js";
import { say } from "./words.js";

/** What a value of a filter is called. */
function wordsOf(name, value, tasks) {
  if (name === "task") return (tasks[value] ?? value) || say("audit.no-task");
  return name === "status" ? say(`cost.${value}`) : value;
}

/** Choices of the answer, with what was asked for and is not among them. */
function choices(told, question, name) {
  const known = (told.choices?.[name] ?? []).map(String);
  const bare = name === "status" ? [...known, ...(known.length ? ["any"] : []), "none"] : known;
  return [...bare, ...question[name].filter((value) => !bare.includes(value))];
}

/** Shows the filters of an answer; `ask(question)` asks another question. */
export function showFilters(told, question, ask) {
  const place = byId("filters");
  const offered = FILTERS.map((name) => [name, choices(told, question, name).map((value) => [value, wordsOf(name, value, told.tasks ?? {})])]);
  latest = { question, ask };
  paint(place, offered, () => offered.map(([name, values]) => filter(name, values)));
  for (const [name, values] of offered) {
    const chosen = question[name];
    const shown = place.querySelector(`[data-filter="${name}"]`);
    shown.dataset.chosen = chosen.length ? "yes" : "no";
    const words = values.filter(([value]) => chosen.includes(value)).map(([, text]) => text);
    const title = say(`audit.${name}`);
    shown.querySelector("summary").textContent = words.length ? say("audit.filter", { name: title, values: words.length > 2 ? say("audit.many", { count: words.length }) : words.join(", ") }) : say("audit.filter-all", { name: title });
    for (const box of shown.querySelectorAll("input")) box.checked = chosen.includes(box.value);
  }
  byId("clear").hidden = !narrowed(question);
}

let latest = null;

function filter(name, values) {
  const box = ([value, text]) => h("label", {}, h("input", { type: "checkbox", value, on: { change: () => changed(name) } }), " ", text);
  return h("details", { class: "filter", "data-filter": name }, h("summary", { "data-focus": name }),
    h("div", { class: "values", role: "group", "aria-label": say(`audit.${name}`) }, values.length ? values.map(box) : h("p", { class: "nothing" }, say("audit.nobody"))));
}

function changed(name) {
  const boxes = [...byId("filters").querySelectorAll(`[data-filter="${name}"] input`)];
  const { question, ask } = latest;
  ask({ ...question, [name]: boxes.filter((box) => box.checked).map((box) => box.value) });
}

/** One filter is open at a time; a tap elsewhere or Escape closes it. */
export function listenToFilters() {
  const all = () => [...document.querySelectorAll("details.filter[open]")];
  document.addEventListener("pointerdown", (event) => { for (const each of all()) if (!each.contains(event.target)) each.open = false; });
  byId("filters").addEventListener("toggle", (event) => {
    if (event.target.open) for (const each of all()) if (each !== event.target) each.open = false;
  }, true);
  document.addEventListener("keydown", (event) => {
    const [open] = all();
    if (event.key !== "Escape" || !open) return;
    open.open = false;
    open.querySelector("summary").focus();
    event.stopImmediatePropagation();
  }, true);
  byId("clear").addEventListener("click", () => latest.ask(widened(latest.question)));
}
