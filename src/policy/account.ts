import { isObject } from "../model/json";
import type { Settings } from "../model/settings";
import { readableOnly } from "../model/unreadable";
import type { AccountDocument } from "../report/document";
import { withKnownNames, withKnownSettings, withOwnNames } from "./known-names";

/** An account of the document of a plan: everything that the plan changes. Read-only. */
export type Account = Omit<AccountDocument, "before" | "after" | "policies" | "waivers" | "apply">;

/** Repositories that come from and go to the same configuration, and what changes for them. */
export type Effect = Account["effects"][number];
/** A setting that changes in one direction, over all configurations and repositories. */
export type Line = Account["lines"][number];
/** A configuration that changes. */
export type Change = Account["changes"][number];
/** A configuration that is deleted. */
export type Deletion = Account["deletions"][number];
/** The open findings of the repositories of an effect that weakens or is unclassified, with --findings. */
export type OpenFindings = Exclude<Effect["findings"], undefined>;
/** A decision about a finding. */
export type Triage = Account["triages"][number];

/** A repository once the plan is applied. */
export interface AfterRepository {
  /** The service's id of the repository. */
  readonly id: string;
  /** Null where the service gives it no name. */
  readonly name: string | null;
  /** Null where it has none. */
  readonly configuration: AfterConfiguration | null;
  /** The settings of its configuration; null where it has none, or where they are not known. */
  readonly settings: Settings | null;
}

/** A configuration once the plan is applied. */
export interface AfterConfiguration {
  /** Null where it is yet to be created. */
  readonly id: string | null;
  /** Null where it is not declared. */
  readonly address: string | null;
  /** Null where the service gives it no name. */
  readonly name: string | null;
  /** Null where they are not known: the service does not list the configuration. */
  readonly settings: Settings | null;
  /** The repositories that have it. */
  readonly repositories: readonly AfterRepository[];
}

/** What holds once the plan is applied: every repository and every configuration of the account. */
export interface After {
  /** In the order of their names. */
  readonly repositories: readonly AfterRepository[];
  /** Those that are declared first. */
  readonly configurations: readonly AfterConfiguration[];
}

/** What a finding can be about. */
export type Subject =
  Effect | Line | Change | Deletion | Triage | AfterRepository | AfterConfiguration | Effect["repositories"][number];

type Standing = AccountDocument["after"];

/** What policies are given of an account in a document. */
export interface Given {
  readonly account: Account;
  readonly after: After;
}

/**
 * What policies are given, of which nothing can be changed: a policy must not see what another has left. Its objects
 * refuse names that they cannot have. Changes the document.
 */
export function givenTo(document: AccountDocument): Given {
  const { before: _former, after, policies: _said, waivers: _waived, apply: _needed, ...account } = document;
  return { account: frozen(withKnownNames(account)), after: frozen(expanded(after)) };
}

/** The account before the plan, as a plan of it that changes nothing. Changes the document. */
export const formerly = (document: AccountDocument): Given =>
  givenTo({
    ...document,
    ...{ effects: [], lines: [], changes: [], moves: [], deletions: [], triages: [], unused: [] },
    ...{ future: [], no_longer_declared: [] },
    summary: unchanged(document.before.repositories.length),
    after: document.before,
  });

const unchanged = (repositories: number): AccountDocument["summary"] => ({
  ...{ create: 0, rename: 0, update: 0, adopt: 0, delete: 0, move: 0, unchanged: 0 },
  configurations: { create: 0, rename: 0, update: 0, adopt: 0, delete: 0, unchanged: 0 },
  triage: { set: 0, remove: 0 },
  repositories: { weakens: 0, unclassified: 0, strengthens: 0, neutral: 0, unaffected: repositories, mixed: 0 },
});

function expanded({ configurations, repositories }: Standing): After {
  const standing = configurations.map(({ settings: held, location: _place, ...each }) => {
    // a policy relies on the kinds of settings
    const settings = held && readableOnly(held);
    if (settings !== null) withKnownSettings(settings);
    return withOwnNames({ ...each, settings, repositories: [] as AfterRepository[] }, "after.configurations[]");
  });
  const having = repositories.map(({ configuration: at, rule: _rule, enabled: _scanned, ...each }): AfterRepository => {
    const configuration = at === null ? undefined : standing[at];
    if (at !== null && configuration === undefined)
      throw new RangeError(`the repository ${each.id} has a configuration that the document lacks`);
    const repository = withOwnNames(
      { ...each, configuration: configuration ?? null, settings: configuration?.settings ?? null },
      "after.repositories[]",
    );
    configuration?.repositories.push(repository);
    return repository;
  });
  return withOwnNames({ repositories: having, configurations: standing }, "after");
}

/** The same object, which nothing can change any more, nor what it holds. */
function frozen<T extends object>(whole: T): T {
  const open: unknown[] = [whole];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (!(isObject(each) || Array.isArray(each)) || Object.isFrozen(each)) continue;
    Object.freeze(each);
    for (const value of Object.values(each)) if (typeof value === "object" && value !== null) open.push(value);
  }
  return whole;
}
