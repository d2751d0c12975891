import { acmeAccountId, acmeKey, builtinSeed, type Emulator } from "../../../src/emulator/index";
import type { ObjectValue } from "../../../src/terraform/value";
import { analyzer, configurationNamed } from "../acme";
import { type Core, coreOf } from "../core";
import { configured, type ConfiguredOptions } from "../session";

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
