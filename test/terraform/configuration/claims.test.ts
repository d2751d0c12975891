import { acmeAccountId, acmeKey, type Emulator } from "../../../src/emulator/index";
import { textIn } from "../../../src/terraform/value";
import { configurationNamed, rule } from "../acme";
import { coreOf, type Declaration, type PlanOptions } from "../core";
import { providerAt } from "../configured-provider";
import { CoreProcess, isError, type ProtocolDiagnostic } from "../core-process";
import { configured } from "../session";

const [a, b] = ["scanform_configuration.a", "scanform_configuration.b"] as const;
const strict = { name: "strict", comment: "silent" };

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
    expect(errors(diagnostics)).toEqual([expect.stringMatching(/^Two resources manage one configuration: /) as string]);
  expect(names()).toContain("baseline");
  core.state.delete(b);
  await core.apply({ [a]: declared });
  expect(await core.plan({ [a]: declared })).toMatchObject({ actions: { [a]: "no-op" }, diagnostics: [] });
});

describe("a configuration that one resource destroys and another adopts", () => {
  test("fails the plan in either order", async () => {
    const { core, session, names } = await terraform();
    await core.apply({ [a]: strict });
    const id = textIn(core.state.get(a)?.value["id"]);
    for (const options of [{}, { orphansLast: true }, { refresh: false }] as const) {
      const { diagnostics } = await core.plan({ "scanform_configuration.other": strict }, options);
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
});

/** Somebody else makes one more configuration. @returns its id */
async function made({ url }: Emulator, name: string): Promise<string> {
  const answer = await fetch(`${url}/v1/accounts/${acmeAccountId}/configurations`, {
    method: "POST",
    headers: { authorization: `Bearer ${acmeKey}`, "content-type": "application/json" },
    body: JSON.stringify({ configuration: { name, configuration: { comment: "silent" } } }),
  });
  return ((await answer.json()) as { readonly data: { readonly id: string } }).data.id;
}

describe("two live configurations of one name", () => {
  const twin = { name: "twin", comment: "silent" };

  test("can be managed where each is imported by its id, and only then", async () => {
    const { core, emulator, names } = await terraform();
    const ids = [await made(emulator, "twin"), await made(emulator, "twin")] as const;
    expect(await core.import(a, "twin")).toMatchObject([
      { detail: expect.stringContaining(`"${ids[0]}" and "${ids[1]}". Import the one`) as string },
    ]);
    expect(await core.import(a, ids[0])).toEqual([]);
    expect(errors((await core.plan({ [a]: twin, [b]: twin })).diagnostics)).toEqual([
      expect.stringMatching(/^Two live configurations/) as string,
      expect.stringMatching(/"twin" is declared twice/) as string,
    ]);
    expect(await core.import(b, ids[1])).toEqual([]);
    expect(await core.plan({ [a]: twin, [b]: twin })).toMatchObject({
      actions: { [a]: "no-op", [b]: "no-op" },
      diagnostics: [],
    });
    await core.apply({ [a]: { ...twin, comment: "enabled" }, [b]: twin });
    expect(core.state.get(a)?.value).toMatchObject({ id: ids[0], comment: "enabled" });
    expect(core.state.get(b)?.value).toMatchObject({ id: ids[1], comment: "silent" });
    await core.apply({ [a]: { ...twin, comment: "enabled" } });
    expect(names()).toEqual(["baseline", "default", "twin"]);
  });
});

describe("another name, which a live configuration has", () => {
  const other = { name: "other", comment: "silent" };
  const taken = '"other" is the name of';

  test("is an error where no resource has that one", async () => {
    const { core, emulator, writes } = await terraform();
    await core.apply({ [a]: strict });
    const id = await made(emulator, "other");
    emulator.clearRequests();
    const { diagnostics } = await core.plan({ [a]: other });
    expect(errors(diagnostics)).toEqual([
      expect.stringContaining(
        `Another configuration has this name: "other" is the name of ${id} too, which no resource has that is refreshed by now. Choose another name`,
      ) as string,
    ]);
    expect(writes()).toEqual([]);
  });

  test("is a warning where nothing is refreshed", async () => {
    const { core, emulator } = await terraform();
    await core.apply({ [a]: strict });
    await made(emulator, "other");
    const { diagnostics } = await core.plan({ [a]: other }, { refresh: false });
    expect(diagnostics).toMatchObject([{ severity: "WARNING", detail: expect.stringContaining(taken) as string }]);
  });

  test.each<[string, Declaration, PlanOptions?]>([
    ["gets another name", { [b]: { ...other, name: "third" }, [a]: other }],
    ["goes", { [a]: other }],
  ])("is none where a resource that is refreshed before has it, which %s", async (_, next) => {
    const { core, names } = await terraform();
    await core.apply({ [a]: strict, [b]: other });
    const { diagnostics, apply } = await core.plan(next);
    expect(diagnostics).toEqual([]);
    expect((await apply()).filter(isError)).toEqual([]);
    expect(names()).toContain("other");
  });

  test("is a warning where as many plans wait as terraform runs at once, since nothing else is refreshed", async () => {
    const { emulator, core } = await terraform();
    const labels = Array.from({ length: 10 }, (_, each) => `scanform_configuration.c${String(each)}`);
    const named = (what: string) => Object.fromEntries(labels.map((label) => [label, { name: `${what} ${label}` }]));
    await core.apply(named("old"));
    for (const label of labels) await made(emulator, `new ${label}`);
    const sleep = () => new Promise((resolve) => setTimeout(resolve, 50));
    const process = new CoreProcess(providerAt(emulator.url, { sleep }), core.privateStates);
    await process.configure({});
    const states = await Promise.all(labels.map((label) => process.read(label, core.state.get(label)?.value ?? {})));
    await Promise.all(labels.map((label, each) => process.plan(label, states[each] ?? null, { name: `new ${label}` })));
    expect(process.diagnostics.map(({ severity }) => severity)).toEqual(labels.map(() => "WARNING"));
  });

  test("is none where a resource that is refreshed meanwhile has it", async () => {
    const { emulator } = await configured();
    let refresh = (): Promise<unknown> => Promise.resolve();
    const core = coreOf(emulator, { sleep: () => refresh() });
    await core.apply({ [a]: strict, [b]: other });
    const held = core.state.get(b)?.value ?? {};
    const provider = providerAt(emulator.url, { sleep: () => refresh() });
    const process = new CoreProcess(provider, core.privateStates);
    await process.configure({});
    const before = await process.read(a, core.state.get(a)?.value ?? {});
    refresh = () => process.read(b, held);
    await process.plan(a, before, other);
    expect(process.diagnostics).toEqual([]);
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
