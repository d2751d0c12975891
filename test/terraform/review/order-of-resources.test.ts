import { isUnknown, type ObjectValue, type Value } from "../../../src/terraform/value";
import { analyzer, rule } from "../acme";
import { type Core, coreOf, type Declaration } from "../core";
import { configured } from "../session";

const lax = "scanform_configuration.lax";
const routing = "scanform_repository_assignments.routing";

const blocking = (value: boolean): ObjectValue => ({
  analyzers: { secrets: analyzer({ enabled: true, blocking: value }) },
});
const configuration = (name: string, value: boolean): ObjectValue => ({ name, ...blocking(value) });
const rules = (id: Value, ...names: readonly string[]): ObjectValue => ({
  rules: [rule({ configuration_id: id, repository_names: names })],
});

const strict = "scanform_configuration.strict";
const kept: Declaration = { [strict]: configuration("strict", true) };

/** Two configurations that let secrets block; the first has a repository. */
async function start(): Promise<{ readonly core: Core; readonly id: Value }> {
  const core = coreOf((await configured()).emulator);
  await core.apply({
    ...kept,
    [lax]: configuration("lax", true),
    [routing]: (of) => rules(of(strict, "id"), "checkout"),
  });
  return { core, id: core.state.get(lax)?.value["id"] ?? null };
}

const inOrder = (routingFirst: boolean, routed: ObjectValue): Declaration =>
  routingFirst
    ? { ...kept, [routing]: routed, [lax]: configuration("lax", false) }
    : { ...kept, [lax]: configuration("lax", false), [routing]: routed };

const withoutChange = 'The review of the rules does not count the change of "lax"';
const inconsistent = "Provider produced inconsistent final plan";

describe.each([
  ["planned and applied first", true, false],
  ["planned first and applied last", true, true],
  ["planned last and applied first", false, true],
  ["planned and applied last", false, false],
])("rules with the id of a configuration that the same plan weakens, %s", (_, routingFirst, reversed) => {
  test.each([
    ["exist", true, true],
    ["are new, without a refresh", false, false],
  ])("have a review that is true, or a warning says what it lacks: they %s", async (_, exist, refreshes) => {
    const { core, id } = await start();
    if (!exist) core.state.delete(routing);
    if (!exist) core.privateStates.delete(routing);
    const plan = await core.plan(inOrder(routingFirst, rules(id, "checkout", "docs-site")), {
      ...(refreshes ? {} : { refresh: false }),
      ...(reversed ? { appliesInReverse: true } : {}),
    });
    const warns = plan.diagnostics.some(({ summary }) => summary === withoutChange);
    expect([isUnknown(plan.plans(routing, "review")), warns]).toEqual([!routingFirst, routingFirst]);
    expect(plan.plans(lax, "review")).toMatchObject({ weakens: 0, details: [] });
    const said = await plan.apply({ mayDiffer: true });
    const errors = said.filter(({ severity }) => severity === "ERROR").map(({ summary }) => summary);
    if (routingFirst && reversed) {
      // by now the move weakens, which the plan has not said
      expect(errors).toEqual([inconsistent]);
      return;
    }
    expect(errors).toEqual([]);
    const { assigned, review } = core.state.get(routing)?.value ?? {};
    expect(assigned).toEqual({ [id as string]: 2 });
    // docs-site had "baseline"
    const { review: untouched } = core.state.get(lax)?.value ?? {};
    expect([review, untouched]).toMatchObject([
      routingFirst ? plan.plans(routing, "review") : { weakens: expect.any(Number) as number },
      { weakens: 0 },
    ]);
    // the order in which Terraform applies hides it as well
    const saidAtApply = said.some(({ summary }) => summary === withoutChange);
    const counts = ((review as ObjectValue)["weakens"] as number) > 0;
    expect([counts, saidAtApply]).toEqual(routingFirst || reversed ? [false, true] : [true, false]);
  });
});

test("the review of rules that move nothing is known, whatever else changes", async () => {
  const { core } = await start();
  const { plans } = await core.plan({
    [strict]: configuration("strict", false),
    [lax]: configuration("lax", true),
    [routing]: (of) => {
      const left = rule({ leave: true, repository_names: ["docs-site"] });
      return { rules: [...(rules(of(strict, "id"), "checkout")["rules"] as readonly Value[]), left] };
    },
  });
  expect(plans(routing, "review")).toMatchObject({ weakens: 0, unclassified: 0, strengthens: 0, details: [] });
});
