/**
 * What can be wrong with something declared, in each way in: the constructs, the CLI, the provider, the library. The
 * key is the code. The sentence continues after the place of the value, or after `It`; the advice follows it. Advice
 * that helps in one language only comes last and names the language.
 */
interface Phrase {
  readonly title: string;
  readonly sentence: (...facts: never) => string;
  readonly advice?: (...facts: never) => string;
}

const isOutside = (found: string, wanted: string): string => `is ${found}, and must be ${wanted}`;
const isEmpty = (): string => "is empty";
const asItIs = (advice: string): string => advice;

export const phrasebook = {
  // a value by itself
  "value-kind": { title: "Wrong type", sentence: isOutside },
  "value-unknown": {
    title: "Not one of the values",
    sentence: (found: string, known: readonly string[]) => `is ${found}, which is none of ${known.join(", ")}`,
    advice: (_found: string, _known: readonly string[], meant: string) => meant,
  },
  "category-unknown": {
    title: "Unknown category",
    sentence: (found: string, known: readonly string[]) => `is ${found}, which is none of ${known.join(", ")}`,
    advice: (_found: string, _known: readonly string[], meant: string) => meant,
  },
  "not-an-integer": { title: "Not a whole number", sentence: isOutside },
  "out-of-range": { title: "A number out of range", sentence: isOutside },
  "id-invalid": {
    title: "Not an id",
    sentence: (found: string) => `is ${found}, which is not a UUID`,
    advice: (_found: string, advice: string) => advice,
  },
  "date-invalid": {
    title: "Not a date",
    sentence: (found: string) =>
      `is ${found}, which is neither a date such as 2026-01-31 nor an RFC 3339 date-time such as 2026-01-31T12:00:00Z`,
  },
  "duration-invalid": {
    title: "Not a duration",
    sentence: (found: string) => `is ${found}, which is not a duration of at most 24h, such as "90s", "5m" or "1h30m"`,
  },
  "pattern-invalid": {
    title: "The pattern is not valid",
    sentence: (found: string, why: string) => `is ${found}, and ${why}`,
    advice: () => "Write two for a backslash itself.",
  },
  "pattern-wildcards": {
    title: "The pattern has the wildcards of file patterns",
    sentence: (found: string) => `is ${found}, in which * and ? are literal`,
    advice: (_found: string, instead: string) =>
      `Write ${instead}, or a backslash before each * and ? of a name that has them.`,
  },
  "value-missing": { title: "A value is missing", sentence: () => "is missing", advice: asItIs },
  "value-null": {
    title: "The value is null",
    sentence: () => "is null",
    advice: () => "Leave it out, or give it a value.",
  },
  "item-null": { title: "An item is null", sentence: () => "has an item that is null", advice: () => "Remove it." },
  "entry-null": {
    title: "An entry is null",
    sentence: () => "is null",
    advice: () => "Write {} for an entry without settings, or remove it.",
  },
  "key-empty": {
    title: "A key is empty",
    sentence: () => "has an entry whose key is empty",
    advice: () => "Give the entry its name.",
  },
  "attribute-unknown": { title: "Unknown attribute", sentence: () => "cannot be set here", advice: asItIs },
  "expression-misplaced": {
    title: "The expression cannot be used here",
    sentence: (what: string) => what,
    advice: (_what: string, instead: string) => instead,
  },
  "declaration-invalid": {
    title: "The declaration is not valid",
    sentence: (what: string) => what,
    advice: (_what: string, instead: string) => instead,
  },
  // a configuration
  "name-empty": {
    title: "The name is empty",
    sentence: isEmpty,
    advice: asItIs,
  },
  "name-padded": {
    title: "The name has blanks around it",
    sentence: (name: string) => `is ${name}, with blanks around it`,
    advice: (_name: string, trimmed: string, former: string) =>
      `Write ${trimmed}. Where that is to rename a live configuration, add the name with the blanks to its ${former}.`,
  },
  "renamed-from-itself": {
    title: "A former name equals the current one",
    sentence: (name: string) => `has ${name}, which is the name itself`,
    advice: () => "Remove it.",
  },
  "entry-repeated": {
    title: "Named twice",
    sentence: (which: string) => `has ${which} twice`,
    advice: () => "Put all of its settings into one entry.",
  },
  // a rule
  "rule-contradictory": {
    title: "A rule assigns and leaves",
    sentence: () => "both assigns a configuration and leaves the repositories as they are",
    advice: () => "Keep one of them.",
  },
  "rule-without-action": {
    title: "A rule neither assigns nor leaves",
    sentence: () => "neither assigns a configuration nor leaves the repositories as they are",
    advice: (target: string) => `Give it ${target}, or set leave to true.`,
  },
  "rule-selects-nothing": {
    title: "A rule that selects nothing",
    sentence: () => "selects no repository",
    advice: (names: string, ids: string, pattern: string) =>
      `Give it ${names}, ${ids} or ${pattern}; the pattern "%" is every repository.`,
  },
  "repository-missing": { title: "No repository", sentence: isEmpty, advice: asItIs },
  // a triage
  "finding-missing": { title: "No finding", sentence: isEmpty, advice: asItIs },
  "finding-claimed-twice": {
    title: "Two triages of one finding",
    sentence: (finding: string) => `is ${finding}, which another triage decides about`,
    advice: (_finding: string, other: string) =>
      other === "" ? "Remove one of them." : `Remove it here, or ${other}.`,
  },
  "justification-missing": { title: "No justification", sentence: isEmpty, advice: asItIs },
  // an app
  "framework-mismatch": {
    title: "Made with the other framework",
    sentence: (ours: string, stack: string, theirs: string) =>
      `is imported from "scanform/${ours}", but its stack ${stack} is made with ${theirs}: import from "scanform/${theirs}" instead`,
  },
  "framework-missing": {
    title: "The framework is not installed",
    sentence: (missing: readonly string[], other: string | undefined, install: string) => {
      const instead =
        other === undefined ? "" : `import from "scanform/${other}" instead, since ${other} is installed, or `;
      const are = missing.length === 1 ? "is" : "are";
      return `needs ${missing.join(" and ")}, which ${are} not installed: ${instead}run ${install}`;
    },
  },
  "stack-missing": {
    title: "A construct outside a stack",
    sentence: () => "is in no stack: give it a TerraformStack, or a construct in one, as its scope",
  },
  // a provider block
  "scope-contradictory": {
    title: "The scope has both names and all",
    sentence: () => "has names, which limits the scope, and all, which takes every configuration of the account",
    advice: () => "Keep one of them.",
  },
  "account-declared-twice": {
    title: "Two provider blocks of one account",
    sentence: (account: string) => `is ${account}, which another provider block names`,
    advice: (_account: string, other: string) => `Keep one of them: this, or ${other}.`,
  },
  "provider-not-chosen": {
    title: "No provider is chosen",
    sentence: () => "is missing, and each provider block has an alias",
    advice: (aliases: string) => `Give it the provider of one of them: ${aliases}.`,
  },
  // a lookup
  "lookup-empty": { title: "Nothing to look it up by", sentence: isEmpty, advice: asItIs },
  "lookup-ambiguous": {
    title: "Given both ways",
    sentence: (key: string) => `has both an id and a ${key}`,
    advice: () => "Keep one: the other is then read.",
  },
} as const satisfies Readonly<Record<string, Phrase>>;

export type ProblemKind = keyof typeof phrasebook;

/** What the sentence and the advice of a kind are made from. */
export type Facts<K extends ProblemKind> = (typeof phrasebook)[K] extends { advice: (...facts: infer A) => string }
  ? A extends readonly []
    ? Parameters<(typeof phrasebook)[K]["sentence"]>
    : A
  : Parameters<(typeof phrasebook)[K]["sentence"]>;
