import type { z } from "zod";
import type { PlanAccount } from "../../reconcile/plan/change";
import type { Diagnostic } from "../../diagnostics/diagnostic";
import type {
  AccountExplanation,
  ConfigurationExplanation,
  RepositoryExplanation,
} from "../../reconcile/explain/explain";
import type { LostRule, MatchingRule } from "../../reconcile/explain/matching";
import type { Held } from "../../reconcile/plan/effects";
import { ruleText } from "../../reconcile/plan/change";
import type { Labels, NamedSide } from "../configuration-labels";
import { documentText } from "../document";
import { namedDocument, sideDocument } from "../document-entries";
import type { explainedAccountsShape, explainedConfigurationShape, explainedRepositoryShape } from "../printed-shapes";
import type { PolicyTitles } from "../../model/leaf-sentence";

/** What is needed to show an explanation, whatever it is of. */
interface Explained {
  readonly account: PlanAccount;
  /** Where the construct of an address, or one of its rules, is made: `main.ts:31:5`. */
  readonly locationOf: (address: string, rule?: number) => string | undefined;
  /** The configuration that a rule assigns; undefined for a rule that leaves. */
  readonly targetOf: (rule: TargetedRule) => NamedSide | undefined;
  readonly labelOf: Labels;
}

type TargetedRule = RepositoryExplanation["lost"][number]["declared"];

export interface ExplainedRepository extends Explained, RepositoryExplanation {
  /** It is in the account. */
  readonly exists: boolean;
  /** The hint about a name that is not in the account, such as the nearest names; else "". */
  readonly hint: string;
  readonly titles: PolicyTitles;
}

export interface ExplainedConfiguration extends Explained, ConfigurationExplanation {
  readonly titles: PolicyTitles;
}

export interface ExplainedAccount extends Explained, AccountExplanation {}

type Places = Pick<ExplainedRepository, "locationOf" | "targetOf">;

const sideOf = (standing: Held | null) =>
  standing && { ...namedDocument(standing), settings: (standing.settings ?? {}) as Readonly<Record<string, unknown>> };

const lostOf = (lost: LostRule, places: Places) => ({
  rule: ruleText(lost),
  address: lost.assignments as string,
  location: locationIn(lost, places),
  configuration: places.targetOf(lost.declared)?.name ?? null,
  why: lost.why,
});

const locationIn = (
  rule: Pick<MatchingRule, "assignments" | "rule"> | undefined,
  { locationOf }: Places,
): string | null => (rule === undefined ? undefined : locationOf(rule.assignments, rule.rule)) ?? null;

/** `scanform explain REPOSITORY --json`; a repository that does not exist yet has no id. */
export function repositoryJson(explained: ExplainedRepository, diagnostics: readonly Diagnostic[]): string {
  const { account, repository, exists, rule, lost, before, after, class: kind } = explained;
  return documentText<z.infer<typeof explainedRepositoryShape>>({
    account_id: account.id,
    repository: { id: exists ? repository.id : null, name: repository.name ?? null },
    rule: rule === undefined ? null : ruleText(rule),
    location: locationIn(rule, explained),
    lost: lost.map((each) => lostOf(each, explained)),
    before: sideOf(before),
    after: sideOf(after),
    class: kind,
    diagnostics: [...diagnostics],
  });
}

/** `scanform explain configuration NAME --json` */
export function configurationJson(explained: ExplainedConfiguration, diagnostics: readonly Diagnostic[]): string {
  const { account, before, after, rules, repositories, class: kind, locationOf } = explained;
  const held = after ?? before ?? {};
  return documentText<z.infer<typeof explainedConfigurationShape>>({
    account_id: account.id,
    configuration: namedDocument(held),
    location: (held.address === undefined ? undefined : locationOf(held.address)) ?? null,
    rules: rules.map((each) => countedRule(each, explained)),
    repositories,
    before: sideOf(before),
    after: sideOf(after),
    class: kind,
    diagnostics: [...diagnostics],
  });
}

/** `scanform explain --all --json` */
export const accountsJson = (all: readonly ExplainedAccount[], diagnostics: readonly Diagnostic[]): string =>
  documentText<z.infer<typeof explainedAccountsShape>>({
    accounts: all.map((explained) => ({
      account_id: explained.account.id,
      repositories: explained.repositories.map(({ repository, route, after, class: kind }) => ({
        id: repository.id,
        name: repository.name ?? null,
        rule: route === undefined ? null : ruleText(route),
        address: route?.assignments ?? null,
        location: locationIn(route, explained),
        after: sideDocument(after),
        class: kind,
      })),
      rules: explained.rules.map((each) => countedRule(each, explained)),
    })),
    diagnostics: [...diagnostics],
  });

function countedRule(each: ExplainedAccount["rules"][number], places: Places) {
  const { assignments, rule, declared, decides } = each;
  const { repositoryIds = [], repositoryNames = [], repositoryPattern = null } = declared;
  return {
    rule: rule + 1,
    address: assignments as string,
    location: locationIn(each, places),
    repository_ids: [...repositoryIds] as string[],
    repository_names: [...repositoryNames],
    repository_pattern: repositoryPattern,
    configuration: places.targetOf(declared)?.name ?? null,
    decides,
  };
}
