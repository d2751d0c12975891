import type { Emulator } from "../../../src/emulator/index";
import { isUnknown, type ObjectValue, type Value } from "../../../src/terraform/value";
import { startEmulator } from "../../support/emulator";
import { analyzer, rule } from "../acme";
import { type Core, coreOf, type Declaration } from "../core";

const lax = "scanform_configuration.lax";
const routing = "scanform_repository_assignments.routing";

const blocking = (value: boolean): ObjectValue => ({
  analyzers: { secrets: analyzer({ enabled: true, blocking: value }) },
});
const configuration = (name: string, value: boolean): ObjectValue => ({ name, ...blocking(value) });
const rules = (id: Value, ...names: readonly string[]): ObjectValue => ({
  rules: [rule({ configuration_id: id, repository_names: names })],
});

let emulator: Emulator | undefined;
afterEach(() => emulator?.close());

/** The waits of the provider, ten times as fast: the test plans one resource after the other, in its own process. */
const tenthOf = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds / 10);
  });

/** Two configurations that let secrets block; the first has a repository. */
async function start(): Promise<{ readonly core: Core; readonly id: Value }> {
  emulator = await startEmulator();
  const core = coreOf(emulator, { sleep: tenthOf });
  await core.apply({
    "scanform_configuration.strict": configuration("strict", true),
    [lax]: configuration("lax", true),
  });
  const strict = core.state.get("scanform_configuration.strict")?.value["id"] ?? null;
  await core.apply({
    "scanform_configuration.strict": configuration("strict", true),
    [lax]: configuration("lax", true),
    [routing]: rules(strict, "checkout"),
  });
  return { core, id: core.state.get(lax)?.value["id"] ?? null };
}

const kept: Declaration = { "scanform_configuration.strict": configuration("strict", true) };
const inOrder = (routingFirst: boolean, routed: ObjectValue): Declaration =>
  routingFirst
    ? { ...kept, [routing]: routed, [lax]: configuration("lax", false) }
    : { ...kept, [lax]: configuration("lax", false), [routing]: routed };

/** Whether a policy on the plan sees that something weakens, or that it is not known. */
const isSeen = (review: Value): boolean =>
  isUnknown(review) || ((review as ObjectValue | null)?.["weakens"] ?? 0) !== 0;

describe.each([
  ["planned and applied first", true, false],
  ["planned first and applied last", true, true],
  ["planned last and applied first", false, true],
  ["planned and applied last", false, false],
])("rules with the id of a configuration that the same plan weakens, %s", (_, routingFirst, reversed) => {
  test.each([
    ["exist", true, true],
    ["exist, without a refresh", true, false],
    ["are new", false, true],
    ["are new, without a refresh", false, false],
  ])("keep their review, and miss nothing: they %s", async (_, exist, refreshes) => {
    const { core, id } = await start();
    if (!exist) core.state.delete(routing);
    if (!exist) core.privateStates.delete(routing);
    const plan = await core.plan(inOrder(routingFirst, rules(id, "checkout", "docs-site")), {
      ...(refreshes ? {} : { refresh: false }),
      ...(reversed ? { appliesInReverse: true } : {}),
    });
    expect([lax, routing].some((each) => isSeen(plan.plans(each, "review")))).toBe(true);
    expect((await plan.apply()).filter(({ severity }) => severity === "ERROR")).toEqual([]);
    expect(core.state.get(routing)?.value["assigned"]).toEqual({ [id]: 2 });
  });
});

test("rules that exist say of which refresh their review is", async () => {
  const { core, id } = await start();
  const plan = await core.plan({ ...kept, [lax]: configuration("lax", true), [routing]: rules(id, "checkout") });
  expect(plan.plans(routing, "review")).toMatchObject({
    summary: expect.stringMatching(/, as of the refresh at \d{4}-[-:TZ\d]+$/) as string,
  });
});
