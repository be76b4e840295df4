// The question that only people can answer; it lies over the screen until it is answered.
import { cover, uncover } from "./cover.js";
import { byId, h, paint } from "./dom.js";
import { say } from "./words.js";

/** `answer(id, option)` sends the choice and resolves when the table has spoken. */
export function showQuestion(question, answer) {
  const box = byId("question");
  if (question === null) {
    uncover("question");
    paint(box, null, () => []);
    return;
  }
  paint(box, question, () => build(question, box, answer));
  if (box.hidden) cover("question", box.querySelector("button"));
}

function build(question, box, answer) {
  const choose = async (option) => {
    const buttons = box.querySelectorAll("[data-option]");
    for (const button of buttons) button.disabled = true;
    await answer(question.id, option);
    // Whoever was refused may choose again; after a good answer the table takes the question away.
    for (const button of buttons) button.disabled = false;
  };
  return [
    question.snapshot ? h("img", { src: `/snapshots/${question.snapshot}.jpg`, alt: say("question.picture") }) : null,
    h("div", { class: "ask" },
      h("p", { class: "title" }, say("question.title")),
      h("p", { id: "question-text", class: "text" }, question.text),
      h("div", { class: "options" }, question.options.map((label, at) =>
        h("button", { type: "button", class: at === 0 ? "primary" : false, "data-option": at, "data-focus": at,
          on: { click: () => choose(at) } }, label)))),
  ];
}
