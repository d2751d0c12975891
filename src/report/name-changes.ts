import { quoted } from "../diagnostics/foreign-text";
import { shownCount } from "../diagnostics/enumeration";
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

function signed(sign: string, changes: readonly NameChange[]): readonly string[] {
  const shown = shownCount(changes.length, most);
  const left = changes.length - shown;
  return [
    ...changes.slice(0, shown).map(({ kind, name }) => `  ${sign} ${nouns[kind]} ${quoted(name)}`),
    ...(left > 0 ? [`  ${sign} and ${count(left, "more name")}`] : []),
  ];
}

/** `3 analyzers, 1 policy and 4 repositories`. */
export const nameCounts = (analyzers: number, policies: number, all: number): string =>
  `${count(analyzers, "analyzer")}, ${count(policies, "policy", "policies")} and ${repositories(all)}`;
