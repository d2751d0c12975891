import { enumeration } from "../../diagnostics/enumeration";
import { createHash } from "node:crypto";
import type { LeafChange } from "../../model/compare-settings";
import { canonical, canonicalJson, compareText, fingerprint } from "../../model/fingerprint";
import type { Repository } from "../../model/observed";
import { groupBy } from "../../model/group-by";
import { saysValues, wordsOf } from "../../model/leaf-sentence";
import { leavesOf } from "../../model/leaves";
import { distinctions, type Named } from "../../model/namesakes";
import { settingsFields } from "../../model/settings";
import { valueText } from "../../model/value-kind";
import type { ConfigurationChange, Deletion, Move, PlanAccount, PlannedChanges } from "./change";
import type { Effect } from "./effects";
import { type PendingTriage, pendingTriages, type ReviewedFinding, type TriageChange } from "./triages";

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

export const decisionsOf = (plan: Decided): Decisions =>
  new Map(decidedIn(plan).flatMap(({ decisions }) => decisions()));

/** A decision, by what it is about. */
type Entry = readonly [string, Decision];

/** Decisions about one object, or alike for several, which the digest covers by one text: JSON values. */
interface Together {
  readonly key: string;
  readonly text: () => string;
  readonly decisions: () => readonly Entry[];
}

/**
 * All that a reviewer decides on (decision 6): what changes from what to what, the moves, the effects on repositories,
 * deletions and triages. Files, line numbers, rule numbers, what merely goes along in a request, and other declarations
 * are excluded, and the order of lists does not count, except of patterns of which one may turn the others around.
 */
const decidedIn = ({ configurations, deletions, effects, moves, triages }: Decided): readonly Together[] =>
  [
    ...configurations.filter(({ action }) => action !== "no-op").map(configurationDecided),
    ...deletions.map(deletionEntry).map(alone),
    ...effects.map(effectDecided),
    ...Array.from(groupBy(moves, moveText), ([what, group]) => movesDecided(what, group)),
    ...pendingTriages(triages).map(triageEntry).map(alone),
  ].sort((one, other) => compareText(one.key, other.key));

const alone = ([key, decision]: Entry): Together => ({
  key,
  text: () => decision.what,
  decisions: () => [[key, decision]],
});

function configurationDecided(configuration: ConfigurationChange): Together {
  const { address, action, live, declared, changes, after } = configuration;
  const name = { before: live?.name ?? null, after: declared.name };
  // an entry without a field is in no change of a new configuration
  const made = action === "create" ? canonical(settingsFields, after) : "";
  // also removes what the service fills in
  const exclusive = declared.exclusiveAnalyzers === true;
  const what = canonicalJson({ action, id: live?.id ?? null, name, exclusive }) + made;
  const about = { kind: "configuration", id: live?.id, name: declared.name } as const;
  const parts = () => [action === "adopt" ? `${valueText(live?.name)} becomes ${valueText(declared.name)}` : action];
  const key = `configuration ${address}`;
  const leafEntry = (each: LeafChange): Entry => [
    `leaf ${address} ${each.path}`,
    { about, what: leavesText([each]), parts: () => [changeText(each)] },
  ];
  return {
    key,
    text: () => what + leavesText(changes),
    decisions: () => [[key, { about, what, parts }], ...changes.map(leafEntry)],
  };
}

/** The moves from one configuration, or none, to another. @param what this text is equal for all of them */
function movesDecided(what: string, moves: readonly Move[]): Together {
  const moved = moves.toSorted((one, other) => compareText(one.repository.id, other.repository.id));
  return {
    key: `move ${moved[0]?.repository.id ?? ""}`,
    text: () => what + JSON.stringify(moved.map(({ repository }) => repository.id)),
    decisions: () =>
      moved.map(({ repository, from, fromName, to, toName }) => {
        const sides = [from === undefined ? null : { id: from, name: fromName }, { ...to, name: toName }] as const;
        const parts = (textOf: SideText) => [sides.map(textOf).join(" -> ")];
        return [`move ${repository.id}`, { about: repositoryOf(repository), what, sides, parts }];
      }),
  };
}

function effectDecided({ repositories, ...effect }: Effect): Together {
  const { from, to, changes } = effect;
  const affected = repositories.map(({ repository }) => repository).sort((one, other) => compareText(one.id, other.id));
  const sides = [from, to];
  const parts = (textOf: SideText) => [
    `${sides.map(textOf).join(" -> ")} (${effect.class})`,
    ...changes.map((each) => `${changeText(each)} (${each.verdict})`),
  ];
  return {
    key: `effect ${affected[0]?.id ?? ""}`,
    text: () => effectText(effect) + JSON.stringify(affected.map(({ id, name }) => [id, name])),
    decisions: () => {
      const what = fingerprint(effectText(effect));
      return affected.map((repository) => [
        `effect ${repository.id}`,
        { about: repositoryOf(repository), what: `${what} ${repository.name ?? ""}`, sides, parts },
      ]);
    },
  };
}

function deletionEntry({ live }: Deletion): Entry {
  const about = { kind: "configuration", id: live.id, name: live.name ?? live.id } as const;
  const what = JSON.stringify(live.name ?? "") + canonical(settingsFields, live.settings);
  const parts = () => [
    `delete ${valueText(live.name)}`,
    ...[...leavesOf(live.settings)].flatMap(([path, { exists, value }]) =>
      exists === undefined ? [`with ${path} ${valueText(value)}`] : [],
    ),
  ];
  return [`deletion ${live.id}`, { about, what, parts }];
}

/** What the finding is counts too: whoever agrees to dismiss it, and each policy, judges by that. */
function triageEntry({ declared, before, after, finding }: PendingTriage): Entry {
  const about = { kind: "finding", name: declared.findingId } as const;
  // the id of the repository depends on how far the list of repositories was read
  const of = finding === undefined ? null : { ...finding, repository: finding.repository?.name ?? null };
  const what = canonicalJson({ declared, before, after, finding: of });
  const until = declared.expires === undefined ? "" : ` until ${declared.expires}`;
  const parts = () => [
    `${before ?? "none"} -> ${after ?? "none"}${until}`,
    ...(finding === undefined ? ["not in the list of findings"] : findingParts(finding)),
  ];
  return [`triage ${declared.findingId}`, { about, what, parts }];
}

const findingParts = ({ severity, title, file, repository }: ReviewedFinding): readonly string[] => [
  severity,
  valueText(title),
  ...[file, repository?.name].flatMap((each) => (each === undefined ? [] : [`in ${valueText(each)}`])),
];

/** What allows a plan to delete more than usual. */
export interface Limits {
  readonly force?: boolean | undefined;
  readonly maxDeletes?: number | undefined;
}

/**
 * The fingerprint that a reviewer approves, 64 hexadecimal digits: SHA-256 of the account and of all decisions, as JSON;
 * where something is deleted, with the limits that allow it.
 */
export function digestOf(plan: Decided, { force = false, maxDeletes }: Limits = {}): string {
  const { account, deletions } = plan;
  const hash = createHash("sha256").update(JSON.stringify([account.id, account.baseUrl ?? null]));
  for (const { key, text } of decidedIn(plan)) hash.update(JSON.stringify(key) + text());
  if (deletions.length > 0) hash.update(JSON.stringify(["limits", force, maxDeletes ?? null]));
  return hash.digest("hex");
}

/** How two plans of one account decide differently, in words: objects that differ alike in one line. */
export function decidedDifferently(reviewed: Decisions, fresh: Decisions): readonly string[] {
  const keys = [...new Set([...reviewed.keys(), ...fresh.keys()])].sort(causesFirst);
  // an effect also says where its repository moves
  const isSaid = (effect: string): boolean => reviewed.get(effect)?.what !== fresh.get(effect)?.what;
  const differing = keys.flatMap((key) => {
    if (key.startsWith("move ") && isSaid(key.replace("move", "effect"))) return [];
    const [before, now] = [reviewed, fresh].map((all) => all.get(key) ?? all.get(key.replace(/^effect /, "move ")));
    const about = (now ?? before)?.about;
    return about === undefined || before?.what === now?.what ? [] : [{ about, before, now }];
  });
  const distinction = distinctions(differing.flatMap(({ about, before, now }) => namedBy(about, before, now)));
  const textOf: SideText = (side) => (side === null ? "none" : `${side.name ?? side.id ?? "new"}${distinction(side)}`);
  const nameOf = (about: Decision["about"], former = about.name): string =>
    JSON.stringify(about.name) +
    (about.kind === "configuration" ? distinction(about) : "") +
    (former === about.name ? "" : ` (was ${JSON.stringify(former)})`);
  const said = differing.map(({ about, before, now }) => ({
    kind: about.kind,
    name: nameOf(about, before?.about.name),
    words: differenceOf(before?.parts(textOf) ?? [], now?.parts(textOf) ?? []),
  }));
  return [...groupBy(said, ({ kind, words }) => `${kind} ${words}`).values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined) return [];
    const kind = all.length === 1 ? first.kind : plurals[first.kind];
    const names = [...new Set(all.map(({ name }) => name))];
    return [`${kind} ${enumeration(names, 5)}: ${first.words}`];
  });
}

/** The first words of keys, as they are read: what is decided, then what follows from it. */
const reading = ["configuration", "leaf", "move", "effect", "deletion", "triage"];
const causesFirst = (one: string, other: string): number => placeOf(one) - placeOf(other);
const placeOf = (key: string): number => reading.indexOf(key.slice(0, key.indexOf(" ")));

/** The configurations that the text of a difference names. */
const namedBy = (about: Decision["about"], ...of: readonly (Decision | undefined)[]): readonly (Named | null)[] => [
  ...(about.kind === "configuration" ? [about] : []),
  ...of.flatMap((each) => each?.sides ?? []),
];

const plurals = { configuration: "configurations", repository: "repositories", finding: "findings" } as const;

function differenceOf(before: readonly string[], now: readonly string[]): string {
  const [was, is] = [before.filter((each) => !now.includes(each)), now.filter((each) => !before.includes(each))];
  if (was.length + is.length === 0) return "described in other words than reviewed, or by another name";
  if (was.length === 0) return `not in the reviewed plan, now ${is.join(", ")}`;
  return `reviewed ${was.join(", ")}, ${is.length === 0 ? "no longer planned" : `now ${is.join(", ")}`}`;
}

/** A change of a leaf as plain data: what is a list or an object is a list with its canonical text. */
const leafData = ({ path, before, after, verdict }: LeafChange): readonly unknown[] => [
  path,
  ...[before, after].map((each) => (typeof each === "object" ? [canonicalJson(each)] : (each ?? null))),
  verdict,
];

const leavesText = (changes: readonly LeafChange[]): string =>
  JSON.stringify(changes.toSorted((one, other) => compareText(one.path, other.path)).map(leafData));

const moveText = ({ from, to }: Move): string => JSON.stringify([from ?? null, to]);

const effectText = ({ changes, class: kind, from, mixed, to }: Omit<Effect, "repositories">): string =>
  leavesText(changes) + canonicalJson({ class: kind, from, mixed, to });

const changeText = (change: LeafChange): string =>
  wordsOf(change, new Map()) +
  (saysValues(change) ? "" : ` (${valueText(change.before)} -> ${valueText(change.after)})`);
const repositoryOf = ({ id, name = id }: Repository): Decision["about"] => ({ kind: "repository", name });
