// Time used against the limit, task by task: how many used how much of it, drawn and in figures.
import { h, svg } from "./dom.js";
import { minutes } from "./audit-lines.js";
import { say } from "./words.js";

const [STEP, HIGH, GAP] = [10, 40, 1.5];

/** How many used up to a tenth, two tenths, …; those over the limit stand apart. */
function bars(spread) {
  const most = Math.max(1, ...spread);
  const last = spread.length - 1;
  const left = (at) => at * STEP + (at === last ? 4 : 0);
  return svg("svg", { class: "bars", viewBox: `0 0 ${spread.length * STEP + 4} ${HIGH + 2}`, role: "img", preserveAspectRatio: "none",
    "aria-label": spread.map((count, at) => (at === last ? say("used.over", { count }) : say("used.bar", { percent: (at + 1) * 10, count }))).join(", ") },
    spread.map((count, at) => (count ? svg("rect", { class: at === last ? "over" : "within", x: left(at) + GAP / 2, width: STEP - GAP, y: HIGH - Math.max(1.5, (count / most) * (HIGH - 2)), height: Math.max(1.5, (count / most) * (HIGH - 2)) }) : null)),
    svg("line", { class: "axis", x1: 0, x2: spread.length * STEP + 4, y1: HIGH + 0.5, y2: HIGH + 0.5 }),
    svg("line", { class: "limit", x1: last * STEP + 2, x2: last * STEP + 2, y1: 0, y2: HIGH + 2 }));
}

export function usedView(told) {
  const item = (each) => h("li", { "data-task": each.task }, h("h3", {}, each.task, " ", h("small", {}, say("used.limit", { limit: each.limits.map(minutes).join(" / ") }))),
    bars(each.spread),
    h("p", { class: "ticks", "aria-hidden": "true" }, h("span", {}, "0"), h("span", {}, say("used.half")), h("span", {}, say("used.whole")), h("span", {}, say("used.more"))),
    h("p", { class: "figures" }, [say("used.count", { count: each.deadlines }), say("used.usual", { percent: each.usual }), say("used.largest", { percent: each.largest }),
      say("used.countdown", { count: each.countdown }), say("used.overdue", { count: each.overdue })].map((text) => h("span", {}, text))));
  return [h("h2", {}, say("used.title")), h("p", { class: "hint" }, say("used.hint")),
    told.used.length ? h("ul", { id: "used" }, told.used.map(item)) : h("p", { class: "nothing" }, say("used.none"))];
}
