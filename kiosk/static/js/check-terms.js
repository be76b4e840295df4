// Which rules: ruleset, division, variations with their options, challenge.
import { TEXTS } from "/texts.js";
import { divisionOf, optionOf } from "./check-state.js";
import { byId, h, paint } from "./dom.js";
import { say } from "./words.js";

const FIELDS = ["ruleset", "division", "challenge", "ask", "where", "source"];

/** A variation's name for people. The rules may know one that no page has a word for yet. */
export function variationName(name) {
  return TEXTS[`variation.${name}`] ?? name.replaceAll("-", " ").replace(/^./, (letter) => letter.toUpperCase());
}

const divisionName = (name) => name.replace(/^./, (letter) => letter.toUpperCase());
const field = (name) => document.querySelector(`#terms [name="${name}"]`);

export class Terms {
  #shown = null;

  /** `change(changes)` gets what somebody chose. */
  constructor(choices, change) {
    this.choices = choices;
    this.change = change;
    field("ruleset").append(...choices.rulesets.map(({ ruleset, title }) => h("option", { value: ruleset }, title)));
    byId("widen").addEventListener("click", () => {
      const wide = document.body.dataset.terms !== "wide";
      document.body.dataset.terms = wide ? "wide" : "narrow";
      byId("widen").setAttribute("aria-expanded", String(wide));
    });
    for (const name of FIELDS) field(name).addEventListener("change", (event) => this.#chosen(name, event.target.value));
  }

  show(state) {
    this.#shown = state;
    const ruleset = this.choices.rulesets.find((each) => each.ruleset === state.ruleset);
    paint(field("division"), ruleset.divisions.map((each) => each.division), () =>
      ruleset.divisions.map(({ division }) => h("option", { value: division }, divisionName(division))));
    for (const name of FIELDS) field(name).value = state[name];
    // What lies on the mat is a Goal, whatever was chosen before.
    field("where").disabled = state.source === "cubes";
    if (state.source === "cubes") field("where").value = "goal";
    const { variations, in_force: always } = divisionOf(this.choices, state);
    paint(byId("variations"), variations, () => variations.map((offered) => this.#chip(offered)));
    byId("terms").dataset.variations = variations.length;
    if (variations.length === 0 && document.body.dataset.terms === "wide") byId("widen").click();
    byId("no-variations").hidden = variations.length > 0;
    byId("in-force").hidden = always.length === 0;
    byId("in-force").textContent = say("check.in-force", { variations: always.map(inForceName).join(", ") });
    for (const offered of variations) {
      const chip = byId("variations").querySelector(`[data-variation="${offered.name}"]`);
      const on = offered.name in state.variations;
      chip.querySelector("input").checked = on;
      const select = chip.querySelector("select");
      if (!select) continue;
      select.hidden = !on;
      if (on) select.value = String(state.variations[offered.name]);
    }
  }

  #chosen(name, value) {
    if (name !== "ruleset" && name !== "division") return this.change({ [name]: value });
    const next = { ...this.#shown, [name]: value };
    const division = divisionOf(this.choices, next);
    // What the other division has too stays chosen.
    const variations = {};
    for (const offered of division.variations) {
      if (offered.name in next.variations) variations[offered.name] = optionOf(offered, next.variations[offered.name]);
    }
    return this.change({ ruleset: next.ruleset, division: division.division, variations });
  }

  #chip(offered) {
    const set = (option) => this.change({ variations: { ...this.#shown.variations, [offered.name]: option } });
    const unset = () => {
      const { [offered.name]: _, ...rest } = this.#shown.variations;
      this.change({ variations: rest });
    };
    const name = variationName(offered.name);
    const box = h("input", { type: "checkbox", "data-focus": offered.name,
      on: { change: (event) => (event.target.checked ? set(optionOf(offered, select?.value)) : unset()) } });
    const select = offered.options?.length
      ? h("select", { "aria-label": say("check.option", { variation: name }), hidden: true,
        on: { change: (event) => set(optionOf(offered, event.target.value)) } },
      offered.options.map((option) => h("option", { value: option }, String(option))))
      : null;
    return h("div", { class: "variation", "data-variation": offered.name },
      h("label", { class: "chip" }, box, h("span", {}, name)), select);
  }
}

function inForceName(variation) {
  return variation.option === undefined || variation.option === null ? variationName(variation.name)
    : say("check.with-option", { variation: variationName(variation.name), option: variation.option });
}
