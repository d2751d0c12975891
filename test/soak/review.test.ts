import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { acmeAccountId, type Emulator } from "../../src/emulator/index";
import { compareSettings, type LeafChange } from "../../src/model/compare-settings";
import { decodeSettings } from "../../src/model/field-decoder";
import { judgementOf } from "../../src/model/leaf-verdict";
import type { Settings } from "../../src/model/settings";
import { isObjectValue, isUnknown, type ObjectValue, textIn, Unknown, type Value } from "../../src/terraform/value";
import { startEmulator } from "../support/emulator";
import { analyzer, repositoryNamed, rule } from "../terraform/acme";
import { type Core, coreOf, type CorePlan, type Declaration } from "../terraform/core";
import { type Action, isError } from "../terraform/core-process";
import { parametersOf, runs } from "./figures";

/**
 * Random plans against a judge that knows the account before and after, and nothing of the provider: a known `review` is
 * what really happened, one that is unknown is so by the rule, and after the apply all say what has happened.
 */

const names = ["checkout", "docs-site", "payments-api", "payments-ledger"];
const routing = "scanform_repository_assignments.routing";
const addressOf = (at: number): string => `scanform_configuration.c${String(at)}`;

/** A configuration as a case declares it; `late` settings are known only after another resource is applied. */
interface Wanted {
  readonly name: string;
  readonly comment: string | null;
  readonly blocking: boolean | null;
  readonly risk: number | null;
  readonly late: "settings" | "name" | undefined;
}

interface Rule {
  readonly repositories: readonly string[];
  /** The number of a configuration; undefined to leave. */
  readonly to: number | undefined;
  readonly written: "reference" | "id";
}

interface Step {
  readonly configurations: readonly (Wanted | undefined)[];
  readonly rules: readonly Rule[] | undefined;
  readonly routingAt: number;
  readonly orphansLast: boolean;
  readonly refresh: boolean;
  readonly appliesInReverse: boolean;
  readonly replace: readonly number[];
}

const wantedOf = (stem: string): fc.Arbitrary<Wanted> =>
  fc.record({
    name: fc.constantFrom(stem, stem, stem, `${stem} renamed`),
    comment: fc.constantFrom(null, "disabled", "silent", "enabled"),
    blocking: fc.constantFrom(null, true, false),
    risk: fc.constantFrom(null, 1, 2),
    late: fc.constantFrom(undefined, undefined, undefined, undefined, undefined, "settings" as const, "name" as const),
  });
const rules: fc.Arbitrary<Rule> = fc.record({
  repositories: fc.subarray(names, { minLength: 1 }),
  to: fc.constantFrom(0, 1, 2, 3, 4, undefined),
  written: fc.constantFrom("reference" as const, "id" as const),
});
const orNot = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(of, { nil: undefined, freq: 4 });

const steps: fc.Arbitrary<Step> = fc.record({
  configurations: fc.tuple(...["a", "b", "baseline", "x", "y"].map((stem) => orNot(wantedOf(stem)))),
  rules: orNot(fc.array(rules, { minLength: 1, maxLength: 3 })),
  routingAt: fc.nat(5),
  orphansLast: fc.boolean(),
  refresh: fc.boolean(),
  appliesInReverse: fc.boolean(),
  replace: fc.oneof(fc.constant([]), fc.constant([]), fc.subarray([0, 1, 2, 3, 4])),
});

/** What the account holds. */
interface Account {
  readonly settings: ReadonlyMap<string, Settings>;
  readonly ids: ReadonlyMap<string, string>;
  readonly places: ReadonlyMap<string, string | null>;
}

function accountIn({ store }: Emulator): Account {
  const configurations = store.configurations(acmeAccountId);
  return {
    settings: new Map(
      configurations.map(({ id, configuration }) => [id, decodeSettings(configuration ?? {}, "received")]),
    ),
    ids: new Map(configurations.map(({ id, name }) => [name ?? "", id])),
    places: new Map(store.repositories(acmeAccountId).map(({ id, configuration_id: place }) => [id, place])),
  };
}

interface Counts {
  readonly weakens: number;
  readonly unclassified: number;
  readonly strengthens: number;
}

const zeros: Counts = { weakens: 0, unclassified: 0, strengthens: 0 };
const countsIn = (review: Value): Counts | undefined => {
  if (!isObjectValue(review)) return undefined;
  const { weakens, unclassified, strengthens } = review;
  return { weakens: Number(weakens), unclassified: Number(unclassified), strengthens: Number(strengthens) };
};

function counted(effects: readonly (readonly LeafChange[])[]): Counts {
  const classes = effects.map((changes) => judgementOf(changes)?.class);
  const of = (kind: string): number => classes.filter((each) => each === kind).length;
  return { weakens: of("weakens"), unclassified: of("unclassified"), strengthens: of("strengthens") };
}

const holders = ({ places }: Account, id: string): number => [...places.values()].filter((each) => each === id).length;

/** What a change of a configuration did to those that had it. */
function byHolders(before: Account, after: Account, id: string): Counts {
  const [had, has] = [before.settings.get(id), after.settings.get(id)];
  if (had === undefined || has === undefined) return zeros;
  return counted(Array.from({ length: holders(before, id) }, () => compareSettings(had, has)));
}

/** What rules did to those that have another configuration now. */
function byMoves(before: Account, after: Account, moved: readonly string[]): Counts {
  return counted(
    moved.map((id) => {
      const [from = null, to = null] = [before.places.get(id), after.places.get(id)];
      const had = from === null ? undefined : before.settings.get(from);
      return compareSettings(had, (to === null ? undefined : after.settings.get(to)) ?? {});
    }),
  );
}

const late = "scanform_configuration.late";

function written({ name, comment, blocking, risk, late: isLate }: Wanted, isOpen: boolean): ObjectValue {
  const open = <T extends Value>(which: Wanted["late"], value: T): T | Unknown =>
    isOpen && isLate === which ? new Unknown() : value;
  return {
    name: open("name", name),
    comment: open("settings", comment),
    risk_threshold: risk,
    analyzers: blocking === null ? null : { secrets: analyzer({ enabled: true, blocking }) },
    force_destroy: true,
  };
}

interface Made {
  readonly declared: Declaration;
  /** Whether everything that the rules refer to is declared before them. */
  readonly isFree: boolean;
}

/** @param nth a new resource each time, whose id is known only after apply */
function declarationOf(step: Step, nth: number, { state }: Core): Made {
  const fresh = `${late}${String(nth)}`;
  const isOpen = (of: (address: string, attribute: string) => Value): boolean => isUnknown(of(fresh, "id"));
  const parts: [string, Declaration[string]][] = step.configurations.flatMap((wanted, at) =>
    wanted === undefined ? [] : [[addressOf(at), (of) => written(wanted, isOpen(of))] as [string, Declaration[string]]],
  );
  const targets = (step.rules ?? []).map((each) => ({
    each,
    literal: each.written === "id" ? idIn(state, each) : null,
  }));
  const isFree = targets.every(({ each, literal }) => each.to === undefined || literal !== null);
  if (step.rules !== undefined) {
    const routed: Declaration[string] = (of) => ({
      rules: targets.map(({ each: { to, repositories }, literal }) =>
        rule({
          repository_names: repositories,
          ...(to === undefined ? { leave: true } : { configuration_id: literal ?? referred(of, to) }),
        }),
      ),
    });
    const at = isFree ? step.routingAt % (parts.length + 1) : parts.length;
    parts.splice(at, 0, [routing, routed]);
  }
  return {
    declared: Object.fromEntries([[fresh, { name: `late ${String(nth)}`, force_destroy: true }], ...parts]),
    isFree,
  };
}

const referred = (of: (address: string, attribute: string) => Value, to: number): Value => of(addressOf(to), "id");

const idIn = (state: Core["state"], { to }: Rule): Value => {
  if (to === undefined) return null;
  const id = referred((address, attribute) => state.get(address)?.value[attribute] ?? null, to);
  return typeof id === "string" ? id : null;
};

const seen = { judged: 0, known: 0, unknown: 0, refused: 0, hidden: 0 };

/** Without what refers to something that the step does not declare. */
function consistent(step: Step): Step {
  const isDeclared = (to: Rule["to"]): boolean => to === undefined || step.configurations[to] !== undefined;
  const rules = step.rules?.map((each) => (isDeclared(each.to) ? each : { ...each, to: undefined }));
  return { ...step, rules };
}

async function judged(core: Core, emulator: Emulator, given: Step, nth: number): Promise<void> {
  const step = consistent(given);
  const before = accountIn(emulator);
  const priors = new Map([...core.state].map(([address, { value }]) => [address, value]));
  const { declared, isFree } = declarationOf(step, nth, core);
  const plan = await core.plan(declared, {
    ...(step.orphansLast ? { orphansLast: true } : {}),
    ...(step.refresh ? {} : { refresh: false }),
    ...(step.appliesInReverse && isFree ? { appliesInReverse: true } : {}),
    replace: step.replace.map(addressOf).filter((each) => core.state.has(each)),
  });
  if (plan.diagnostics.some(isError)) {
    seen.refused += 1;
    return;
  }
  const said = await plan.apply({ mayDiffer: true });
  const isHidden = [...plan.diagnostics, ...said].some(({ summary }) => summary.startsWith("The review of the rules"));
  if (said.some(isError)) {
    // Terraform refuses the plan of an apply only where the order of planning hid what changes
    const isRefused = said.some(({ summary }) => summary.startsWith("Provider produced inconsistent"));
    expect({ said: said.filter(isError), isHidden: isHidden || !isRefused }).toMatchObject({ isHidden: true });
    seen.hidden += 1;
    return;
  }
  const after = accountIn(emulator);
  seen.judged += 1;
  for (const address of Object.keys(plan.actions)) {
    const action = plan.actions[address];
    if (action === "no-op" || action === "delete") continue;
    const planned = plan.plans(address, "review");
    const now = core.state.get(address)?.value["review"] ?? null;
    const is: Is = {
      address,
      action,
      nth,
      planned: isUnknown(planned) ? "unknown" : countsIn(planned),
      now: countsIn(now),
    };
    if (address === routing) {
      if (isHidden) seen.hidden += 1;
      else expectMoves(plan, is, before, after, step, priors);
    } else {
      const expected = byHolders(before, after, textIn(core.state.get(address)?.value["id"]));
      const isOpen = mayBeUnknown(address, action, step, priors, before);
      const mayStay = isEmpty(expected) && isEarly(address, step);
      const last = countsIn(priors.get(address)?.["review"] ?? null);
      if (mayStay && is.planned === "unknown" && isDeepStrictEqual(is.now, last)) continue;
      expect({ ...is, now: is.now }).toEqual({ ...is, now: expected });
      if (is.planned === "unknown") expect({ ...is, isOpen: isOpen || mayStay }).toEqual({ ...is, isOpen: true });
      else expect({ ...is, isOpen }).toEqual({ ...is, planned: expected, isOpen: false });
    }
    seen[is.planned === "unknown" ? "unknown" : "known"] += 1;
  }
}

interface Is {
  readonly address: string;
  readonly action: Action | undefined;
  readonly nth: number;
  readonly planned: Counts | "unknown" | undefined;
  readonly now: Counts | undefined;
}

const isEmpty = (counts: Counts): boolean => Object.values(counts).every((each) => each === 0);

/** What is not known yet may turn out to be as it was: then nothing changes, and the last review stays. */
const isEarly = (address: string, step: Step): boolean => wantedAt(address, step)?.late !== undefined;

const wantedAt = (address: string, { configurations }: Step): Wanted | undefined =>
  configurations.find((_, at) => addressOf(at) === address);

/** Unknown by the rule: what is not known of a configuration that exists; a name that may be that of one. */
function mayBeUnknown(
  address: string,
  action: Action | undefined,
  step: Step,
  priors: ReadonlyMap<string, ObjectValue>,
  { ids }: Account,
): boolean {
  const wanted = wantedAt(address, step);
  if (wanted?.late === undefined) return false;
  const exists = priors.has(address) && action !== "replace";
  return exists ? wanted.late === "settings" : wanted.late === "name" || ids.has(wanted.name);
}

function expectMoves(
  plan: CorePlan,
  is: Is,
  before: Account,
  after: Account,
  step: Step,
  priors: ReadonlyMap<string, ObjectValue>,
): void {
  const selected = [...new Set((step.rules ?? []).flatMap(({ repositories }) => repositories))].map(repositoryNamed);
  const owner = new Map(
    (step.rules ?? [])
      .toReversed()
      .flatMap(({ repositories, to }) => repositories.map((each) => [repositoryNamed(each), to])),
  );
  const moved = selected.filter((id) => owner.get(id) !== undefined && before.places.get(id) !== after.places.get(id));
  const expected = moved.length === 0 ? zeros : byMoves(before, after, moved);
  const targets = (step.rules ?? []).flatMap(({ to }) => (to === undefined ? [] : [referredNow(plan, to)]));
  const from = moved.flatMap((id) => before.places.get(id) ?? []);
  // an id that is not known yet may turn out to be that of before: then nothing changes, and the last review stays
  const mayStay = moved.length === 0 && priors.has(routing) && targets.some((id) => typeof id !== "string");
  const last = countsIn(priors.get(routing)?.["review"] ?? null);
  if (mayStay && is.planned === "unknown" && [expected, last].some((each) => isDeepStrictEqual(is.now, each))) return;
  expect({ ...is, now: is.now }).toEqual({ ...is, now: expected });
  const changes = (id: string): boolean => {
    const [had, has] = [before.settings.get(id), after.settings.get(id)];
    return had === undefined || (has !== undefined && compareSettings(had, has).length > 0);
  };
  const isOpen =
    moved.length > 0 &&
    (targets.some((id) => typeof id !== "string" || changes(id)) ||
      from.some(changes) ||
      [...targets, ...from].some((id) => isLate(id, step, priors)));
  if (is.planned === "unknown") expect({ ...is, isOpen }).toEqual({ ...is, isOpen: true });
  else expect({ ...is, isOpen }).toEqual({ ...is, planned: expected, isOpen: false });
}

const referredNow = (plan: CorePlan, to: number): Value => referred((...of) => plan.plans(...of), to);

/** Whether settings of the configuration are known only after apply, though they turn out to be as before. */
const isLate = (id: Value, { configurations }: Step, priors: ReadonlyMap<string, ObjectValue>): boolean =>
  configurations.some((wanted, at) => wanted?.late === "settings" && priors.get(addressOf(at))?.["id"] === id);

test(
  "what a review says is what happens, and it is unknown only by its rule",
  async () => {
    const many = Math.max(4, runs / 20);
    let nth = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 5 }), async (walk) => {
        const emulator = await startEmulator();
        try {
          const core = coreOf(emulator);
          for (const step of walk) await judged(core, emulator, step, (nth += 1));
        } finally {
          await emulator.close();
        }
      }),
      { ...parametersOf(many / 5), endOnFailure: true },
    );
    expect({ ...seen, isEnough: seen.judged > seen.refused / 2 }).toMatchObject({ isEnough: true });
  },
  60_000 + runs * 300,
);
