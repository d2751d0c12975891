import { groupBy } from "../model/group-by";
import { isObject } from "../model/json";
import { isDateOrDateTime } from "../model/time";
import { endOf, hasExpired } from "../model/triage";
import { isUuid, sameId } from "../model/uuid";
import type { DocumentFinding, ReviewedByPolicy } from "../report/policy-review";

/** What a waiver is for: exactly what the finding is about. */
export interface WaivedAt {
  /**
   * The name or the id of a configuration: the one that the repositories of an effect have afterwards, or that of a
   * change, a deletion or the configuration itself. Absent where it is about none, and where repositories lose theirs.
   */
  readonly configuration?: string;
  /**
   * Of an effect in which repositories get another configuration, or lose theirs: the name or the id of the one that they
   * leave, or null where they had none. Of a configuration that is renamed: its former name. Absent where a configuration
   * changes otherwise.
   */
  readonly from?: string | null;
  /** The name or the id of a repository, alone or with the `path` of a triage. Absent where it is about none. */
  readonly repository?: string;
  /** The path of a line, or the id of the finding that a triage is about. Absent where it is about none. */
  readonly path?: string;
  /** The name or the id of the account. It must be named where a document has several accounts. */
  readonly account?: string;
}

/** An exception from one policy for one thing, until a day. Exported as `waivers` beside the policies. */
export interface Waiver {
  /** The name of the policy. */
  readonly policy: string;
  /** What it is for; at least one of the names. */
  readonly at: WaivedAt;
  /** Why it is right; shown in the plan. */
  readonly reason: string;
  /** The owner; shown in the plan. */
  readonly owner: string;
  /** Such as `2027-01-31`, which holds to the end of the day in UTC, or a date-time. */
  readonly expires: string;
}

const day = 86_400_000;
/** How long before its end a waiver warns, in milliseconds. */
const notice = 30 * day;

const texts = ["policy", "reason", "owner", "expires"] as const;
const keys = ["configuration", "from", "repository", "path", "account"] as const;

/** What is wrong with the waivers of a file; empty where they can be used. */
export function waiverProblems(given: unknown): readonly string[] {
  if (!Array.isArray(given)) return ["`waivers` is not a list"];
  return given.flatMap((each: unknown, at) => problemsOf(each).map((why) => `waivers[${String(at)}]: ${why}`));
}

function problemsOf(each: unknown): readonly string[] {
  if (!isObject(each)) return ["it is not an object"];
  const { at, expires, ...rest } = each;
  const known: ReadonlySet<string> = new Set([...texts, "at"]);
  return [
    ...texts.filter((name) => !isText(each[name])).map((name) => `\`${name}\` is missing or empty`),
    ...Object.keys(rest)
      .filter((name) => !known.has(name))
      .map((name) => `\`${name}\` is unknown`),
    ...(isText(expires) && !isDateOrDateTime(expires)
      ? ["`expires` must be a date such as 2027-01-31, or a date-time with an offset"]
      : []),
    ...(isObject(at) ? atProblems(at) : ["`at` is missing: it names what is waived"]),
  ];
}

function atProblems(at: Readonly<Record<string, unknown>>): readonly string[] {
  const names = Object.keys(at).filter((name) => at[name] !== undefined);
  if (names.length === 0) return ["`at` is empty: it names what is waived"];
  if (names.every((name) => name === "account")) return ["`at` names an account alone: it names what is waived in it"];
  return names.flatMap((name) => {
    if (!keys.some((each) => each === name)) return [`\`at.${name}\` is unknown: ${keys.join(", ")} can be named`];
    if (name === "from" && at[name] === null) return [];
    return isText(at[name]) ? [] : [`\`at.${name}\` is not a string, or empty`];
  });
}

/** A text that says something. */
export const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** What findings and waivers come to. */
export interface Waived {
  /** For each account. */
  readonly findings: readonly (readonly ReviewedByPolicy[])[];
  /** Waivers that have expired. */
  readonly expired: readonly Waiver[];
  /** Waivers that end within 30 days. */
  readonly ending: readonly Waiver[];
  /** Waivers that match nothing. */
  readonly unmatched: readonly Waiver[];
  /** Waivers with a name that several things have. */
  readonly ambiguous: readonly Ambiguous[];
}

/** A waiver that would be an exception for more than its author meant. */
export interface Ambiguous {
  readonly waiver: Waiver;
  /** The field of `at`. */
  readonly name: "account" | "configuration" | "from" | "repository";
  /** What it has there. */
  readonly text: string;
  /** The ids of those that have this name. */
  readonly ids: readonly string[];
}

/** What policies say about one account. */
interface Found {
  readonly account: { readonly id: string; readonly name: string | null };
  readonly findings: readonly DocumentFinding[];
}

/**
 * Matches findings with waivers. An expired waiver waives nothing; of several that match, the last to end counts.
 *
 * @param found for each account
 * @param now in milliseconds since 1970
 */
export function waive(found: readonly Found[], waivers: readonly Waiver[], now: number): Waived {
  const matched = new Set<Waiver>();
  const byPolicy = groupBy(
    waivers.toSorted((one, other) => endOf(other.expires) - endOf(one.expires)),
    (each) => each.policy,
  );
  const findings = found.map(({ account, findings: said }) =>
    said.map(({ waived_until: _unbelieved, ...finding }): ReviewedByPolicy => {
      const matching = (byPolicy.get(finding.policy) ?? []).filter(
        ({ at }) => isIn(at, account, found.length) && isAt(at, finding.at),
      );
      for (const each of matching) matched.add(each);
      const waiver = matching.find(({ expires }) => !hasExpired(expires, now));
      return waiver === undefined ? finding : { ...finding, waived_until: waiver.expires, waiver };
    }),
  );
  const expired = waivers.filter(({ expires }) => hasExpired(expires, now));
  return {
    findings,
    expired,
    ending: waivers.filter((each) => !expired.includes(each) && endOf(each.expires) - now <= notice),
    unmatched: waivers.filter((each) => !matched.has(each)),
    ambiguous: waivers.flatMap((each) => ambiguous(each, found)),
  };
}

/** The names in a waiver that several accounts, or several of what the findings that it matches are about, have. */
function ambiguous(waiver: Waiver, found: readonly Found[]): readonly Ambiguous[] {
  const { at } = waiver;
  const accounts = found.filter(({ account }) => isIn(at, account, found.length));
  const severally = (
    name: Ambiguous["name"],
    text: string | null | undefined,
    ids: readonly (string | undefined)[],
  ) => {
    const known = [...new Set(ids)].filter((id) => id !== undefined);
    return typeof text === "string" && known.length > 1 ? [{ waiver, name, text, ids: known }] : [];
  };
  return [
    ...severally(
      "account",
      at.account,
      accounts.map(({ account }) => account.id),
    ),
    ...accounts.flatMap(({ findings }) => {
      const matching = findings
        .filter((each) => each.policy === waiver.policy && isAt(at, each.at))
        .map((each) => each.at);
      const ids = matching.map(({ id }) => id);
      return [
        ...severally("configuration", at.configuration, ids),
        ...severally(
          "from",
          at.from,
          matching.map(({ from }) => from?.id),
        ),
        ...severally("repository", at.repository, ids),
      ];
    }),
  ];
}

/** One of several accounts has to be named; the only one may be. */
const isIn = ({ account }: WaivedAt, { id, name }: Found["account"], accounts: number): boolean =>
  account === undefined ? accounts === 1 : isNamed(account, { id, ...(name === null ? {} : { name }) });

/** A waiver names exactly what a finding is about: nothing more, and nothing less. */
function isAt({ configuration, from, repository, path }: WaivedAt, at: DocumentFinding["at"]): boolean {
  const isKnown = (at.id ?? at.name) !== undefined;
  const isTriage = at.kind === "triage";
  const isRepository = at.kind === "repository" || (isTriage && isKnown);
  // an effect of which repositories lose their configuration has only the former
  const isConfiguration = !isTriage && at.kind !== "repository" && isKnown;
  return (
    (isConfiguration ? isNamed(configuration, at) : configuration === undefined) &&
    (at.from === undefined || at.from === null ? from === at.from : isNamed(from, at.from)) &&
    (isRepository ? isNamed(repository, at) : repository === undefined) &&
    (isTriage || at.kind === "line" ? path !== undefined && path === at.path : path === undefined)
  );
}

type Named = Pick<DocumentFinding["at"], "id" | "name">;

/** A name that is written as an id means only that id. */
function isNamed(given: string | null | undefined, { id, name }: Named): boolean {
  if (typeof given !== "string") return false;
  return isUuid(given) ? id !== undefined && sameId(id, given) : (name ?? id) === given;
}
