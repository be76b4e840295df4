// A question to the adjudicator and what became of it.
import { post } from "./send.js";

/** Errors after which nothing is known, though nothing was wrong with the question. */
const OPEN = ["not-built", "too-long"];

/**
 * The answer as {kind, …}: "correct" or "incorrect" with values and reasons, "legal" with values, "illegal" with
 * reasons, "undecided" or "error" with a text. `at` is the place of the character that is wrong, where it is known.
 */
export async function ask(request) {
  return understood(await post("/check/ask", request));
}

export function understood(told) {
  if (told.error) {
    const { code, text, at } = told.error;
    return { kind: OPEN.includes(code) ? "undecided" : "error", code, text, at };
  }
  const reasons = told.reasons ?? [];
  const at = reasons.map((reason) => reason.at).find(Number.isInteger);
  if (told.legal !== undefined) {
    return { kind: told.legal ? "legal" : "illegal", reasons, at, values: told.values ?? [], approx: told.approx ?? [] };
  }
  return { kind: told.verdict, reasons, at, solution: told.solution_value ?? null, goal: told.goal_value ?? null };
}
