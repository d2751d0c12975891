import { quoted } from "../diagnostics/foreign-text";
import { count, repositories } from "../diagnostics/count";

interface NameChange {
  readonly kind: "analyzers" | "policies" | "repositories";
  readonly name: string;
}

const nouns = { analyzers: "analyzer", policies: "policy", repositories: "repository" } as const;

/** How many names are shown of each sign. */
const most = 20;

/** `+ repository "web"`: what came, then what went. */
export function nameChangeLines(added: readonly NameChange[], removed: readonly NameChange[]): readonly string[] {
  return [...signed("+", added), ...signed("-", removed)];
}

const signed = (sign: string, changes: readonly NameChange[]): readonly string[] => [
  ...changes.slice(0, most).map(({ kind, name }) => `  ${sign} ${nouns[kind]} ${quoted(name)}`),
  ...(changes.length > most ? [`  ${sign} and ${count(changes.length - most, "more name")}`] : []),
];

/** `3 analyzers, 1 policy and 4 repositories`. */
export const nameCounts = (analyzers: number, policies: number, all: number): string =>
  `${count(analyzers, "analyzer")}, ${count(policies, "policy", "policies")} and ${repositories(all)}`;
