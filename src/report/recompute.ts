import { ScanformError } from "../diagnostics/error";
import { type Locations, settingKey } from "../diagnostics/locations";
import type { Desired } from "../model/desired";
import type { Observed, Repository } from "../model/observed";
import { canonicalJson } from "../model/fingerprint";
import { configurationId, repositoryId } from "../model/ids";
import { hasExpired, type TriageStatus } from "../model/triage";
import type { Plan } from "../reconcile/plan/plan";
import { withPlaces } from "../reconcile/plan/triages";
import { effectKey } from "../reconcile/plan/open-findings";
import { planFor } from "../reconcile/plan-for";
import { type AccountDocument, accountIn } from "./document";
import { accountDocument, reviewDigest } from "./make-document";

/**
 * The plan of a document, made again from what holds before it and from what is declared, or put back: nothing that the
 * document says follows from these is believed.
 *
 * @param madeAt when it was made, in milliseconds since 1970
 * @throws ScanformError where what is declared does not fit what holds
 */
export function planOf(saved: AccountDocument, madeAt: number): Plan {
  const { apply } = saved;
  const known = new Set(saved.before.repositories.map(({ id }) => repositoryId(id)));
  const plan = planFor(accountIn(saved), desiredIn(apply), observedIn(saved, madeAt), apply.options, known);
  const locations = locationsIn(saved);
  const triages = withPlaces(plan.triages, locations);
  return { ...plan, triages, policyTitles: new Map(Object.entries(saved.policy_titles)), locations };
}

/** What an apply brings about. The shape was checked when it was read. */
export const desiredIn = (apply: AccountDocument["apply"]): Desired =>
  (apply.kind === "declaration"
    ? apply.declared
    : { configurations: [], assignments: [], putBack: apply.objects }) as unknown as Desired;

/**
 * The account as it was when the plan was made. A finding whose triage does not change is triaged as declared, or put
 * back; not at all once that has expired.
 */
function observedIn({ before, triages, apply }: AccountDocument, at: number): Observed {
  const places = before.configurations.map(({ id }) => (id === null ? undefined : configurationId(id)));
  const held = (category: string | null): TriageStatus =>
    category === null ? { is: "none" } : { is: "set", category };
  const { triages: declared = [], putBack } = desiredIn(apply);
  const found = new Map([
    ...(putBack?.triages ?? []).map(
      ({ finding, before: category }) => [finding.toLowerCase(), held(category)] as const,
    ),
    ...declared.map(
      ({ findingId, category, expires }) =>
        [findingId.toLowerCase(), held(hasExpired(expires, at) ? null : category)] as const,
    ),
    ...triages.map(({ finding_id: id, before: category }) => [id.toLowerCase(), held(category)] as const),
  ]);
  return {
    configurations: before.configurations.flatMap(({ id, name, settings }) =>
      id === null || settings === null
        ? []
        : [
            {
              id: configurationId(id),
              ...(name === null ? {} : { name }),
              settings: settings,
            },
          ],
    ),
    repositories: before.repositories.map(({ id, name, configuration, enabled }): Repository => {
      const place = configuration === null ? undefined : places[configuration];
      return {
        id: repositoryId(id),
        ...(name === null ? {} : { name }),
        enabled: enabled ?? true,
        provider_repo_id: 0, // no plan looks at it
        ...(place === undefined ? {} : { configuration_id: place }),
      };
    }),
    ...(found.size === 0 ? {} : { triages: { at, found, listed: new Map(triages.flatMap(findingIn)) } }),
  };
}

/** What a triage is about, by the id of the finding, as the list of all findings says it. */
const findingIn = ({ finding_id: id, finding }: AccountDocument["triages"][number]) => {
  if (finding === null) return [];
  const { title, severity, file, repository } = finding;
  const summary = {
    ...{ title, severity },
    ...(file === null ? {} : { file }),
    ...(repository === null ? {} : { repository: repository.name }),
  };
  return [[id.toLowerCase(), summary] as const];
};

/** Where constructs were made, as far as the document says it. */
export function locationsIn({ after, changes, rules, triages }: AccountDocument): Locations {
  const places: readonly (readonly [key: string, location: string | undefined])[] = [
    ...after.configurations.map(({ address, location }) => [address ?? "", location] as const),
    ...changes.flatMap(({ address, changes: leaves }) =>
      leaves.map(({ path, location }) => [settingKey(address, path), location] as const),
    ),
    ...triages.map(({ address, location }) => [address, location] as const),
    ...rules.map(({ address, rule, location }) => [`${address}.rules[${String(rule - 1)}]`, location] as const),
  ];
  return new Map(places.flatMap(([key, location]) => (location === undefined ? [] : [[key, location]])));
}

/**
 * A fresh document of the same account, with what only the making of the first one could know: the comparison with the
 * base, which an apply does not repeat, and the open findings, unless they were counted again.
 */
export function withKept(fresh: AccountDocument, kept: AccountDocument): AccountDocument {
  const { future, future_is_cut, no_longer_declared, prolonged, base_problems } = kept;
  const counted = fresh.findings === undefined ? kept : fresh;
  const members = { future, future_is_cut, no_longer_declared, prolonged, base_problems, findings: counted.findings };
  const open = new Map(counted.effects.map((each) => [effectKey(each), each.findings]));
  return {
    ...fresh,
    ...(Object.fromEntries(
      Object.entries(members).filter(([, value]) => value !== undefined),
    ) as Partial<AccountDocument>),
    effects: fresh.effects.map((each) => {
      const own = open.get(effectKey(each));
      return own === undefined ? each : { ...each, findings: own };
    }),
    review_digest: reviewDigest(fresh.digest, kept),
  };
}

/**
 * Whether what a document says follows from what held before it, and from what is declared. What cannot be made again is
 * no part of that: places in code, counts of findings, policies, texts of messages, name and alias of the account, and what
 * needs the base.
 *
 * @param plan made by `planOf`
 */
export function isTrue(saved: AccountDocument, plan: Plan): boolean {
  const fresh = withKept(accountDocument({ ...plan, provider: saved.apply.provider }), saved);
  return canonicalJson(checkable(fresh)) === canonicalJson(checkable(saved)) && saysAll(fresh, saved);
}

/** The messages that follow are there; of others nobody knows. */
function saysAll(fresh: AccountDocument, saved: AccountDocument): boolean {
  const left = saved.diagnostics.map(kindOf);
  return fresh.diagnostics.every((each) => {
    const at = left.indexOf(kindOf(each));
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
}

/** A text may name what no document has, such as the category of a triage that has expired. */
const kindOf = ({ code, severity, address = "" }: AccountDocument["diagnostics"][number]): string =>
  JSON.stringify([code, severity, address]);

/** What is made again and compared. Lists may have any order, so what has a position is compared in place of it. */
function checkable(document: AccountDocument): object {
  const { policies: _said, waivers: _waived, diagnostics: _messages, policy_titles: _titles, ...rest } = document;
  return {
    ...rest,
    lines: rest.lines.map(({ location: _first, places: _all, ...each }) => each),
    before: withNames(rest.before, rest.rules),
    after: withNames(rest.after, rest.rules),
  };
}

function withNames({ configurations, repositories }: AccountDocument["after"], rules: AccountDocument["rules"]) {
  const called = configurations.map(({ id, address, name }) => ({ id, address, name }));
  return {
    configurations,
    repositories: repositories.map(({ configuration, rule, ...each }) => ({
      ...each,
      configuration: configuration === null ? null : called[configuration],
      rule: rule === undefined ? null : [rules[rule]?.address, rules[rule]?.rule],
    })),
  };
}

/** @throws whatever else fails */
export function planOrWhy(saved: AccountDocument, madeAt: number): Plan | string {
  try {
    return planOf(saved, madeAt);
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return thrown.diagnostics.map(({ detail }) => detail).join(" ");
  }
}
