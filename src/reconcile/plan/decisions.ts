import type { LeafChange } from "../../model/compare-settings";
import { canonicalJson, fingerprint } from "../../model/fingerprint";
import type { Repository } from "../../model/entities";
import { groupBy } from "../../model/group-by";
import { listed } from "../../model/suggest";
import type { PlanAccount, PlannedChanges } from "./change";
import type { Effect, Side } from "./effects";
import { pendingTriages, type TriageChange } from "./triages";

/** The parts of a plan that a reviewer decides on. */
export interface Decided extends Pick<PlannedChanges, "configurations" | "deletions" | "moves"> {
  readonly account: PlanAccount;
  readonly effects: readonly Effect[];
  readonly triages: readonly TriageChange[];
}

/** One decision of a plan. */
interface Decision {
  /** The kind of object that it is about, and its name. */
  readonly about: readonly [kind: "configuration" | "repository" | "finding", name: string];
  /** What is decided: equal texts for equal decisions. */
  readonly what: string;
  /** The same for people, part by part: only two plans that differ need it. */
  readonly parts: () => readonly string[];
}

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
  for (const { address, action, live, declared, changes } of configurations) {
    if (action === "no-op") continue;
    const about = ["configuration", declared.name] as const;
    const name = { before: live?.name ?? null, after: declared.name };
    const renamed = () => (action === "adopt" ? `${shown(live?.name)} becomes ${shown(declared.name)}` : action);
    const what = canonicalJson({ action, id: live?.id ?? null, name });
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
    decide(`move ${repository.id}`, { about, what, parts: () => [`${fromName ?? "none"} -> ${toName}`] });
  }
  for (const { repositories, ...effect } of effects) {
    const { from, to, changes } = effect;
    const what = fingerprint(effectText(effect));
    const parts = () => [
      `${effect.class} with ${sideText(from)} -> ${sideText(to)}`,
      ...changes.map((each) => `${changeText(each)} (${each.verdict})`),
    ];
    for (const { repository } of repositories) {
      const about = repositoryOf(repository);
      decide(`effect ${repository.id}`, { about, what: `${what} ${repository.name ?? ""}`, parts });
    }
  }
  for (const { live } of deletions) {
    const about = ["configuration", live.name ?? live.id] as const;
    decide(`deletion ${live.id}`, { about, what: "", parts: () => ["delete"] });
  }
  for (const { declared, before, after } of pendingTriages(triages)) {
    const about = ["finding", declared.findingId] as const;
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
    if (about === undefined || before?.what === now?.what) return [];
    const [kind, name] = about;
    return [{ kind, name, words: differenceOf(before?.parts() ?? [], now?.parts() ?? []) }];
  });
  return [...groupBy(differing, ({ kind, words }) => `${kind} ${words}`).values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined) return [];
    const kind = all.length === 1 ? first.kind : plurals[first.kind];
    return [`${kind} ${listed([...new Set(all.map(({ name }) => name))], 5)}: ${first.words}`];
  });
}

const plurals = { configuration: "configurations", repository: "repositories", finding: "findings" } as const;

function differenceOf(before: readonly string[], now: readonly string[]): string {
  const [was, is] = [before.filter((each) => !now.includes(each)), now.filter((each) => !before.includes(each))];
  return was.length + is.length === 0
    ? "described in other words than reviewed, or by another name"
    : `reviewed ${was.join(", ") || "nothing of it"}, now ${is.join(", ") || "nothing of it"}`;
}

/** Canonical JSON, written out: a large plan has many leaves. */
const leafText = ({ path, words, before, after, verdict }: LeafChange): string =>
  `{"after":${canonicalJson(after)},"before":${canonicalJson(before)},"path":${JSON.stringify(path)},` +
  `"verdict":"${verdict}","words":${canonicalJson(words)}}`;

const effectText = ({ changes, class: kind, from, mixed, to }: Omit<Effect, "repositories">): string =>
  `{"changes":[${changes.map(leafText).sort().join(",")}],"class":"${kind}",` +
  `"from":${canonicalJson(from)},"mixed":${String(mixed)},"to":${canonicalJson(to)}}`;

const changeText = ({ path, before, after }: LeafChange): string => `${path} ${shown(before)} -> ${shown(after)}`;
const shown = (value: unknown): string => (value === undefined ? "not set" : JSON.stringify(value));
const sideText = (side: Side | null): string => (side === null ? "none" : (side.name ?? side.id ?? "new"));
const repositoryOf = ({ id, name = id }: Repository): Decision["about"] => ["repository", name];
