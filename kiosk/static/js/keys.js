// Keys and what was typed on them: a key that stands for a cube looks like it.
import { cubeElement } from "./cubes.js";
import { h } from "./dom.js";
import { printed, say, written } from "./words.js";

/** Every key of a keypad as {text, cube, label, count}, in groups with a heading; a plain keypad is one group. */
export function keyGroups(entry) {
  if (entry.groups?.length) return entry.groups;
  const keys = entry.keys.map((text, n) => ({ text, cube: null, label: entry.names?.[n] ?? null, count: 1 }));
  return [{ label: null, keys }];
}

/** The key that writes this, or one made up for it. */
export function keyFor(entry, text) {
  const keys = keyGroups(entry).flatMap((group) => group.keys);
  return keys.find((key) => key.text === text) ?? { text, cube: null, label: null, count: 1 };
}

/** Groups of buttons; `press(text)` is called with what a key writes, `used(key)` counts how often it has been. */
export function keyButtons(entry, press) {
  const groups = keyGroups(entry);
  const headed = groups.length > 1;
  return groups.map((group) => h(
    "div", { class: "group", role: "group", "aria-label": group.label ?? say("keypad.keys") },
    headed && group.label ? h("h3", {}, group.label) : null,
    h("div", { class: "keys" }, group.keys.map((key) => keyButton(key, press))),
  ));
}

function keyButton(key, press) {
  const kind = key.cube ? "key cubic" : key.label ? "key worded" : "key";
  const shown = key.cube ? cubeElement(key.cube) : key.label ?? written(key.text);
  return h("button", { type: "button", class: kind, "data-key": key.text, "data-cube": key.cube, on: { click: () => press(key.text, key.cube) } },
    shown, key.count > 1 ? h("span", { class: "count" }, say("keypad.count", { count: key.count })) : null);
}

/** What was typed, piece by piece, as it looks on cubes. */
export function typedPieces(entry, keys) {
  return keys.map((text) => {
    const key = keyFor(entry, text);
    if (key.cube) return h("span", { class: "piece" }, cubeElement(key.cube));
    if (entry.single) return h("span", { class: "piece" }, key.label ?? printed(text));
    return h("span", { class: "piece" }, written(text));
  });
}
