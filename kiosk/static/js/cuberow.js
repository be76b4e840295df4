// A row of cubes that is put together by hand, from heaps: what the camera would have seen.
import { cubeElement, parseCube } from "./cubes.js";
import { h } from "./dom.js";
import { say } from "./words.js";

const TURNS = ["", "s", "u"];

/** The heap from which a cube of the row was taken. */
export function heapOf(entry, cube) {
  const { letter, face } = parseCube(cube);
  return entry.heaps.findIndex((heap) => heap.cubes.includes(`${letter}${face}`));
}

/** How many cubes of the row come from each heap. */
export function taken(entry, row) {
  const counts = entry.heaps.map(() => 0);
  for (const cube of row) if (cube !== entry.gap) counts[heapOf(entry, cube)] += 1;
  return counts;
}

/** Whether the row can be handed in: not empty, and all cubes in it where all are wanted. */
export function isReady(entry, row) {
  const counts = taken(entry, row);
  const any = counts.some((count) => count > 0);
  return any && (!entry.whole || entry.heaps.every((heap, at) => counts[at] === heap.most));
}

/** The cube at that place turned on: upright, sideways, upside down. */
export function turned(entry, row, at) {
  if (!entry.turns || row[at] === entry.gap) return row;
  const { letter, face, turn } = parseCube(row[at]);
  const next = TURNS[(TURNS.indexOf(turn) + 1) % TURNS.length];
  return row.map((cube, n) => (n === at ? `${letter}${face}${next}` : cube));
}

/** The heaps as buttons; a heap that is used up is grey. */
export function heapButtons(entry, row, put) {
  const counts = taken(entry, row);
  const single = entry.heaps.every((heap) => heap.cubes.length === 1);
  const groups = entry.heaps.map((heap, at) => {
    const left = heap.most - counts[at];
    const keys = heap.cubes.map((cube) => h("button", { type: "button", class: "key cubic", "data-key": cube, "data-focus": cube,
      disabled: left === 0, on: { click: () => put(cube) } }, cubeElement(cube),
    single && heap.most > 1 ? h("span", { class: "count" }, say("keypad.count", { count: left })) : null));
    return single ? keys : h("div", { class: "heap" }, keys, h("span", { class: "left" }, say("row.left", { left })));
  });
  const gap = entry.gap === null ? null
    : h("button", { type: "button", class: "key worded", "data-key": entry.gap, "data-focus": "gap", on: { click: () => put(entry.gap) } }, say("row.gap"));
  return h("div", { class: single ? "keys" : "heaps" }, groups, gap);
}

/** The row as it lies so far; a tap on a cube turns it. */
export function rowPieces(entry, row, turn) {
  return row.map((cube, at) => {
    if (cube === entry.gap) return h("span", { class: "gap", role: "img", "aria-label": say("mat.gap") });
    if (!entry.turns) return h("span", { class: "piece" }, cubeElement(cube));
    return h("button", { type: "button", class: "piece turnable", "data-focus": `row ${at}`, on: { click: () => turn(at) } }, cubeElement(cube));
  });
}
