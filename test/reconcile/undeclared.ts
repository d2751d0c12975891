import fc from "fast-check";
import type { Desired } from "../../src/model/desired";
import type { Configuration, Observed } from "../../src/model/observed";
import { configurationId } from "../../src/model/ids";
import type { Settings } from "../../src/model/settings";
import { type Applied, apply } from "../../src/reconcile/apply/apply";
import { plan, type Plan } from "../../src/reconcile/plan/plan";
import { accountId, address } from "../../src/model/ids";
import { desiredFor, observed, settings, uuid } from "./arbitrary";
import { memory } from "./memory";
import { Account, type Reading, usual } from "./readings";

/** What nobody declared is as it was after an apply that ends well; judged without the code that compares settings. */

export interface Case {
  readonly live: Observed;
  readonly desired: Desired;
}

/** A setting that no version of scanform knows. */
const newer = fc.option(fc.constantFrom<unknown>({ than: [null, "us"] }, "x", 0, [{ id: "p" }]), { nil: undefined });

const withNewer = (live: Observed, values: readonly unknown[]): Observed => ({
  ...live,
  configurations: live.configurations.map((each, at) =>
    values[at] === undefined ? each : { ...each, settings: { ...each.settings, newer: values[at] } },
  ),
});

const anyChange: fc.Arbitrary<Case> = fc
  .tuple(observed, fc.array(newer, { maxLength: 6 }))
  .map(([live, values]) => withNewer(live, values))
  .chain((live) => fc.record({ live: fc.constant(live), desired: desiredFor(live) }));

/** The same few settings for four to eight configurations, so that bulk updates are worthwhile. */
const sameChange: fc.Arbitrary<Case> = fc
  .record({
    before: fc.array(settings, { minLength: 4, maxLength: 8 }),
    values: fc.array(newer, { maxLength: 8 }),
    comment: fc.option(fc.constantFrom("disabled" as const, "silent" as const, "enabled" as const), { nil: undefined }),
    risk_threshold: fc.option(fc.nat(3), { nil: undefined }),
    own: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
    has: fc.array(fc.nat(7), { maxLength: 8 }),
  })
  .map(({ before, values, comment, risk_threshold, own, has }) => {
    const names = before.map((_, at) => `live-${String(at)}`);
    const shared = { ...(comment && { comment }), ...(risk_threshold !== undefined && { risk_threshold }) };
    const live: Observed = {
      configurations: before.map((each, at) => ({
        id: configurationId(uuid("a", at)),
        name: names[at] ?? "",
        settings: each,
      })),
      repositories: has.map((holder, at) => ({
        id: uuid("b", at) as Observed["repositories"][number]["id"],
        name: `repository-${String(at)}`,
        provider_repo_id: at,
        enabled: true,
        ...(holder < before.length ? { configuration_id: configurationId(uuid("a", holder)) } : {}),
      })),
    };
    const configurations = names.map((name, at) => ({
      address: address(`scanform_configuration.c${String(at)}`),
      name,
      settings: own[at] === true ? { ...shared, show_scan_confirmation: true } : shared,
    }));
    return { live: withNewer(live, values), desired: { configurations, assignments: [] } };
  });

export const undeclaredCases = fc.oneof(anyChange, sameChange);

type Flat = ReadonlyMap<string, string>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Every value with its path. Policies go by their ids; patterns keep their order where one begins with `!`. */
function flat(value: unknown, path = "", into = new Map<string, string>()): Flat {
  if (isObject(value)) for (const [key, each] of Object.entries(value)) flat(each, `${path}/${key}`, into);
  else if (path === "/code_policies" && Array.isArray(value))
    for (const each of value as Record<string, unknown>[]) flat(each, `${path}/${String(each["id"])}`, into);
  else if (Array.isArray(value) && value.every((each) => typeof each === "string"))
    into.set(path, JSON.stringify(value.some((each) => each.startsWith("!")) ? value : value.toSorted()));
  else if (value !== undefined && value !== null) into.set(path, JSON.stringify(value));
  return into;
}

/** The paths that a declaration speaks of, each with all that is below it. */
const declaredPaths = ({
  settings: declared,
  exclusiveAnalyzers,
}: Desired["configurations"][number]): readonly string[] => [
  ...flat(declared).keys(),
  ...(exclusiveAnalyzers === true ? ["/analyzers"] : []),
  ...(declared.code_policies === undefined ? [] : ["/code_policies"]),
];

/** What an account had, nobody declared, and it has not any more. */
function lostIn({ live, desired }: Case, made: Plan, after: readonly Configuration[]): readonly string[] {
  const now = new Map(after.map((each) => [each.id, each]));
  const gone = new Set(made.deletions.map(({ live: { id } }) => id));
  const declared = new Map(
    made.configurations.map((each) => [
      each.live?.id,
      desired.configurations.find(({ address: at }) => at === each.address),
    ]),
  );
  return live.configurations.flatMap(({ id, settings: before }) => {
    if (gone.has(id)) return [];
    const own = declared.get(id);
    const paths = own === undefined ? [] : declaredPaths(own);
    const found = flat(now.get(id)?.settings ?? {});
    return [...flat(before)]
      .filter(
        ([path, value]) =>
          value !== "[]" &&
          !paths.some((each) => path === each || path.startsWith(`${each}/`)) &&
          found.get(path) !== value,
      )
      .map(([path, value]) => `${id} had ${path} = ${value} and has ${String(found.get(path))}`);
  });
}

/** A service that spoils a configuration whenever it is written, until it has done so often enough. */
export type Spoiling = (settings: Settings, written: number) => Settings;

/** Applies a case to an account in memory. */
async function appliedTo({ live, desired }: Case, reading: Reading, spoil?: Spoiling) {
  const account = new Account(live, reading);
  let written = 0;
  const service = memory(account, undefined, () => {
    if (spoil === undefined) return;
    written += 1;
    for (const { id, settings: given } of account.configurations.values()) {
      const before = live.configurations.find((each) => each.id === id);
      if (before !== undefined && given !== before.settings) account.change(id, { settings: spoil(given, written) });
    }
  });
  const made = plan({ id: accountId("account") }, desired, live);
  const applied: Applied = await apply(made, {
    reader: service.reader,
    writer: service.writer,
    grace: [0],
    sleep: () => Promise.resolve(),
  });
  return { made, applied, after: account.observed, sent: service.sent };
}

/** Loses the nth of all values of a configuration; none after so many writes. */
const losing =
  (nth: number, writes: number): Spoiling =>
  (given, written) => {
    const names = Object.keys(given);
    const name = names[nth % Math.max(1, names.length)];
    if (name === undefined || written > writes) return given;
    const { [name as keyof Settings]: _lost, ...rest } = given;
    return rest;
  };

/** An apply leaves what nobody declared as it was, or is not verified. */
export async function leavesUndeclared(given: Case, reading: Reading): Promise<void> {
  const { made, applied, after } = await appliedTo(given, reading);
  // nothing undeclared is lost by a bulk update, since it is tried and put back
  if (applied.verified || reading.put === "replaces") expect(lostIn(given, made, after.configurations)).toEqual([]);
}

/** An apply to a service that loses a setting with a write is never verified. */
export async function seesLoss(given: Case, nth: number, writes: number): Promise<void> {
  const { made, applied, after } = await appliedTo(given, usual, losing(nth, writes));
  if (lostIn(given, made, after.configurations).length > 0) expect(applied.verified).toBe(false);
}
