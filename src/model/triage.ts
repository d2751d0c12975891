import { caseHint } from "./uuid";
import type { TriageCategory } from "./findings";
import { isObject, type Json } from "./json";

/**
 * What an answer says about the triage of a finding. A category that the specification does not name is
 * given as it came. `unclear` is an answer of an unexpected shape.
 */
export type TriageStatus =
  | { readonly is: "set"; readonly category: TriageCategory | (string & Record<never, never>); readonly name?: string }
  | { readonly is: "none" }
  | { readonly is: "unclear" };

/** The category that a finding has; null for none, and for a finding that the service does not know. */
export const categoryOf = (status: TriageStatus | undefined): string | null =>
  status?.is === "set" ? status.category : null;

const unclear: TriageStatus = { is: "unclear" };
const none: TriageStatus = { is: "none" };

/** The names of a category, the surest first. */
const categoryNames = ["category", "triage_category"] as const;
const holders = ["data", "triage"] as const;

/**
 * The specification does not show the answers of the three triage operations. The triage is looked for
 * where a combined finding has it, under `triage`, and where other answers have what they are about,
 * under `data` or at the top; null in one of these places means that there is none.
 */
export function triageStatus(answer: Json | undefined): TriageStatus {
  if (!isObject(answer)) return answer === null ? none : unclear;
  for (const name of categoryNames) {
    const category = answer[name];
    if (typeof category === "string") return { is: "set", category, ...nameIn(answer) };
  }
  const inside = holders.filter((name) => name in answer).map((name) => triageStatus(answer[name] as Json));
  const clear = inside.find(({ is }) => is !== "unclear");
  if (clear !== undefined) return clear;
  return categoryNames.some((name) => answer[name] === null) ? none : unclear;
}

const nameIn = ({ category_name: name }: Readonly<Record<string, unknown>>) =>
  typeof name === "string" ? { name } : {};

/**
 * Whether a refused category may be refused because the finding has another one: that setting one replaces the other is not
 * stated in the specification (*Triage*), nor are the statuses.
 */
export const mayNeedRemoval = (status: number | undefined): boolean =>
  status === 400 || status === 409 || status === 422;

const dayMilliseconds = 86_400_000;

/**
 * When a triage ends, in milliseconds since 1970. A date holds to the end of its day in UTC.
 *
 * @param expires a date or date-time; without one it never ends
 */
export const endOf = (expires: string | undefined): number =>
  expires === undefined ? Infinity : Date.parse(expires) + (expires.includes("T") ? 0 : dayMilliseconds);

/**
 * Whether a triage has expired.
 *
 * @param expires a date or date-time; without one it holds for ever
 * @param now in milliseconds since 1970
 */
export const hasExpired = (expires: string | undefined, now: number): boolean => now >= endOf(expires);

/** What became of an expired triage, and what to do about it. @param outcome a clause, such as `It is not set` */
export const expiredText = (expires: string, outcome: string): string =>
  `It was valid until ${expires}. ${outcome}: set a new expires date, or remove the resource.`;

/** The triage of a finding is in no answer that can be understood. */
export const unclearText = (findingId: string): string =>
  `Neither the service's answer about the finding ${findingId} nor the list of all findings says how it is triaged.`;

/** The service has answered that it has nothing. */
export const noTriageText = (findingId: string): string =>
  `The service has no finding with the id ${JSON.stringify(findingId)}, or no triage of it.${caseHint(findingId)}`;
