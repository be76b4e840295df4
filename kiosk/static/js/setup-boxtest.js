// The box tried out: what is pressed is ticked off as it is heard, what it shows is looked at.
import { h, paint } from "./dom.js";
import { Poll } from "./setup-poll.js";
import { simulatedBox } from "./setup-simbox.js";
import { say } from "./words.js";

export function boxTest(env) {
  let version = -1;
  let poll = null;
  const said = h("p", { id: "box-said", role: "status" });
  const switches = h("ul", { id: "switches", class: "ticks" });
  const shown = h("ul", { id: "shown", class: "ticks" });
  const simbox = simulatedBox();
  const begin = h("button", { type: "button", id: "box-begin", on: { click: () => start() } }, say("test.begin"));
  const element = h("section", { id: "box-test", class: "card", "data-running": "no", "aria-labelledby": "box-test-title" },
    h("div", { class: "row" }, h("h3", { id: "box-test-title" }, say("test.title")), begin),
    h("p", { class: "hint" }, say("test.hint")), said,
    h("div", { class: "columns" }, h("div", {}, switches), h("div", {}, shown)), simbox.element);

  const tell = (body) => env.tell("/setup/box/test", body);

  async function start() {
    const told = await tell({ do: "begin" });
    if (told === null) return;
    show(told);
    poll?.close();
    poll = new Poll(() => `/setup/box/heard?after=${version}`, { got: show, failed: () => { said.textContent = say("live.lost"); }, ended: env.ended });
  }

  async function ask(part) {
    const told = await tell({ do: "show", part });
    if (told !== null) show(told);
  }

  async function answer(part, seen) {
    const told = await tell({ do: "saw", part, seen });
    if (told !== null) show(told);
  }

  function show(test) {
    // An answer and what is waited for may overtake each other.
    if (test.version < version && test.running) return;
    version = test.version;
    element.dataset.running = test.running ? "yes" : "no";
    begin.textContent = say(test.running ? "test.again" : "test.begin");
    begin.className = test.running ? "quiet" : "";
    if (!test.running) {
      poll?.close();
      poll = null;
      said.textContent = say("test.ended");
      simbox.show(null, false);
      return;
    }
    const left = test.switches.filter((each) => each.state !== "heard").length;
    said.dataset.level = test.box.level;
    said.textContent = test.box.level === "ok" ? left ? say("test.left", { count: left }) : say("test.all-heard") : `${test.box.text} ${test.box.advice}`;
    paint(switches, [test.switches, test.lifted], () => test.switches.map((each) => switchRow(each, test.lifted)));
    paint(shown, test.shown, () => test.shown.map(shownRow));
    simbox.show(test.panel, test.lifted, test.shown.some((each) => each.part === "buzzer" && each.state === "told"));
  }

  function switchRow(each, lifted) {
    const block = each.part === "block";
    const todo = each.state === "faulty" ? "todo.faulty" : each.state === "heard" ? each.times > 1 ? "todo.heard-times" : "todo.heard"
      : each.state === "lifted" ? "todo.return" : block && lifted ? "todo.return-first" : block ? "todo.block" : "todo.press";
    const sign = { heard: "✓", faulty: "✗", lifted: "↓" }[each.state] ?? "";
    return h("li", { "data-part": each.part, "data-state": each.state }, h("span", { class: "sign", "aria-hidden": "true" }, sign),
      h("strong", {}, say(`switch.${each.part}`)), h("span", { class: "todo" }, each.state === "faulty" ? `${each.text} ${each.advice}` : say(todo, each)));
  }

  function shownRow(each) {
    const asked = each.state === "told";
    const over = ["seen", "missed", "faulty"].includes(each.state);
    const sign = { seen: "✓", missed: "✗", faulty: "✗" }[each.state] ?? "";
    const again = h("button", { type: "button", class: "quiet", "data-show": each.part, "data-focus": `show ${each.part}`, on: { click: () => ask(each.part) } }, say(`shows.${each.part}`));
    const yesNo = (seen) => h("button", { type: "button", class: seen ? "" : "quiet", "data-saw": seen ? "yes" : "no", "data-focus": `saw ${each.part} ${seen}`, on: { click: () => answer(each.part, seen) } }, say(seen ? "show.yes" : "show.no"));
    return h("li", { "data-part": each.part, "data-state": each.state }, h("span", { class: "sign", "aria-hidden": "true" }, sign), h("strong", {}, say(`show.${each.part}`)), again,
      asked ? h("span", { class: "question" }, each.question, " ", h("span", { class: "buttons" }, yesNo(true), yesNo(false))) : null,
      over ? h("span", { class: "todo" }, each.state === "seen" ? say("show.seen") : `${each.text} ${each.advice ?? ""}`) : null);
  }

  return {
    element,
    leave: () => {
      poll?.close();
      if (element.dataset.running === "yes") tell({ do: "end" });
    },
  };
}
