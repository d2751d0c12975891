import { acmeAccountId, acmeKey, builtinSeed, type Emulator } from "../../../src/emulator";
import { configurationId, repositoryId } from "../../../src/model/ids";
import { isUnknown, type ObjectValue, Unknown, type Value } from "../../../src/terraform/value";
import { translating } from "../../support/newer-service";
import { analyzer, configurationNamed, repositoryNamed, rule } from "../acme";
import { type Core, coreOf, type Declaration } from "../core";
import { isError, type ProtocolDiagnostic } from "../core-process";
import { configured, type ConfiguredOptions } from "../session";

const strict = "scanform_configuration.strict";
const routing = "scanform_repository_assignments.routing";
const silent = { name: "strict", comment: "silent" };
const orders = [
  ["destroyed first", { createFirst: false }],
  ["created first", { createFirst: true }],
] as const;

/** Core and the service that its provider reaches. */
async function terraform() {
  const { emulator, sent, session } = await configured();
  const live = (name: string) => {
    const found = emulator.store.configurations(acmeAccountId).filter((each) => each.name === name);
    expect(found).toHaveLength(1);
    return { id: found[0]?.id ?? "", settings: found[0]?.configuration };
  };
  return {
    core: coreOf(emulator),
    forget: () => {
      emulator.clearRequests();
    },
    live,
    names: () =>
      emulator.store
        .configurations(acmeAccountId)
        .map(({ name }) => name)
        .sort(),
    writes: () => sent().filter((each) => !each.startsWith("GET")),
    /** Somebody else gives a repository this configuration. */
    give: async (name: string, id: string) => {
      const assigned = new Map([[repositoryId(repositoryNamed(name)), configurationId(id)]]);
      expect(await session.submit({ kind: "assignment", assigned })).toMatchObject({ diagnostics: [] });
      emulator.clearRequests();
    },
    holders: (id: string) =>
      emulator.store
        .repositories(acmeAccountId)
        .filter((each) => each.configuration_id === id)
        .map(({ name }) => name),
  };
}

const ruleOf = (configuration_id: Value, repository: string): ObjectValue =>
  rule({ configuration_id, repository_names: [repository] });
const errors = (diagnostics: readonly ProtocolDiagnostic[]) =>
  diagnostics.filter(isError).map(({ summary, detail }) => `${summary}: ${detail}`);
const lost = (name: string) =>
  new RegExp(
    `^Replaced while repositories have it: .*"${name}" would be replaced by another one.* 1 repository has it: "checkout"`,
  );

const stays =
  "a configuration of this name that the account has is taken over and updated in place, even where the plan says created or replaced";

test.each(orders)(
  "a configuration that is replaced stays the one that it is, with all that it has and who has it, though %s",
  async (_, options) => {
    const { core, live, give, writes, holders } = await terraform();
    const declared = { [strict]: { name: "baseline", comment: "silent" } };
    await core.apply(declared);
    const before = live("baseline");
    await give("checkout", before.id);
    core.state.set(strict, { value: core.state.get(strict)?.value ?? {}, tainted: true });
    for (const replace of [[], [strict]]) {
      const { actions, diagnostics, apply } = await core.plan(declared, { ...options, replace });
      expect(actions).toEqual({ [strict]: "replace" });
      expect(diagnostics.map(({ detail }) => detail).join("\n")).toContain("it is taken over and updated in place");
      expect((await apply()).filter(isError)).toEqual([]);
      expect(core.state.get(strict)?.value).toMatchObject({
        id: before.id,
        comment: "silent",
        // Terraform shows no warning of such a plan
        review: { unclassified: [stays] },
      });
    }
    expect(live("baseline")).toEqual(before);
    expect(holders(before.id)).toContain("checkout");
    expect(writes()).toEqual([]);
    expect(await core.plan(declared)).toMatchObject({ actions: { [strict]: "no-op" }, diagnostics: [] });
  },
);

test.each(orders)(
  "a configuration that is replaced stays where rules refer to it or name its id, also while these change, though %s",
  async (_, options) => {
    const { core, live, forget, writes, holders } = await terraform();
    await core.apply({ [strict]: silent });
    const before = live("strict");
    const declaring = (repository: string): Declaration => ({
      [strict]: silent,
      [routing]: (of) => ({ rules: [ruleOf(of(strict, "id"), repository)] }),
      "scanform_repository_assignments.other": { rules: [ruleOf(before.id, "docs-site")] },
    });
    await core.apply(declaring("checkout"));
    forget();
    const replacing = { ...options, replace: [strict] };
    await core.apply(declaring("checkout"), replacing);
    expect(writes()).toEqual([]);
    const diagnostics = await core.apply(declaring("payments-api"), replacing);
    expect(diagnostics.map(({ detail }) => detail).join("\n")).not.toContain("is destroyed, and");
    expect(writes()).toEqual(["POST /configurations/assign_repositories"]);
    expect(holders(before.id)).toEqual(expect.arrayContaining(["payments-api", "docs-site"]));
    const again = await core.plan(declaring("payments-api"));
    expect(new Set(Object.values(again.actions))).toEqual(new Set(["no-op"]));
    expect(live("strict")).toEqual(before);
    const destruction = await core.planDestroy(declaring("payments-api"));
    const summaries = destruction.diagnostics.map(({ summary }) => summary);
    expect(summaries).toContainEqual(expect.stringMatching(/^"strict" is destroyed, and \d+ repositories have it$/));
  },
);

test.each(orders)(
  "a configuration that is replaced gets what its declaration changes at the same time, though %s",
  async (_, options) => {
    const { core, live, forget, writes } = await terraform();
    await core.apply({ [strict]: silent });
    const { id } = live("strict");
    forget();
    const changed = { [strict]: { ...silent, comment: "enabled" } };
    await core.apply(changed, { ...options, replace: [strict] });
    expect(live("strict")).toEqual({ id, settings: { comment: "enabled" } });
    expect(writes()).toEqual([`PATCH /configurations/${id}`]);
    expect(await core.plan(changed)).toMatchObject({ actions: { [strict]: "no-op" } });
  },
);

test.each(orders)(
  "a configuration that is replaced is another one under another name, where no repository has it: %s",
  async (_, options) => {
    const { core, live, names } = await terraform();
    await core.apply({ [strict]: silent });
    const { id } = live("strict");
    const renamed = { [strict]: { ...silent, name: "stricter" } };
    await core.apply(renamed, { ...options, replace: [strict] });
    expect(names()).toEqual(["baseline", "default", "stricter"]);
    expect(live("stricter").id).not.toBe(id);
    expect((await core.plan(renamed)).actions).toEqual({ [strict]: "no-op" });
  },
);

test("a configuration that is replaced is not deleted under its repositories where it is tainted and renamed, of which the plan can say nothing", async () => {
  const { core, live, give, writes, names } = await terraform();
  await core.apply({ [strict]: silent });
  const { id } = live("strict");
  await give("checkout", id);
  const held = { value: core.state.get(strict)?.value ?? {} };
  core.state.set(strict, { ...held, tainted: true });
  const { apply } = await core.plan({ [strict]: { ...silent, name: "stricter" } });
  expect(errors(await apply())).toEqual([expect.stringMatching(lost("strict")) as string]);
  expect(core.state.get(strict)).toEqual(held);
  expect({ names: names(), writes: writes() }).toEqual({ names: ["baseline", "default", "strict"], writes: [] });
});

test("a configuration that is replaced stays in the state in a dry run", async () => {
  const { core, live, writes, forget } = await terraform();
  await core.apply({ [strict]: silent });
  const before = core.state.get(strict);
  forget();
  const { apply } = await core.plan({ [strict]: silent }, { replace: [strict], provider: { dry_run: true } });
  expect(errors(await apply())).toEqual([expect.stringContaining("dry_run is set") as string]);
  expect(core.state.get(strict)).toEqual(before);
  expect(live("strict").id).toBe(before?.value["id"]);
  expect(writes()).toEqual([]);
});

test("a configuration that the state has twice fails each plan that refreshes, until one is removed from the state", async () => {
  const { core, live } = await terraform();
  await core.apply({ [strict]: silent });
  const other = "scanform_configuration.other";
  expect(await core.import(other, live("strict").id)).toEqual([]);
  const both = { [strict]: silent, [other]: silent };
  for (const declared of [both, {}])
    expect(errors((await core.plan(declared)).diagnostics)).toEqual([
      expect.stringMatching(/^Two resources manage one configuration: .*terraform state rm ADDRESS/) as string,
    ]);
  core.state.delete(other);
  expect(await core.plan({ [strict]: silent })).toMatchObject({ actions: { [strict]: "no-op" }, diagnostics: [] });
});

test("a configuration is not deleted under its repositories where its name is known only after apply", async () => {
  const { core, live, give, writes, names, holders } = await terraform();
  const team = "scanform_configuration.team";
  await core.apply({ [team]: { name: "baseline" } });
  const { id } = live("baseline");
  await give("checkout", id);
  const held = holders(id);
  const later: Declaration = {
    [strict]: silent,
    [team]: (of) => ({ name: isUnknown(of(strict, "id")) ? new Unknown() : "other" }),
  };
  const { diagnostics, apply } = await core.plan(later, { replace: [team] });
  expect(errors(diagnostics)).toEqual([]);
  expect(errors(await apply())).toEqual([expect.stringMatching(/^Replaced while repositories have it: /) as string]);
  expect({ names: names(), holders: holders(id) }).toEqual({
    names: expect.arrayContaining(["baseline", "default"]) as string[],
    holders: held,
  });
  expect(writes().filter((each) => each.startsWith("DELETE"))).toEqual([]);
});

/** What looks as if somebody else had changed it, and is no conflict. */

const at = "scanform_configuration.it";
const base = { name: "it", comment: "silent" };
const [acme] = builtinSeed.accounts;
const policies = (acme?.custom_policies ?? []).slice(0, 2).map(({ id }) => id);

/** The settings of an analyzer or a policy. */
const policy = (id: string): ObjectValue => ({ [id]: { enabled: true, silent: null, blocking: null } });

async function coreWith(
  options: ConfiguredOptions = {},
): Promise<{ readonly core: Core; readonly writes: () => string[]; readonly emulator: Emulator }> {
  const { emulator } = await configured(options);
  const writes = () => emulator.requests.flatMap(({ method }) => (method === "GET" ? [] : [method]));
  return { core: coreOf(emulator), writes, emulator };
}

/** Applies one declaration after the other; after each there is nothing to do. */
async function applyAll(core: Core, declarations: readonly ObjectValue[]): Promise<void> {
  for (const each of declarations) {
    await core.apply({ [at]: each });
    expect((await core.plan({ [at]: each })).actions).toEqual({ [at]: "no-op" });
  }
}

test("ids of policies in capitals, listed by the service in another order, are no conflict", async () => {
  const { core } = await coreWith({ profile: { order: "shuffled" } });
  const [first = "", second = ""] = policies;
  const code_policies = { ...policy(first.toUpperCase()), ...policy(second) };
  await applyAll(core, [
    { ...base, code_policies },
    { ...base, code_policies: { ...code_policies, [second]: { enabled: false, silent: null, blocking: null } } },
    { ...base, code_policies: policy(second.toUpperCase()) },
  ]);
});

test("patterns of which one may turn the others around stay in the order of the service, since a set has none", async () => {
  const { core, emulator } = await coreWith();
  const secrets = { enabled: true, excludes: ["!src/**", "**"] }; // as Terraform sorts a set
  const declared = (more: ObjectValue) => ({
    [at]: { ...base, analyzers: { secrets: analyzer({ ...secrets, ...more }) } },
  });
  await core.apply(declared({}));
  const live = () => emulator.store.configurations(acmeAccountId).find(({ name }) => name === "it");
  const excludes = ["**", "!src/**"];
  await fetch(`${emulator.url}/v1/accounts/${acmeAccountId}/configurations/${live()?.id ?? ""}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${acmeKey}`, "content-type": "application/json" },
    body: JSON.stringify({
      configuration: { name: "it", configuration: { analyzers: { secrets: { enabled: true, excludes } } } },
    }),
  });
  expect((await core.plan(declared({}))).actions).toEqual({ [at]: "no-op" });
  await core.apply(declared({ blocking: true }));
  expect(live()?.configuration).toMatchObject({ analyzers: { secrets: { blocking: true, excludes } } });
  expect((await core.plan(declared({ blocking: true }))).actions).toEqual({ [at]: "no-op" });
});

test("an analyzer that the service fills in again under exclusive_analyzers is no conflict of any apply", async () => {
  const { core } = await coreWith({ profile: { defaults: "always" } });
  const exclusive = {
    name: "it",
    exclusive_analyzers: true,
    analyzers: { secrets: analyzer({ enabled: true }) },
  };
  expect(await core.apply({ [at]: { ...exclusive, comment: "silent" } })).toContainEqual(
    expect.objectContaining({ summary: "Analyzers cannot be removed" }),
  );
  await applyAll(core, [
    { ...exclusive, comment: "silent" },
    { ...exclusive, comment: "disabled" },
    { ...exclusive, comment: "disabled", analyzers: { secrets: analyzer({ enabled: true, blocking: true }) } },
  ]);
});

test.each(["shallow", "deep"] as const)(
  "a configuration is taken over by its name, and then changed and removed, where PATCH is %s",
  async (patch_merge) => {
    const { core, writes } = await coreWith({ profile: { patch_merge } });
    const declared = { name: "baseline", comment: "enabled", force_destroy: true };
    await applyAll(core, [declared, { ...declared, comment: "disabled", name: "renamed" }]);
    await core.apply({});
    expect([core.state.size, writes().at(-1)]).toEqual([0, "DELETE"]);
  },
);

test("a configuration is changed after its import, and another is destroyed right after it was made", async () => {
  const { core, writes } = await coreWith();
  await core.import(at, configurationNamed("default"));
  await applyAll(core, [
    { name: "default", comment: "disabled", analyzers: { secrets: analyzer({ blocking: true }) } },
  ]);
  const beside = { [at]: core.state.get(at)?.value ?? {} };
  expect(beside[at]).toMatchObject({ comment: "disabled" });
  const kept = { [at]: { name: "default", comment: "disabled", analyzers: { secrets: analyzer({ blocking: true }) } } };
  await core.apply({ ...kept, "scanform_configuration.new": base });
  await core.apply(kept);
  expect(writes().slice(-2)).toEqual(["POST", "DELETE"]);
});

test("each write of one session rests on what the one before has left", async () => {
  const { emulator, session } = await configured();
  const prior = (comment: "silent" | "enabled") => ({ name: "it", declared: { settings: { comment } } });
  const declared = (comment: "silent" | "enabled" | "disabled") => ({ ...base, settings: { comment } });
  const { id } = await session.submit({ kind: "configuration", declared: declared("silent") });
  if (id === undefined) throw new Error("it was not made");
  const changes = [
    { kind: "configuration", declared: { ...declared("enabled"), id }, prior: prior("silent") },
    { kind: "deletion", id, prior: prior("enabled") },
  ] as const;
  for (const each of changes) expect((await session.submit(each)).diagnostics).toEqual([]);
  expect(emulator.store.configurations(acmeAccountId).map(({ name }) => name)).not.toContain("it");
});

/** A configuration of terraform, of which the service then answers a number as a text, and an analyzer as a list. */
async function odd() {
  const { emulator } = await configured();
  let isOdd = true;
  const url = await translating(
    emulator.url,
    (key, value) => {
      if (key === "risk_threshold" && value === 3) return "3";
      return isOdd && key === "xss" ? [] : value;
    },
    (key, value) => {
      if (key === "xss") isOdd = Array.isArray(value);
      if (key === "xss" && Array.isArray(value)) return { enabled: true };
      return value === "3" ? 3 : value;
    },
  );
  const plain = coreOf(emulator);
  await plain.apply({
    [at]: { name: "new", comment: "silent", risk_threshold: 3, analyzers: { xss: analyzer({ enabled: true }) } },
  });
  return {
    core: coreOf({ url }, {}, plain),
    held: () => emulator.store.configurations(acmeAccountId).find(({ name }) => name === "new")?.configuration,
  };
}

const next = async (core: Core, declared: object): Promise<unknown> =>
  (await core.plan({ [at]: declared as never })).actions;

test("a value of another kind than its setting stays where it is not declared", async () => {
  const { core, held } = await odd();
  const declared = { name: "new", comment: "enabled" };
  await core.apply({ [at]: declared });
  expect(held()).toMatchObject({ comment: "enabled", risk_threshold: 3, analyzers: { xss: { enabled: true } } });
  expect(await next(core, declared)).toEqual({ [at]: "no-op" });
});

test("a value that is declared in its place is a change, which the apply writes, and nothing is left to do", async () => {
  const { core, held } = await odd();
  const declared = {
    name: "new",
    comment: "silent",
    risk_threshold: 5,
    analyzers: { xss: analyzer({ enabled: false }) },
  };
  expect(await next(core, declared)).toEqual({ [at]: "update" });
  await core.apply({ [at]: declared });
  expect(held()).toMatchObject({ risk_threshold: 5, analyzers: { xss: { enabled: false } } });
  expect(await next(core, declared)).toEqual({ [at]: "no-op" });
});
