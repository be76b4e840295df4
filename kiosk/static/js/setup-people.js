// Judges, organisers and their PINs. A new PIN is shown once, large, and then forgotten.
import { byId, h } from "./dom.js";
import { forget } from "./session.js";
import { chips, field, heading } from "./setup-parts.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

export function peopleStep(state, env) {
  const first = !state.people.some((person) => person.role === "organiser");
  let role = first ? "organiser" : "judge";
  const name = h("input", { name: "person-name", maxlength: 40, autocomplete: "off", spellcheck: "false" });
  const initials = h("input", { name: "person-initials", maxlength: 4, autocomplete: "off", autocapitalize: "characters", spellcheck: "false" });
  const pin = h("input", { name: "person-pin", type: "password", inputmode: "numeric", maxlength: 12, autocomplete: "new-password" });

  async function deed(body, who) {
    const told = await env.tell("/setup/people", body);
    if (told === null) return;
    // Whoever has become the first organiser is signed in from now on, with another token.
    forget();
    if (told.pin) showPin(who, told.pin, env.again);
    else await env.again();
  }

  const add = () => {
    if (name.value.trim()) deed({ do: "add", name: name.value, initials: initials.value, pin: pin.value, organiser: role === "organiser" }, name.value.trim());
    else name.focus();
  };

  const remove = (person) => {
    const button = h("button", { type: "button", class: "quiet", "data-remove": person.id }, say("people.remove"));
    button.addEventListener("click", () => {
      if (button.dataset.sure === "yes") deed({ do: "remove", person: person.id }, person.name);
      else {
        button.dataset.sure = "yes";
        button.textContent = say("people.remove-sure");
      }
    });
    return button;
  };

  const row = (person) => h("li", { "data-person": person.id }, h("span", { class: "initials", "aria-hidden": "true" }, person.initials),
    h("span", { class: "who" }, h("strong", {}, person.name), h("span", { class: "part" }, say(`people.${person.role}`), person.has_pin ? null : ` (${say("sign.no-pin")})`)),
    h("button", { type: "button", class: "quiet", "data-new-pin": person.id, on: { click: () => deed({ do: "pin", person: person.id }, person.name) } }, say("people.new-pin")),
    remove(person));

  const adding = h("section", { class: "card", id: "person-add" },
    first ? null : chips("role", say("people.role"), ["judge", "organiser"].map((value) => ({ value, text: say(`people.${value}`) })), role, (value) => { role = value; }),
    h("div", { class: "names" }, field(say("people.name"), name), field(say("people.initials"), initials), field(say("people.own-pin"), pin)),
    h("button", { type: "button", id: "person-go", on: { click: add } }, say("people.add")));
  adding.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    add();
  });
  const nobody = state.people.length ? null : h("p", { class: state.open_to_all ? "warn" : "nothing" }, say(state.open_to_all ? "people.nobody-open" : "people.nobody"));
  return {
    element: h("div", { class: "body" }, heading(say("people.title"), first ? say("people.first") : say("people.hint")), nobody,
      state.people.length ? h("ul", { class: "persons" }, state.people.map(row)) : null, adding),
    done: async () => {
      if (name.value.trim()) toast(byId("toast"), say("people.not-added"), "refused");
      return !name.value.trim();
    },
  };
}

function showPin(name, pin, closed) {
  const box = byId("pin");
  box.replaceChildren(
    h("h2", { id: "pin-title" }, say("people.pin-is", { name })),
    h("p", { id: "pin-digits" }, pin),
    h("p", {}, say("people.pin-once")),
    h("button", { type: "button", id: "pin-written", on: { click: () => box.close() } }, say("people.written")));
  box.addEventListener("close", () => { box.replaceChildren(); closed(); }, { once: true });
  box.showModal();
}
