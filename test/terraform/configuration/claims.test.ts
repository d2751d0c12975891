import { acmeAccountId } from "../../../src/emulator/index";
import { textIn } from "../../../src/terraform/value";
import { configurationNamed, rule } from "../acme";
import { coreOf, type Declaration, type PlanOptions } from "../core";
import { isError, type ProtocolDiagnostic } from "../core-process";
import { configured } from "../session";
import { entry } from "./entry";

const [a, b] = ["scanform_configuration.a", "scanform_configuration.b"] as const;
const all = "scanform_configurations.all";
const strict = { name: "strict", comment: "silent" };
const collection = { configurations: { s: entry(strict) } };

/** Core and the service that its provider reaches. */
async function terraform() {
  const { emulator, sent, session } = await configured();
  const names = () =>
    emulator.store
      .configurations(acmeAccountId)
      .map(({ name }) => name)
      .sort();
  const writes = () => sent().filter((each) => !each.startsWith("GET"));
  return { core: coreOf(emulator), emulator, session, names, writes };
}
const errors = (diagnostics: readonly ProtocolDiagnostic[]) =>
  diagnostics.filter(isError).map(({ summary, detail }) => `${summary}: ${detail}`);

const declaredTwice = /^Two configurations with one name: .*"strict" is declared twice. Rename one of them.$/;
const taken = /^Destroyed and taken over at once: /;

describe("two resources that declare one name", () => {
  test.each<[string, Declaration, Declaration, PlanOptions?]>([
    ["a copy under another label", { [a]: strict }, { [a]: strict, [b]: strict }],
    ["an element of a collection", { [a]: strict }, { [a]: strict, [all]: collection }],
    ["a resource beside a collection", { [all]: collection }, { [all]: collection, [a]: strict }],
    ["the first is replaced", { [a]: strict }, { [a]: strict, [b]: strict }, { replace: [a] }],
    ["the first is replaced, and planned last", { [a]: strict }, { [b]: strict, [a]: strict }, { replace: [a] }],
    ["nothing is refreshed", { [a]: strict }, { [a]: strict, [b]: strict }, { refresh: false }],
    ["neither is there yet", {}, { [a]: strict, [b]: strict }],
  ])("fail the plan, and nothing is written: %s", async (_, first, second, ...[options]) => {
    const { core, writes, emulator } = await terraform();
    await core.apply(first);
    emulator.clearRequests();
    const { diagnostics } = await core.plan(second, options);
    expect(errors(diagnostics)).toEqual([expect.stringMatching(declaredTwice) as string]);
    expect(writes()).toEqual([]);
  });

  test("fail the plan when the first is tainted", async () => {
    const { core } = await terraform();
    await core.apply({ [a]: strict });
    core.state.set(a, { value: core.state.get(a)?.value ?? {}, tainted: true });
    const { diagnostics } = await core.plan({ [a]: strict, [b]: strict });
    expect(errors(diagnostics)).toEqual([expect.stringMatching(declaredTwice) as string]);
  });
});

test("one configuration imported at two addresses fails plan and destroy, until one is removed from the state", async () => {
  const { core, names } = await terraform();
  const declared = { name: "baseline", comment: "silent" };
  const id = configurationNamed("baseline");
  for (const address of [a, b]) expect(await core.import(address, id)).toEqual([]);
  const both = { [a]: declared, [b]: declared };
  for (const { diagnostics } of [await core.plan(both), await core.planDestroy(both)])
    expect(errors(diagnostics)).toEqual([expect.stringMatching(/^Two configurations with one name: /) as string]);
  expect(names()).toContain("baseline");
  core.state.delete(b);
  await core.apply({ [a]: declared });
  expect(await core.plan({ [a]: declared })).toMatchObject({ actions: { [a]: "no-op" }, diagnostics: [] });
});

describe("a configuration that one resource destroys and another adopts", () => {
  test.each<[string, (id: string) => Declaration]>([
    ["another address", () => ({ "scanform_configuration.other": strict })],
    ["an element of a collection", () => ({ [all]: collection })],
  ])("fails the plan in either order: %s", async (_, other) => {
    const { core, session, names } = await terraform();
    await core.apply({ [a]: strict });
    const id = textIn(core.state.get(a)?.value["id"]);
    for (const options of [{}, { orphansLast: true }, { refresh: false }] as const) {
      const { diagnostics } = await core.plan(other(id), options);
      const [first, ...more] = errors(diagnostics);
      expect(first).toMatch(taken);
      expect(first).toContain(id);
      expect(first).toContain("add a moved block");
      expect(first).toContain("terraform state rm ADDRESS");
      expect(more).toEqual([]);
    }
    expect((await session.reader.configurations(session.accountId)).map((each) => each.id)).toContain(id);
    expect(names()).toContain("strict");
  });

  test("fails the plan when a collection imports it", async () => {
    const { core, names } = await terraform();
    await core.apply({ [a]: strict });
    const id = textIn(core.state.get(a)?.value["id"]);
    await core.import(all, `s=${id}`);
    for (const options of [{}, { orphansLast: true }] as const) {
      const { diagnostics } = await core.plan({ [all]: collection }, options);
      const [first = "", ...more] = errors(diagnostics);
      for (const each of [first, ...more]) expect(each).toMatch(taken);
    }
    expect(names()).toContain("strict");
  });
});

const at = "scanform_configuration.baseline";
const routing = "scanform_repository_assignments.routing";
const baseline = configurationNamed("baseline");

test("what is taken over is planned with its id, so that an account that conforms plans no moves", async () => {
  const { emulator, sent } = await configured();
  const core = coreOf(emulator);
  const held = emulator.store
    .repositories(acmeAccountId)
    .filter((each) => each.configuration_id === baseline)
    .map(({ id }) => id);
  const declared: Declaration = {
    [at]: { name: "baseline" },
    [routing]: (of) => ({
      rules: [rule({ configuration_id: of(at, "id"), repository_ids: held })],
    }),
  };
  const { diagnostics, apply } = await core.plan(declared);
  expect(diagnostics.map(({ summary }) => summary)).toEqual(["An existing configuration is taken over"]);
  await apply();
  expect(core.state.get(at)?.value["id"]).toBe(baseline);
  expect(core.state.get(routing)?.value["assigned"]).toEqual({ [baseline]: held.length });
  expect(sent().filter((each) => !each.startsWith("GET"))).toEqual([]);
});
