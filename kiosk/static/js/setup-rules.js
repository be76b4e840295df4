// The second step: game, division, the length of a round, and what the league reads otherwise.
import { h } from "./dom.js";
import { chips, field, heading } from "./setup-parts.js";
import { say } from "./words.js";

const ASK = "ask";

export function rulesStep(state, env) {
  const usual = state.settings.match;
  const chosen = { ruleset: usual.ruleset, division: usual.division };
  const minutes = h("input", { name: "minutes", type: "number", inputmode: "numeric", min: 0, max: 240, step: 1, value: state.settings.round.minutes, on: { input: env.changed } });
  const divisions = h("div", { id: "divisions" });
  const readings = new Readings(state, env);
  const showDivisions = () => {
    const game = state.games.find((each) => each.ruleset === chosen.ruleset);
    if (!game?.divisions.includes(chosen.division)) chosen.division = ASK;
    divisions.hidden = !game;
    divisions.replaceChildren(...(game ? [h("h3", {}, say("rules.division")), chips("division", say("rules.division"),
      [{ value: ASK, text: say("rules.ask") }, ...game.divisions.map((each) => ({ value: each, text: each }))], chosen.division,
      (value) => { chosen.division = value; env.changed(); })] : []));
    readings.list(game);
  };
  const games = [...state.games.map((each) => ({ value: each.ruleset, text: each.title })), { value: ASK, text: say("rules.ask") }];
  const step = (by) => {
    minutes.value = String(Math.min(240, Math.max(0, (Number(minutes.value) || 0) + by)));
    env.changed();
  };
  showDivisions();
  return {
    element: h("div", { class: "body" }, heading(say("rules.title"), say("rules.hint")),
      h("h3", {}, say("rules.game")),
      chips("ruleset", say("rules.game"), games, chosen.ruleset, (value) => { chosen.ruleset = value; showDivisions(); env.changed(); }),
      divisions,
      h("div", { class: "stepper" }, field(say("rules.minutes"), minutes),
        h("button", { type: "button", class: "quiet", "data-step": "-5", "aria-label": say("rules.less"), on: { click: () => step(-5) } }, "−5"),
        h("button", { type: "button", class: "quiet", "data-step": "5", "aria-label": say("rules.more"), on: { click: () => step(5) } }, "+5")),
      readings.element),
    changes: () => ({
      match: { ruleset: chosen.ruleset, division: chosen.division },
      round: { minutes: minutes.value.trim() === "" ? null : Number(minutes.value) },
      readings: readings.changes(),
    }),
  };
}

/** Every open place of the rule book, to be found by a word and chosen otherwise. */
class Readings {
  constructor(state, env) {
    this.state = state;
    this.env = env;
    /** Name → value, or null for what this house reads. */
    this.chosen = new Map(Object.entries(state.settings.readings));
    this.summary = h("summary", {});
    this.count = h("p", { class: "found", role: "status" });
    this.rows = h("ul", { class: "readings" });
    this.find = h("input", { type: "search", name: "find", autocomplete: "off", on: { input: () => this.filter() } });
    // Enter looks for a word; it must not keep the step.
    this.find.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
    this.element = h("details", { id: "readings" }, this.summary, h("p", { class: "hint" }, say("rules.readings-hint")), field(say("rules.find"), this.find), this.count, this.rows);
    this.name();
  }

  /** Those of one game, or of all of them. */
  list(game) {
    const listed = this.state.readings.filter((each) => !game || each.name in game.readings);
    this.rows.replaceChildren(...listed.map((each) => this.row(each, game)));
    this.filter();
  }

  row(reading, game) {
    const house = game ? game.readings[reading.name] : [...new Set(this.state.games.map((each) => each.readings[reading.name]).filter((each) => each !== undefined))].join(" / ");
    const set = (value) => { this.chosen.set(reading.name, value); mark(); this.name(); this.env.changed(); };
    const now = this.chosen.get(reading.name) ?? null;
    const control = reading.kind === "any" ? this.several(reading, house, now, set) : this.one(reading, house, now, set);
    const item = h("li", { "data-reading": reading.name }, h("div", { class: "about" }, h("strong", {}, reading.name), " ", h("span", { class: "cite" }, reading.cite), h("p", {}, reading.text)), control);
    const mark = () => { item.dataset.chosen = (this.chosen.get(reading.name) ?? null) === null ? "no" : "yes"; };
    mark();
    return item;
  }

  one(reading, house, now, set) {
    const option = (value, text) => h("option", { value: JSON.stringify(value), selected: JSON.stringify(value) === JSON.stringify(now) }, text);
    const select = h("select", { "aria-label": reading.name, on: { change: () => set(JSON.parse(select.value)) } },
      option(null, say("rules.house", { value: house })), reading.values.map((each) => option(each.value, each.text)));
    return select;
  }

  several(reading, house, now, set) {
    const boxes = reading.values.map((each) => h("input", { type: "checkbox", value: each.value, checked: now?.includes(each.value), disabled: now === null }));
    const told = () => set(usual.checked ? null : boxes.filter((box) => box.checked).map((box) => box.value));
    const usual = h("input", { type: "checkbox", checked: now === null, on: { change: () => { for (const box of boxes) box.disabled = usual.checked; told(); } } });
    for (const box of boxes) box.addEventListener("change", told);
    const label = (box, text) => h("label", { class: "tick" }, box, h("span", {}, text));
    return h("fieldset", {}, h("legend", { class: "unseen" }, reading.name), label(usual, say("rules.house", { value: house })), boxes.map((box, at) => label(box, reading.values[at].text)));
  }

  filter() {
    const words = this.find.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const row of this.rows.children) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      if (!row.hidden) count += 1;
    }
    this.count.textContent = say("rules.found", { count });
  }

  name() {
    const count = [...this.chosen.values()].filter((value) => value !== null).length;
    this.summary.textContent = say("rules.readings", { count });
  }

  changes() {
    return Object.fromEntries(this.chosen);
  }
}
