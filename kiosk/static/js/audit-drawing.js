// Deadlines drawn along the time of the match: what was used, the countdown, the extra minute, penalties, and where time stood.
import { svg } from "./dom.js";
import { about, minutes, penaltyText, percent } from "./audit-lines.js";
import { say, signed } from "./words.js";

/** Lengths in pixels. */
const [SIDE, AXIS, ROW, BAR] = [10, 26, 46, 14];
/** Seconds between two marks of the axis. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 3600];
const MARKS = { "in-time": "✓", warned: "✓", late: "✓", lost: "✗", lapsed: "○", running: "…" };

let drawn = 0;

/** Hatchings, so that nothing is told by colour alone. A drawing has its own: their names hold for the whole page. */
function hatchings(id) {
  const hatch = (name, angle, wide) => svg("pattern", { id: `${name}-${id}`, class: `hatch ${name}`, width: wide, height: wide, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${angle})` },
    svg("rect", { class: "ground", width: wide, height: wide }), svg("line", { x1: 0, y1: 0, x2: 0, y2: wide }));
  return svg("defs", {}, hatch("countdown", 45, 6), hatch("extra", -45, 5), hatch("stopped", 20, 7));
}

/** What somebody hears of a line. */
export function toldBar(line, tasks) {
  const values = { player: line.player, task: about(line, tasks), start: minutes(line.start) };
  const cost = line.penalty ? ` ${say("shake.told-cost", { n: line.penalty, points: signed(line.points), status: say(`cost.${line.status}`) })}` : "";
  if (!line.limit) return say("shake.told-bare", values) + cost;
  return say("shake.told", { ...values, limit: minutes(line.limit), due: minutes(line.due), result: say(`outcome.${line.result}`), percent: percent(line) }) + cost;
}

/**
 * A drawing of lines, `width` pixels wide. `told` has start, end, now, lines, stops, tasks and the places that were asked
 * for; `open(place)` is called for the one that was chosen.
 */
export function drawing(told, { width, open = null, label }) {
  drawn += 1;
  const id = drawn;
  const scale = along(told, width);
  const high = AXIS + told.lines.length * ROW + 8;
  const asked = new Set(told.asked ?? told.lines.map((line) => line.place));
  return svg("svg", { class: "drawn", viewBox: `0 0 ${width} ${high}`, width, height: high, role: "group", "aria-label": label },
    hatchings(id), axis(scale, width, high),
    told.stops.map((stop) => svg("rect", { class: "stop", fill: `url(#stopped-${id})`, x: scale(stop.start), y: AXIS, width: Math.max(2, scale(stop.end) - scale(stop.start)), height: high - AXIS - 4 })),
    told.lines.map((line, at) => bar(line, AXIS + at * ROW, { told, scale, id, width, open, pale: !asked.has(line.place) })));
}

/** From moments to places; a short shake is not blown up, and there is some air at its end. */
function along(told, width) {
  const end = Math.max(told.end, told.start + 1000);
  const air = (end - told.start) * 0.04 + 500;
  const whole = end + air - told.start;
  const scale = (ms) => SIDE + (Math.min(Math.max(ms, told.start), end + air) - told.start) / whole * (width - 2 * SIDE);
  return Object.assign(scale, { from: told.start, to: end + air, whole });
}

function axis(scale, width, high) {
  const room = Math.max(2, Math.floor(width / 90));
  const step = 1000 * (STEPS.find((each) => scale.whole / (each * 1000) <= room) ?? STEPS.at(-1));
  const marks = [];
  for (let t = Math.ceil(scale.from / step) * step; t <= scale.to; t += step) marks.push(t);
  return svg("g", { class: "axis", "aria-hidden": "true" }, marks.map((t) => [
    svg("line", { x1: scale(t), x2: scale(t), y1: AXIS - 6, y2: high - 4 }),
    svg("text", { x: scale(t), y: AXIS - 10, "text-anchor": scale(t) > width - 40 ? "end" : scale(t) < 20 ? "start" : "middle" }, minutes(t)),
  ]));
}

function bar(line, top, { told, scale, id, width, open, pale }) {
  const y = top + 22;
  const end = line.ended ?? told.now ?? told.end;
  const part = (kind, from, to, more = {}) => (to > from ? svg("rect", { class: kind, x: scale(from), y, width: Math.max(1.5, scale(to) - scale(from)), height: BAR, ...more }) : null);
  const warned = line.countdown ?? line.due;
  const words = [line.player, about(line, told.tasks), ...(line.limit ? [`${minutes(line.used ?? 0)} / ${minutes(line.limit)}`] : [])].join(" · ");
  const cost = line.penalty ? `⚑ ${penaltyText(line)} ${say(`cost.${line.status}`)}` : "";
  const act = open ? { role: "button", tabindex: "0", on: { click: () => open(line.place), keydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); open(line.place); } } } } : { role: "img" };
  return svg("g", { class: pale ? "bar pale" : "bar", "data-bar": line.place, "data-focus": `bar-${line.place}`, "aria-label": toldBar(line, told.tasks), ...act },
    svg("rect", { class: "ground", x: 1, y: top + 1, width: width - 2, height: ROW - 2, rx: 4 }),
    svg("text", { class: "label", x: SIDE, y: top + 16 }, words, cost ? svg("tspan", { class: "cost", dx: 8 }, cost) : null),
    line.limit ? [
      part("left", line.start, line.due),
      part("used", line.start, Math.min(end, line.due)),
      line.countdown ? part("counted", line.due, Math.min(end, warned), { fill: `url(#countdown-${id})` }) : null,
      line.extra ? part("extra-minute", warned, Math.min(end, line.extra), { fill: `url(#extra-${id})` }) : null,
      svg("line", { class: "due", x1: scale(line.due), x2: scale(line.due), y1: y - 2, y2: y + BAR + 2 }),
      svg("text", { class: "end", x: Math.min(width - 8, scale(end) + 3), y: y + BAR - 2, "text-anchor": scale(end) > width - 24 ? "end" : "start" }, MARKS[line.result] ?? ""),
    ] : null,
    line.penalty ? svg("g", { class: "flag" }, svg("line", { x1: scale(line.t), x2: scale(line.t), y1: y - 3, y2: y + BAR + 3 }), svg("path", { d: `M${scale(line.t)} ${y - 3} l9 4 l-9 4 z` })) : null);
}

/** What the parts of a drawing mean. */
export function legend() {
  drawn += 1;
  const id = drawn;
  const sample = (kind, fill) => svg("svg", { class: "drawn sample", viewBox: "0 0 28 14", width: 28, height: 14, "aria-hidden": "true" }, fill ? hatchings(id) : null, svg("rect", { class: kind, x: 0, y: 0, width: 28, height: 14, ...(fill ? { fill: `url(#${fill}-${id})` } : {}) }));
  return [["used", null], ["left", null], ["counted", "countdown"], ["extra-minute", "extra"], ["stop", "stopped"]].map(([kind, fill]) => [sample(kind, fill), say(`shake.${{ counted: "countdown", "extra-minute": "extra", stop: "stopped" }[kind] ?? kind}`)]);
}
