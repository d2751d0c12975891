import type { z } from "zod";
import { label, quoted, visible } from "../diagnostics/foreign-text";
import type { AccountDocument } from "./document";
import type { accountShape, policyFindingShape } from "./document-shape";

/** What a policy says, as it is in a document. */
export type DocumentFinding = Omit<z.infer<typeof policyFindingShape>, "waiver">;

/** A waiver, as it is in a document. */
export type DocumentWaiver = Exclude<z.infer<typeof accountShape>["waivers"], undefined>[number];

/** What a policy says, with the waiver that matches it. */
export interface ReviewedByPolicy extends DocumentFinding {
  readonly waiver?: DocumentWaiver;
}

/** The findings of policies about an account, in its document. */
export type Judged = Pick<AccountDocument, "policies" | "waivers">;

/** What is denied and not waived. */
export const deniedBy = (judged: Judged): readonly ReviewedByPolicy[] => unwaived(judged, "deny");

/** What a reviewer has to agree to, and no waiver matches. */
export const neededBy = (judged: Judged): readonly ReviewedByPolicy[] => unwaived(judged, "needs");

const unwaived = (judged: Judged, wanted: DocumentFinding["level"]) =>
  saidBy(judged).filter(({ level, waived_until: until }) => level === wanted && until === undefined);

/** The findings of policies, each with the waiver that matches it. */
export const saidBy = ({ policies = [], waivers = [] }: Judged): readonly ReviewedByPolicy[] =>
  policies.map(({ waiver: at, ...finding }) => {
    const waiver = at === undefined ? undefined : waivers[at];
    return waiver === undefined ? finding : { ...finding, waiver };
  });

/** The waivers that match any of these, each once. */
export const usedWaivers = (findings: readonly ReviewedByPolicy[]): DocumentWaiver[] => [
  ...new Set(findings.flatMap(({ waiver }) => waiver ?? [])),
];

const sideOf = (name: string | undefined): string => (name === undefined ? "none" : quoted(name));

/** What a finding is about: a name in quotes, or a path; of repositories that move, both configurations. */
export function placeOf({ kind, id, name, from, path }: DocumentFinding["at"]): string {
  const called = name ?? id;
  if (from !== undefined) return `${sideOf(from?.name ?? from?.id)} -> ${sideOf(called)}`;
  if (kind === "line") return visible(path ?? "");
  if (kind === "repository") return quoted(called ?? "");
  if (kind !== "triage") return `configuration ${quoted(called ?? "")}`;
  return `finding ${label(path ?? "")}${called === undefined ? "" : ` of ${quoted(called)}`}`;
}
