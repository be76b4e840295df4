// A question that the table asks, and a judge may answer as well as the players.
import { byId, h, paint, whileBusy } from "./dom.js";

/** `tell(path, body)` sends what was tapped. */
export function showQuestion(question, tell) {
  const box = byId("question");
  box.hidden = question === null;
  paint(box, question, () => (question === null ? [] : [
    h("p", { class: "text" }, question.text),
    ...question.options.map((label, at) => h("button", { type: "button", "data-option": at, "data-focus": at,
      on: { click: (event) => whileBusy(event.currentTarget, () => tell("/judge/answer", { question: question.id, option: at })) } }, label)),
  ]));
}
