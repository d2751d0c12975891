import { cannot } from "../cannot-evaluate";

/** The maximum length of a text that is evaluated, before and after. */
export const longestText = 10_000;

export const tooLong = "is longer than 10,000 characters, which is more than any name needs. Shorten it.";

/** @throws CannotEvaluate where a text of this length is not to be made */
export function checkLength(length: number): void {
  if (length > longestText) cannot(`comes to a text that ${tooLong}`);
}
