// The lines of the audit as the list shows them: a row with columns where there is room, a card where there is not.
import { h, svg } from "./dom.js";
import { say, signed } from "./words.js";

/** What a column is called, and the order that its heading asks for. */
export const COLUMNS = [
  ["shake", "shake"], ["task", "task"], ["player", "player"], ["start", "time"], ["limit", "limit"], ["due", null], ["warned", null],
  ["countdown", null], ["extra", null], ["ended", null], ["used", "used"], ["result", "result"], ["penalty", "points"],
  ["rule", null], ["status", "status"], ["initials", null], ["evidence", null],
];

/** A moment or a length of the match as minutes and seconds, to the millisecond where it is not a whole second. */
export function minutes(ms) {
  if (ms === null || ms === undefined) return "";
  const [whole, rest] = [Math.floor(ms / 1000), ms % 1000];
  const part = rest ? `.${String(rest).padStart(3, "0").replace(/0+$/, "")}` : "";
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}${part}`;
}

export const percent = (line) => (line.limit ? Math.round((100 * (line.used ?? 0)) / line.limit) : null);

/** What a line is about: its task, or what the penalty is for. */
export function about(line, tasks) {
  const words = line.task ? tasks[line.task] : line.words ?? "";
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const penaltyText = (line) => (line.penalty ? say("line.penalty", { n: line.penalty, points: signed(line.points) }) : "");

/** The time used against the limit, as a bar; what is over the limit has another pattern. */
export function usedBar(line) {
  if (!line.limit) return null;
  const share = (line.used ?? 0) / line.limit;
  const [wide, limit] = [100, 66];
  const end = Math.min(wide, share * limit);
  return svg("svg", { class: "used-bar", viewBox: `0 0 ${wide} 8`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: "track", x: 0, y: 1, width: limit, height: 6 }),
    svg("rect", { class: "within", x: 0, y: 1, width: Math.min(end, limit), height: 6 }),
    end > limit ? svg("rect", { class: "over", x: limit, y: 1, width: end - limit, height: 6 }) : null,
    svg("line", { class: "limit", x1: limit, x2: limit, y1: 0, y2: 8 }));
}

function texts(line, tasks) {
  const used = percent(line);
  return {
    shake: line.shake ? String(line.shake) : "",
    task: about(line, tasks),
    player: line.player,
    start: minutes(line.start),
    limit: line.limit ? minutes(line.limit) : "",
    due: line.limit ? minutes(line.due) : "",
    warned: minutes(line.warned),
    countdown: minutes(line.countdown),
    extra: minutes(line.extra),
    done: minutes(line.done),
    expired: minutes(line.expired),
    ended: line.expired !== undefined ? say("line.lost", { expired: minutes(line.expired) }) : minutes(line.done),
    used: used === null ? "" : say("line.percent", { number: used }),
    result: line.result ? say(`outcome.${line.result}`) : "",
    penalty: penaltyText(line),
    rule: line.rule ?? "",
    status: line.status ? say(`cost.${line.status}`) : "",
    initials: line.initials ?? "",
    evidence: "",
  };
}

function evidence(line) {
  return h("span", { class: "evidence" },
    line.pictures ? h("span", { class: "has" }, h("span", { "aria-hidden": "true" }, say("line.pictures")), h("span", { class: "unseen" }, say("line.has-pictures"))) : null,
    line.clips ? h("span", { class: "has" }, h("span", { "aria-hidden": "true" }, say("line.clips")), h("span", { class: "unseen" }, say("line.has-clips"))) : null);
}

/** A row of cells; what a cell is, is said with its value. */
function row(line, tasks) {
  const all = texts(line, tasks);
  return COLUMNS.map(([name]) => h("span", { class: `cell ${name}`, "data-col": name },
    all[name] && !["task", "player", "penalty", "result"].includes(name) ? h("span", { class: "unseen" }, `${say(`col.${name}`)}: `) : null,
    name === "evidence" ? evidence(line) : name === "used" ? [usedBar(line), h("span", { class: "figure" }, all.used)] : all[name]));
}

/** The same in three lines, for a phone. */
function card(line, tasks) {
  const all = texts(line, tasks);
  const cell = (name, text = all[name]) => (text ? h("span", { class: `cell ${name}`, "data-col": name }, text) : null);
  const times = line.limit
    ? [say("line.span", all), say("line.limit", all), all.done ? say("line.done", all) : null, all.expired ? say("line.expired", all) : null, all.extra ? say("line.extra", all) : null]
    : [say("line.start", all)];
  return [
    h("span", { class: "part" }, cell("player"), cell("task"), h("span", { class: "air" }), cell("penalty"), cell("status"), cell("initials")),
    h("span", { class: "part times" }, h("span", { class: "cell when" }, times.filter(Boolean).join(" · "))),
    h("span", { class: "part" }, h("span", { class: "cell used", "data-col": "used" }, usedBar(line), h("span", { class: "figure" }, all.used)), cell("result"), h("span", { class: "air" }), line.shake ? cell("shake", say("shake.title", { number: line.shake })) : null, cell("rule"), evidence(line)),
  ];
}

export const lineKey = (line, matches) => `${matches[line.match ?? 0].key}/${line.place}`;

/** A line in one of two forms: `card`, or a row with columns. */
export function lineElement(line, { key, tasks, form, opened, open }) {
  return h("li", {}, h("button", {
    type: "button", class: `deadline ${form}`, "data-line": key, "data-focus": key, "data-status": line.status || "none", "data-result": line.result || "none",
    "data-again": line.again ? "yes" : null, "aria-current": opened ? "true" : null, on: { click: () => open(key) },
  }, form === "card" ? card(line, tasks) : row(line, tasks)));
}

/** The headings above the columns; those that can put the lines in order are buttons. */
export function headElements(sort, ask) {
  const [down, by] = [sort.startsWith("-"), sort.replace(/^-/, "")];
  return COLUMNS.map(([name, order]) => {
    const title = say(`col.${name}`);
    if (!order) return h("span", { class: `cell ${name}` }, name === "evidence" ? h("span", { class: "unseen" }, title) : title);
    const on = order === by;
    // Once up, once down, and then as it happened.
    const next = !on ? (order === "used" ? `-${order}` : order) : down === (order === "used") ? (down ? order : `-${order}`) : "";
    return h("span", { class: `cell ${name}` }, h("button", { type: "button", "data-sort": order, "data-focus": order, "aria-pressed": String(on), on: { click: () => ask(next) } },
      title, on ? h("span", { "aria-hidden": "true" }, down ? "▼" : "▲") : null, on ? h("span", { class: "unseen" }, say(down ? "audit.down" : "audit.up")) : null));
  });
}
