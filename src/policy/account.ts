import type { z } from "zod";
import { isObject } from "../model/json";
import type { Settings } from "../model/settings";
import { readableOnly } from "../model/unreadable";
import type { accountShape } from "../report/document-shape";

/** Lists stay lists, and pairs pairs. */
type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

type AccountDocument = z.infer<typeof accountShape>;

/** An account of the document that `scanform plan --json` prints: everything that the plan changes. Read-only. */
export type Account = Frozen<Omit<AccountDocument, "after" | "policies" | "waivers">>;

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

/** What policies are given of an account in a document. */
export interface Given {
  readonly account: Account;
  readonly after: After;
}

/** What policies are given, of which nothing can be changed: a policy must not see what another has left. */
export function givenTo({
  after,
  policies: _unbelieved,
  waivers: _unbelievedToo,
  ...account
}: AccountDocument & { readonly after: Exclude<AccountDocument["after"], undefined> }): Given {
  return { account: frozen(account), after: frozen(expanded(after)) };
}

function expanded({ configurations, repositories }: Exclude<AccountDocument["after"], undefined>): After {
  const standing = configurations.map(({ settings, ...each }) => ({
    ...each,
    // a policy relies on the kinds of settings
    settings: settings && readableOnly(settings as Settings),
    repositories: [] as AfterRepository[],
  }));
  const having = repositories.map(({ configuration: at, ...each }): AfterRepository => {
    const configuration = at === null ? undefined : standing[at];
    if (at !== null && configuration === undefined)
      throw new RangeError(`the repository ${each.id} has a configuration that the document lacks`);
    const repository = {
      ...each,
      configuration: configuration ?? null,
      settings: configuration?.settings ?? null,
    };
    configuration?.repositories.push(repository);
    return repository;
  });
  return { repositories: having, configurations: standing };
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
