import type { LeafChange } from "../../model/compare-settings";
import { canonical, canonicalJson, fingerprint } from "../../model/fingerprint";
import type { Repository } from "../../model/entities";
import { groupBy } from "../../model/group-by";
import { leavesOf } from "../../model/leaves";
import { distinctions, type Named } from "../../model/namesakes";
import { settingsFields } from "../../model/settings";
import { enumerated } from "../../model/suggest";
import type { PlanAccount, PlannedChanges } from "./change";
import type { Effect } from "./effects";
import { pendingTriages, type TriageChange } from "./triages";

/** The parts of a plan that a reviewer decides on. */
export interface Decided extends Pick<PlannedChanges, "configurations" | "deletions" | "moves"> {
  readonly account: PlanAccount;
  readonly effects: readonly Effect[];
  readonly triages: readonly TriageChange[];
}

/** One decision of a plan. */
interface Decision {
  /** The object that it is about: a configuration with its id. */
  readonly about: Named & { readonly kind: "configuration" | "repository" | "finding"; readonly name: string };
  /** What is decided: equal texts for equal decisions. */
  readonly what: string;
  /** The same for people, part by part: only two plans that differ need it. */
  readonly parts: (textOf: SideText) => readonly string[];
  /** The configurations that the parts name. */
  readonly sides?: readonly (Named | null)[];
}

/** What a configuration is called; `none` for none. */
type SideText = (side: Named | null) => string;

/** The decisions of a plan, each once, by what it is about. */
export type Decisions = ReadonlyMap<string, Decision>;

/**
 * All that a reviewer decides on (decision 6): what changes from what to what, the moves, the effects on repositories,
 * deletions and triages. Files, line numbers, rule numbers, what merely goes along in a request, and other declarations
 * are excluded, and the order of lists does not count, except of patterns of which one may turn the others around.
 */
export function decisionsOf({ configurations, deletions, moves, effects, triages }: Decided): Decisions {
  const decisions = new Map<string, Decision>();
  const decide = (key: string, decision: Decision): void => void decisions.set(key, decision);
  for (const { address, action, live, declared, changes, after } of configurations) {
    if (action === "no-op") continue;
    const about = { kind: "configuration", id: live?.id, name: declared.name } as const;
    const name = { before: live?.name ?? null, after: declared.name };
    const renamed = () => (action === "adopt" ? `${shown(live?.name)} becomes ${shown(declared.name)}` : action);
    // an entry without a field is in no change of a new configuration
    const made = action === "create" ? { made: canonical(settingsFields, after) } : {};
    const what = canonicalJson({ action, id: live?.id ?? null, name, ...made });
    decide(`configuration ${address}`, { about, what, parts: () => [renamed()] });
    for (const each of changes)
      decide(`leaf ${address} ${each.path}`, {
        about,
        what: leafText(each),
        parts: () => [changeText(each)],
      });
  }
  for (const { repository, from, fromName, to, toName } of moves) {
    const about = repositoryOf(repository);
    const what = canonicalJson({ from: from ?? null, to });
    const sides = [from === undefined ? null : { id: from, name: fromName }, { ...to, name: toName }] as const;
    decide(`move ${repository.id}`, { about, what, sides, parts: (textOf) => [sides.map(textOf).join(" -> ")] });
  }
  for (const { repositories, ...effect } of effects) {
    const { from, to, changes } = effect;
    const what = fingerprint(effectText(effect));
    const sides = [from, to];
    const parts = (textOf: SideText) => [
      `${effect.class} with ${sides.map(textOf).join(" -> ")}`,
      ...changes.map((each) => `${changeText(each)} (${each.verdict})`),
    ];
    for (const { repository } of repositories) {
      const about = repositoryOf(repository);
      decide(`effect ${repository.id}`, { about, what: `${what} ${repository.name ?? ""}`, sides, parts });
    }
  }
  for (const { live } of deletions) {
    const about = { kind: "configuration", id: live.id, name: live.name ?? live.id } as const;
    const what = canonical(settingsFields, live.settings);
    const parts = () => [
      `delete ${shown(live.name)}`,
      ...[...leavesOf(live.settings)].flatMap(([path, { exists, value }]) =>
        exists === undefined ? [`with ${path} ${shown(value)}`] : [],
      ),
    ];
    decide(`deletion ${live.id}`, { about, what: `${live.name ?? ""}\n${what}`, parts });
  }
  for (const { declared, before, after } of pendingTriages(triages)) {
    const about = { kind: "finding", name: declared.findingId } as const;
    const what = canonicalJson({ declared, before, after });
    const until = declared.expires === undefined ? "" : ` until ${declared.expires}`;
    const parts = () => [`${before ?? "none"} -> ${after ?? "none"}${until}`];
    decide(`triage ${declared.findingId}`, { about, what, parts });
  }
  return decisions;
}

/** The fingerprint that a reviewer approves, 64 hexadecimal digits: SHA-256 of the account and of all decisions. */
export function digestOf(plan: Decided): string {
  const { account } = plan;
  const decisions = Array.from(decisionsOf(plan), ([key, { what }]) => `${key}\n${what}`).sort();
  return fingerprint(JSON.stringify([account.id, account.baseUrl ?? null, ...decisions]));
}

/** How two plans of one account decide differently, in words: objects that differ alike in one line. */
export function decidedDifferently(reviewed: Decisions, fresh: Decisions): readonly string[] {
  const differing = [...new Set([...reviewed.keys(), ...fresh.keys()])].flatMap((key) => {
    const [before, now] = [reviewed.get(key), fresh.get(key)];
    const about = (now ?? before)?.about;
    return about === undefined || before?.what === now?.what ? [] : [{ about, before, now }];
  });
  const distinction = distinctions(differing.flatMap(({ about, before, now }) => namedBy(about, before, now)));
  const textOf: SideText = (side) => (side === null ? "none" : `${side.name ?? side.id ?? "new"}${distinction(side)}`);
  const nameOf = (about: Decision["about"]): string =>
    JSON.stringify(about.name) + (about.kind === "configuration" ? distinction(about) : "");
  const said = differing.map(({ about, before, now }) => ({
    kind: about.kind,
    name: nameOf(about),
    words: differenceOf(before?.parts(textOf) ?? [], now?.parts(textOf) ?? []),
  }));
  return [...groupBy(said, ({ kind, words }) => `${kind} ${words}`).values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined) return [];
    const kind = all.length === 1 ? first.kind : plurals[first.kind];
    const names = [...new Set(all.map(({ name }) => name))];
    return [`${kind} ${enumerated(names, (name) => name, 5)}: ${first.words}`];
  });
}

/** The configurations that the text of a difference names. */
const namedBy = (about: Decision["about"], ...of: readonly (Decision | undefined)[]): readonly (Named | null)[] => [
  ...(about.kind === "configuration" ? [about] : []),
  ...of.flatMap((each) => each?.sides ?? []),
];

const plurals = { configuration: "configurations", repository: "repositories", finding: "findings" } as const;

function differenceOf(before: readonly string[], now: readonly string[]): string {
  const [was, is] = [before.filter((each) => !now.includes(each)), now.filter((each) => !before.includes(each))];
  return was.length + is.length === 0
    ? "described in other words than reviewed, or by another name"
    : `reviewed ${was.join(", ") || "nothing of it"}, now ${is.join(", ") || "nothing of it"}`;
}

/** Canonical JSON, written out: a large plan has many leaves. */
const leafText = ({ path, before, after, verdict }: LeafChange): string =>
  `{"after":${canonicalJson(after)},"before":${canonicalJson(before)},"path":${JSON.stringify(path)},"verdict":"${verdict}"}`;

const effectText = ({ changes, class: kind, from, mixed, to }: Omit<Effect, "repositories">): string =>
  `{"changes":[${changes.map(leafText).sort().join(",")}],"class":"${kind}",` +
  `"from":${canonicalJson(from)},"mixed":${String(mixed)},"to":${canonicalJson(to)}}`;

const changeText = ({ path, before, after }: LeafChange): string => `${path} ${shown(before)} -> ${shown(after)}`;
const shown = (value: unknown): string => (value === undefined ? "not set" : JSON.stringify(value));
const repositoryOf = ({ id, name = id }: Repository): Decision["about"] => ({ kind: "repository", name });
