import { type Diagnostic, error, warning } from "../../diagnostics/diagnostic";
import { locationAt, type Locations } from "../../diagnostics/locations";
import type { DesiredTriage } from "../../model/desired";
import type { Observed, ObservedTriages } from "../../model/observed";
import type { FindingSummary, TriageCategory } from "../../model/findings";
import { groupBy } from "../../model/group-by";
import type { Address, RepositoryId } from "../../model/ids";
import { diagnosticOf, problem } from "../../model/problem";
import { categoryOf, expiredText, hasExpired, type TriageStatus, unclearText } from "../../model/triage";
import { caseHint } from "../../model/uuid";

/** A finding as a reviewer sees it. */
export interface ReviewedFinding extends Omit<FindingSummary, "repository"> {
  /** The id is absent where the account lists no repository, or several, of that name. */
  readonly repository?: { readonly id?: RepositoryId; readonly name: string };
}

/** What becomes of one declared triage. */
export type TriageChange = {
  readonly address: Address;
  readonly declared: DesiredTriage;
  /** The category that the service holds, which may be one that the specification does not name; null for none. */
  readonly before: string | null;
  /** Where it is declared, such as `main.ts:31:5`, if that is known. */
  readonly location?: string;
  /** The finding; absent where no list has it, and for one whose triage stays as it is. */
  readonly finding?: ReviewedFinding;
} & (
  | { readonly action: "set"; readonly after: TriageCategory }
  | { readonly action: "remove"; readonly after: null }
  | { readonly action: "no-op"; readonly after: string | null }
);

/** A triage that a request sets or removes. */
export type PendingTriage = Exclude<TriageChange, { readonly action: "no-op" }>;

export const pendingTriages = (all: readonly TriageChange[]): readonly PendingTriage[] =>
  all.filter((each): each is PendingTriage => each.action !== "no-op");

/** The triages, those that change with their findings, as far as the list of all findings was read and has them. */
export function withFindings(
  all: readonly TriageChange[],
  { repositories, triages: observed }: Pick<Observed, "repositories" | "triages">,
): readonly TriageChange[] {
  if (observed?.listed === undefined) return all;
  const { listed } = observed;
  const named = groupBy(repositories, ({ name }) => name);
  const reviewed = ({ repository: name, ...finding }: FindingSummary): ReviewedFinding => {
    if (name === undefined) return finding;
    const [only, ...others] = named.get(name) ?? [];
    return { ...finding, repository: only === undefined || others.length > 0 ? { name } : { id: only.id, name } };
  };
  return all.map((each) => {
    const finding = each.action === "no-op" ? undefined : listed.get(each.declared.findingId.toLowerCase());
    return finding === undefined ? each : { ...each, finding: reviewed(finding) };
  });
}

/** Triages with the places where they are declared. */
export const withPlaces = (triages: readonly TriageChange[], locations: Locations): readonly TriageChange[] =>
  triages.map((each) => {
    const location = locationAt(locations, each.address);
    return location === undefined ? each : { ...each, location };
  });

interface Compared {
  readonly change?: TriageChange;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compares the declared triages with those that the service holds (decision 23).
 *
 * | the service holds      | while it is valid   | once it has expired              |
 * |------------------------|---------------------|----------------------------------|
 * | the declared category  | nothing             | remove                           |
 * | another one, or none   | set                 | nothing: somebody else's decision |
 * | what cannot be read    | error               | nothing                          |
 * | no such finding        | error               | nothing                          |
 */
export function triagesOf(
  desired: readonly DesiredTriage[] = [],
  { at, found }: ObservedTriages = { at: 0, found: new Map() },
): { readonly triages: readonly TriageChange[]; readonly diagnostics: readonly Diagnostic[] } {
  const compared = desired.map((each): Compared => {
    const status = found.get(each.findingId.toLowerCase());
    return hasExpired(each.expires, at) ? expired(each, status) : active(each, status);
  });
  return {
    triages: compared.flatMap(({ change }) => change ?? []),
    diagnostics: [...claimedTwice(desired), ...compared.flatMap(({ diagnostics }) => diagnostics)],
  };
}

function active(declared: DesiredTriage, status: TriageStatus | undefined): Compared {
  const { address, category, findingId } = declared;
  const place = { address, path: "finding_id" };
  if (status === undefined) {
    const detail = `The service has no triage of a finding with the id ${JSON.stringify(findingId)}, and the list of all findings of the last 365 days lacks it.${caseHint(findingId)}`;
    return { diagnostics: [error("finding-unknown", detail, place)] };
  }
  if (status.is === "unclear") {
    const detail = `${unclearText(findingId)} Apply it with the Terraform provider, whose state remembers what was set.`;
    return { diagnostics: [error("triage-unreadable", detail, place)] };
  }
  const before = categoryOf(status);
  const common = { address, declared, before };
  if (before === category) return { change: { ...common, action: "no-op", after: before }, diagnostics: [] };
  return {
    change:
      category === null ? { ...common, action: "remove", after: null } : { ...common, action: "set", after: category },
    diagnostics: [],
  };
}

function expired(declared: DesiredTriage, status: TriageStatus | undefined): Compared {
  const { address, category, expires = "" } = declared;
  const before = categoryOf(status);
  const isOurs = before !== null && before === category;
  return {
    change: isOurs
      ? { address, declared, before, action: "remove", after: null }
      : { address, declared, before, action: "no-op", after: before },
    diagnostics: [
      warning("triage-expired", expiredText(expires, outcomeOf(isOurs, status)), { address, path: "expires" }),
    ],
  };
}

function outcomeOf(isOurs: boolean, status: TriageStatus | undefined): string {
  if (isOurs) return "An apply removes it from the service";
  if (status?.is === "unclear") return "The finding's triage cannot be read, and stays as it is";
  return status?.is === "set" ? `The service holds ${status.category}, which stays` : "It is not set";
}

/** The id of a finding is the same in upper and lower case. */
function claimedTwice(desired: readonly DesiredTriage[]): readonly Diagnostic[] {
  const first = new Map<string, Address>();
  return desired.flatMap(({ address, findingId }) => {
    const other = first.get(findingId.toLowerCase());
    if (other === undefined) first.set(findingId.toLowerCase(), address);
    if (other === undefined) return [];
    const found = problem("finding-claimed-twice", ["finding_id"], JSON.stringify(findingId), other);
    return [diagnosticOf(found, { address, path: "finding_id" })];
  });
}
