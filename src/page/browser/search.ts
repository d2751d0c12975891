import { type Account, classes, type ClassOfRepository, type Entry, labelOf, leavesAt, nameOf } from "./model";

/** In what is searched. */
export const scopes = ["everything", "repository", "configuration", "rule", "setting"] as const;
export type Scope = (typeof scopes)[number];

/** What is looked for. */
export interface Wanted {
  readonly text: string;
  readonly scope: Scope;
  readonly class?: ClassOfRepository | undefined;
  /** An id. */
  readonly account?: string | undefined;
  readonly onlyNew?: boolean;
  readonly band?: ((each: Entry) => boolean) | undefined;
}

/** Texts of an account in lower case, by their position. */
interface Texts {
  readonly configurations: readonly string[];
  readonly rules: readonly string[];
  readonly changes: readonly string[];
}

/** A configuration that is found by its name. */
export interface FoundConfiguration {
  readonly id: string;
  readonly name: string;
  /** What it is called. */
  readonly text: string;
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Searches repositories: every word must be in one of the texts of the scope. */
export class Search {
  readonly #entries: readonly Entry[];
  readonly #names: readonly string[];
  readonly #texts = new Map<Account, Texts>();

  constructor(entries: readonly Entry[]) {
    this.#entries = entries;
    this.#names = entries.map(({ name, id }) => `${name} ${id}`.toLowerCase());
    for (const { account } of entries) if (!this.#texts.has(account)) this.#texts.set(account, textsOf(account));
  }

  /** In the order of the entries. */
  find({ text, scope, class: kind, account, onlyNew = false, band }: Wanted): readonly Entry[] {
    const words = wordsOf(text);
    const hits = words.map((word) => this.#hits(word));
    return this.#entries.filter((each, at) => {
      if (kind !== undefined && each.class !== kind) return false;
      if (account !== undefined && each.account.account_id !== account) return false;
      if ((onlyNew && !each.isNew) || band?.(each) === false) return false;
      return words.every((word, position) => {
        const hit = hits[position]?.get(each.account);
        const inName = () => this.#names[at]?.includes(word) === true;
        const inConfiguration = () => has(hit?.configurations, each.from) || has(hit?.configurations, each.to);
        const inRule = () => has(hit?.rules, each.rule) || (each.isNamed && inName());
        const inSetting = () => has(hit?.changes, each.changes);
        if (scope === "repository") return inName();
        if (scope === "configuration") return inConfiguration();
        if (scope === "rule") return inRule();
        if (scope === "setting") return inSetting();
        return inName() || inConfiguration() || inSetting() || inRule() || each.class.includes(word);
      });
    });
  }

  /** Configurations whose name, id or address has all words; none without a word. */
  configurations(text: string, most: number): readonly FoundConfiguration[] {
    const words = wordsOf(text);
    const found: FoundConfiguration[] = [];
    if (words.length === 0) return found;
    for (const [account, { configurations }] of this.#texts)
      for (const [at, own] of configurations.entries()) {
        const each = words.every((word) => own.includes(word)) ? account.configurations[at] : undefined;
        if (each !== undefined)
          found.push({ id: each.id ?? "", name: nameOf(each, "after"), text: labelOf(account, each, "after") });
        if (found.length === most) return found;
      }
    return found;
  }

  /** The texts that have a word. */
  #hits(word: string) {
    return new Map(
      [...this.#texts].map(([account, texts]) => [
        account,
        {
          configurations: texts.configurations.map((each) => each.includes(word)),
          rules: texts.rules.map((each) => each.includes(word)),
          changes: texts.changes.map((each) => each.includes(word)),
        },
      ]),
    );
  }
}

const has = (hits: readonly boolean[] | undefined, at: number | null): boolean => at !== null && hits?.[at] === true;

const textsOf = (account: Account): Texts => ({
  configurations: account.configurations.map((each) =>
    [nameOf(each, "before"), nameOf(each, "after"), each.id ?? "", each.address ?? ""].join(" ").toLowerCase(),
  ),
  rules: account.rules.map(({ rule, repository_pattern: pattern, address, location = "" }) =>
    `rule ${String(rule)}: ${pattern ?? ""} ${address} ${location}`.toLowerCase(),
  ),
  changes: account.changes.map((_list, at) =>
    leavesAt(account, at)
      .map(({ path, text, verdict }) => `${verdict} ${path} ${text}`)
      .join(" ")
      .toLowerCase(),
  ),
});

export const isClass = (text: string): text is ClassOfRepository => classes.some((each) => each === text);
export const isScope = (text: string): text is Scope => scopes.some((each) => each === text);
