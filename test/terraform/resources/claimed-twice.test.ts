import type { ObjectValue } from "../../../src/terraform/value";
import { configurationNamed } from "../acme";
import { coreOf, type Declaration } from "../core";
import { isError, type ProtocolDiagnostic } from "../core-process";
import { configured } from "../session";

const [a, b] = ["scanform_repository_assignments.a", "scanform_repository_assignments.b"] as const;
const baseline = configurationNamed("baseline");
const routing = (configuration_id: ObjectValue[string], ...repository_names: readonly string[]): ObjectValue => ({
  rules: [{ configuration_id, repository_ids: null, repository_names, repository_pattern: null, leave: null }],
});
const errors = (diagnostics: readonly ProtocolDiagnostic[]) =>
  diagnostics.filter(isError).map(({ summary, detail }) => `${summary}: ${detail}`);
const claimedTwice =
  /^A repository is claimed twice: .*"payments-api" is assigned by another scanform_repository_assignments too. Let one of the two `leave`/;

describe("two assignments of one repository", () => {
  const one = routing(baseline, "payments-api");

  test.each<[string, Declaration, Declaration]>([
    ["their rules are alike, and one is there already", { [a]: one }, { [a]: one, [b]: one }],
    ["neither is there yet", {}, { [a]: one, [b]: one }],
    ["both are there under other addresses", { [a]: one }, { "scanform_repository_assignments.c": one, [b]: one }],
    [
      "they assign different configurations",
      {},
      { [a]: one, [b]: routing(configurationNamed("default"), "payments-api") },
    ],
    [
      "neither configuration is there yet",
      {},
      {
        "scanform_configuration.a": { name: "a" },
        "scanform_configuration.b": { name: "b" },
        [a]: (of) => routing(of("scanform_configuration.a", "id"), "payments-api"),
        [b]: (of) => routing(of("scanform_configuration.b", "id"), "payments-api"),
      },
    ],
  ])("are an error of the plan, and write nothing: %s", async (_, first, second) => {
    const { emulator, sent } = await configured();
    const core = coreOf(emulator);
    await core.apply(first);
    emulator.clearRequests();
    expect(errors((await core.plan(second)).diagnostics)).toEqual([expect.stringMatching(claimedTwice) as string]);
    expect(sent().filter((each) => !each.startsWith("GET"))).toEqual([]);
  });

  test("are reported in one error for all repositories", async () => {
    const { emulator } = await configured();
    const two = routing(baseline, "payments-api", "checkout");
    const { diagnostics } = await coreOf(emulator).plan({ [a]: two, [b]: two });
    expect(errors(diagnostics)).toEqual([
      expect.stringMatching(
        /"checkout" and "payments-api" are assigned|"payments-api" and "checkout" are assigned/,
      ) as string,
    ]);
  });
});

test("replacing an assignment does not claim its repositories twice, also when it is tainted", async () => {
  const { emulator } = await configured();
  const core = coreOf(emulator);
  const declared = { [a]: routing(baseline, "payments-api") };
  await core.apply(declared);
  const made = core.state.get(a);
  for (const createFirst of [false, true]) {
    const { actions, apply } = await core.plan(declared, { replace: [a], createFirst });
    expect(actions).toEqual({ [a]: "replace" });
    expect(errors(await apply())).toEqual([]);
  }
  core.state.set(a, { value: core.state.get(a)?.value ?? {}, tainted: true });
  await core.apply(declared);
  expect(core.state.get(a)?.value["assigned"]).toEqual(made?.value["assigned"]);
  expect(await core.plan(declared)).toMatchObject({ actions: { [a]: "no-op" }, diagnostics: [] });
});
