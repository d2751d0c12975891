import type { z } from "zod";
import { label, quoted, visible } from "../diagnostics/foreign-text";
import type { accountShape, policyFindingShape } from "./document-shape";

/** What a policy says, as it is in a document. */
export type DocumentFinding = z.infer<typeof policyFindingShape>;

/** A waiver, as it is in a document. */
export type DocumentWaiver = Exclude<z.infer<typeof accountShape>["waivers"], undefined>[number];

/** What a policy says, with the waiver that matches it. */
export interface ReviewedByPolicy extends DocumentFinding {
  readonly waiver?: DocumentWaiver;
}

/** What policies say about an account. */
export interface PolicyReview {
  /** In the order of the policies. */
  readonly findings: readonly ReviewedByPolicy[];
}

/** What is denied and not waived. */
export const deniedBy = ({ findings }: PolicyReview): readonly ReviewedByPolicy[] => unwaived(findings, "deny");

/** What a reviewer has to agree to, and no waiver matches. */
export const neededBy = ({ findings }: PolicyReview): readonly ReviewedByPolicy[] => unwaived(findings, "needs");

const unwaived = (findings: readonly ReviewedByPolicy[], wanted: DocumentFinding["level"]) =>
  findings.filter(({ level, waived_until: until }) => level === wanted && until === undefined);

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
  if (kind !== "triage") return quoted(called ?? "");
  return `finding ${label(path ?? "")}${called === undefined ? "" : ` of ${quoted(called)}`}`;
}
