// The mat as recorded, laid out like the sheet on the table.
import { cubeElement } from "./cubes.js";
import { byId, h, paint } from "./dom.js";
import { say } from "./words.js";

const SECTIONS = ["resources", "forbidden", "permitted", "required", "goal"];

export function showMat(match) {
  // A game without cubes has no mat to show.
  byId("mat").hidden = match.has_mat === false;
  paint(byId("mat"), match.mat, () => {
    if (match.mat === null || match.mat === undefined) return h("p", { class: "nothing" }, say("mat.none"));
    return SECTIONS.map((name) => section(name, match.mat[name]));
  });
}

/** Rows and columns for so many cubes, so that they lie as large as the section allows, but no larger than their fellows. */
function grid(name, count) {
  if (name === "goal") return [1, Math.max(8, count)];
  const rows = name === "resources" ? (count > 12 ? 2 : 1) : count > 14 ? 3 : count > 7 ? 2 : 1;
  return [rows, Math.max(name === "resources" ? 10 : 4, Math.ceil(count / rows))];
}

function section(name, text) {
  const cubes = text.split(" ").filter(Boolean).map((word) =>
    word === "_" ? h("span", { class: "gap", role: "img", "aria-label": say("mat.gap") }) : cubeElement(word));
  const box = h("div", { class: "cubes" }, cubes);
  const [rows, columns] = grid(name, cubes.length);
  box.style.setProperty("--rows", rows);
  box.style.setProperty("--columns", columns);
  return h(
    "section",
    { class: "mat-section", "data-mat-section": name, "aria-label": say(`mat.${name}`) },
    h("h2", {}, say(`mat.${name}`)),
    box,
  );
}
