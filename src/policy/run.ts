import { messageOf } from "../diagnostics/error";
import { isObject } from "../model/json";
import type { DocumentFinding } from "../report/policy-review";
import type { AccountDocument } from "../report/document";
import { type Change, formerly, type Given, givenTo } from "./account";
import { UnknownNameError } from "./known-names";
import type { Policy } from "./policy";
import { isText } from "./waivers";

/** A line of the answers, in the order of what happens. */
export type Said =
  | { readonly policies: readonly Omit<Policy, "check">[]; readonly waivers: unknown }
  | { readonly start: string }
  | { readonly account: number; readonly findings: readonly DocumentFinding[] }
  /** Nothing follows. */
  | { readonly failed: string; readonly policy?: string }
  | { readonly done: true };

type Tell = (said: Said) => void;

/** What a file exports: by `export default`, in whichever form it is compiled to. */
export function exportsOf(namespace: unknown): { readonly policies: unknown; readonly waivers: unknown } {
  if (!isObject(namespace)) return { policies: undefined, waivers: undefined };
  const { default: inner } = namespace;
  const exported = isObject(inner) && "default" in inner ? inner : namespace;
  return { policies: exported["default"], waivers: exported["waivers"] ?? [] };
}

/**
 * Runs the policies of a file on each account. Ends at the first that fails: the others are not judged.
 *
 * @param namespace what the file exports
 */
export function run(namespace: unknown, accounts: readonly AccountDocument[], tell: Tell): void {
  const { policies, waivers } = exportsOf(namespace);
  const problem = problemOf(policies);
  if (problem !== undefined) {
    tell({ failed: problem });
    return;
  }
  const all = policies as readonly Policy[];
  tell({
    policies: all.map(({ name, fix, link }) => ({
      name,
      ...(typeof fix === "string" ? { fix } : {}),
      ...(typeof link === "string" ? { link } : {}),
    })),
    waivers,
  });
  const asksBefore = all.some(({ onlyNew = false }) => onlyNew);
  const given = accounts.map((each) => ({
    before: asksBefore ? judging(formerly(each)) : undefined,
    after: judging(givenTo(each)),
  }));
  for (const each of all) {
    tell({ start: each.name });
    for (const [account, { before, after }] of given.entries()) {
      const former = each.onlyNew === true ? before?.(each) : undefined;
      if (typeof former === "string") {
        tell({ failed: former, policy: each.name });
        return;
      }
      const now = after(each);
      if (typeof now === "string") {
        tell({ failed: now, policy: each.name });
        return;
      }
      tell({ account, findings: withoutFormer(now, former) });
    }
  }
  tell({ done: true });
}

/** A finding that was there before the plan too, about the same thing and in the same words, is a warning. */
function withoutFormer(
  findings: readonly DocumentFinding[],
  former: readonly DocumentFinding[] = [],
): readonly DocumentFinding[] {
  if (former.length === 0) return findings;
  const keyOf = ({ level, reviewer, message, at: { kind, id, name } }: DocumentFinding): string =>
    JSON.stringify([level, reviewer, message, kind, id ?? name]);
  const known = new Set(former.map(keyOf));
  return findings.map((each) => {
    if (each.level === "warn" || !known.has(keyOf(each))) return each;
    const { reviewer: _asked, ...rest } = each;
    return { ...rest, level: "warn", message: `${each.message} (before this plan too)` };
  });
}

/** The form of a name. */
const nameForm = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$/;

/** Why these are no policies; undefined where they are. */
function problemOf(policies: unknown): string | undefined {
  if (!Array.isArray(policies)) return "it exports no list of policies by default: `export default [policy(...), ...]`";
  if (policies.length === 0) return "it exports an empty list, so nothing would be checked";
  const names = new Set<string>();
  for (const [at, each] of (policies as readonly unknown[]).entries()) {
    if (!isObject(each) || typeof each["check"] !== "function" || typeof each["name"] !== "string")
      return `item ${String(at + 1)} of its list is not a policy: \`policy(name, check)\` makes one`;
    const { name } = each;
    if (!["boolean", "undefined"].includes(typeof each["onlyNew"]))
      return `\`onlyNew\` of ${JSON.stringify(name)} is neither true nor false`;
    if (!nameForm.test(name))
      return `${JSON.stringify(name)} is not the name of a policy: up to 100 letters, digits, ".", "_", "/" and "-"`;
    if (names.has(name))
      return `two policies are named ${JSON.stringify(name)}: \`{ ...one, name: "other" }\` gives one another name`;
    names.add(name);
  }
  return undefined;
}

/** What policies say of an account: each its findings, or why there are none. */
function judging(given: Given): (policy: Policy) => readonly DocumentFinding[] | string {
  let whereIs: WhereIs | undefined;
  return (policy) => judge(policy, given, () => (whereIs ??= subjectsOf(given)));
}

function judge(
  { name, check }: Policy,
  { account, after }: Given,
  whereIs: () => WhereIs,
): readonly DocumentFinding[] | string {
  let returned: unknown;
  try {
    returned = check(account, after);
  } catch (thrown) {
    return thrown instanceof UnknownNameError ? thrown.message : `it throws: ${messageOf(thrown)}`;
  }
  if (isObject(returned) && typeof returned["then"] === "function")
    return "it returns a promise, and a policy is synchronous";
  if (!Array.isArray(returned)) return `it returns ${kindOf(returned)}, and must return a list of findings`;
  const findings: DocumentFinding[] = [];
  for (const [at, each] of (returned as readonly unknown[]).entries()) {
    const finding = findingOf(name, each, whereIs);
    if (typeof finding === "string") return `item ${String(at + 1)} of what it returns ${finding}`;
    findings.push(finding);
  }
  return findings;
}

const kindOf = (value: unknown): string => (value === null ? "null" : `a value of type ${typeof value}`);

/** A finding of a document, or what is wrong with it. */
function findingOf(name: string, given: unknown, whereIs: () => WhereIs): DocumentFinding | string {
  if (!isObject(given)) return "is not a finding: `deny`, `warn` and `needs` make one";
  const { level, message, reviewer, at } = given;
  if (level !== "deny" && level !== "warn" && level !== "needs")
    return "is not a finding: `deny`, `warn` and `needs` make one";
  if (!isText(message)) return "has no message";
  if (level === "needs" && !isText(reviewer)) return "does not name a reviewer";
  const found = typeof at === "object" && at !== null ? whereIs().get(at) : undefined;
  if (found === undefined)
    return "is about something other than an effect, a line, a change, a deletion, a triage, a repository or a configuration: give the object of the account or of `after` itself, not a copy";
  return { policy: name, level, ...(isText(reviewer) && level === "needs" ? { reviewer } : {}), message, at: found };
}

type At = DocumentFinding["at"];
type WhereIs = ReadonlyMap<object, At>;

/** Everything that a finding can be about, by identity. */
function subjectsOf({ account, after }: Given): WhereIs {
  const found = new Map<object, At>();
  for (const each of account.effects) {
    const { from, to } = each;
    const isEdit = from !== null && from.id === to?.id && from.name === to.name;
    found.set(each, { ...placeOf("effect", to?.id, to?.name), ...(isEdit ? {} : { from: from && namesOf(from) }) });
    for (const repository of each.repositories) found.set(repository, repositoryAt(repository));
  }
  for (const each of account.lines) found.set(each, { kind: "line", path: each.path });
  for (const each of account.changes) found.set(each, { ...placeOf("change", each.id, each.name), ...renamed(each) });
  for (const each of account.deletions) found.set(each, placeOf("deletion", each.id, each.name));
  for (const each of account.triages) {
    const { id, name } = each.finding?.repository ?? {};
    found.set(each, { ...placeOf("triage", id, name), path: each.finding_id });
  }
  for (const each of after.repositories) found.set(each, repositoryAt(each));
  for (const each of after.configurations) found.set(each, placeOf("configuration", each.id, each.name));
  return found;
}

/** The former name is named too: a waiver of the new one was made for another configuration. */
function renamed({ id, changes }: Change): Pick<At, "from"> {
  const name = changes.find(({ path }) => path === "name");
  return name === undefined ? {} : { from: namesOf({ id, name: name.before }) };
}

const repositoryAt = ({ id, name }: { readonly id: string; readonly name: string | null }): At =>
  placeOf("repository", id, name);

const placeOf = (kind: At["kind"], id: string | null | undefined, name: string | null | undefined): At => ({
  kind,
  ...namesOf({ id, name }),
});

const namesOf = ({ id, name }: { readonly id: unknown; readonly name: unknown }): Pick<At, "id" | "name"> => ({
  ...(typeof id === "string" ? { id } : {}),
  ...(typeof name === "string" ? { name } : {}),
});
