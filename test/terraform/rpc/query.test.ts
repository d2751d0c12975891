import fc from "fast-check";
import { acmeAccountId, acmeKey, builtinSeed, type Profile, type Seed, type SeedAccount } from "../../../src/emulator";
import type { JsonObject } from "../../../src/model/json";
import { settingsFields } from "../../../src/model/settings";
import { toWire } from "../../../src/model/to-wire";
import { decode, encode } from "../../../src/terraform/protocol/message";
import { dynamicValue } from "../../../src/terraform/protocol/service";
import { type StreamEvent, streams } from "../../../src/terraform/protocol/streams";
import type { Provider } from "../../../src/terraform/provider-types";
import { handlersOf } from "../../../src/terraform/rpc/handlers";
import type { ObjectValue } from "../../../src/terraform/value";
import { slugs, policies, settings, uuid } from "../../reconcile/arbitrary";
import { startEmulator } from "../../support/emulator";
import { analyzer } from "../acme";
import { providerAt } from "../configured-provider";
import { isSameObject, proposedNew } from "../core-values";
import { blank } from "../session";
import { asking, dynamic, objectIn } from "./ask";

interface Asked {
  readonly config?: ObjectValue;
  readonly limit?: number;
  readonly included?: boolean;
}

/** A session of terraform query with an account. */
async function queried<T>(
  account: Partial<SeedAccount>,
  profile: Partial<Profile>,
  use: (at: Awaited<ReturnType<typeof connected>>) => Promise<T>,
): Promise<T> {
  const seed: Seed = {
    keys: { [acmeKey]: [acmeAccountId] },
    accounts: [{ account_id: acmeAccountId, active: true, org_name: "acme", ...account }],
  };
  const emulator = await startEmulator({ seed, profile });
  try {
    const provider = providerAt(emulator.url);
    return await use(
      await connected(provider, () => emulator.requests.map(({ path }) => path.split("/").at(-1) ?? "")),
    );
  } finally {
    await emulator.close();
  }
}

async function connected(provider: Provider, sent: () => readonly string[]) {
  const { block, listResources, resources } = provider;
  // as each command of terraform is a process of its own
  const start = async () => {
    const handlers = handlersOf(provider);
    const config = dynamic(block, blank(block, {}));
    await handlers.ConfigureProvider?.({ config: { json: new Uint8Array(), ...config } });
    return handlers;
  };
  const handlers = await start();
  const { request, event } = streams.ListResource;

  const list = async (type_name: string, { config, limit = 0, included = true }: Asked = {}) => {
    const schema = listResources[type_name]?.schema;
    if (schema === undefined) throw new Error(`${type_name} is not listed`);
    const given = dynamic(schema, config === undefined ? null : blank(schema, config));
    const asked = { type_name, config: given, limit, include_resource_object: included };
    const events: StreamEvent<"ListResource">[] = [];
    for await (const each of handlers.ListResource?.(decode(request, encode(request, asked))) ?? [])
      events.push(decode(event, encode(event, each)));
    return events;
  };

  /** What is generated for a listed object, imported and planned: neither a change nor a message may come of it. */
  const planOf = async (type_name: string, { identity, resource_object: state }: StreamEvent<"ListResource">) => {
    const type = resources[type_name];
    if (type === undefined || identity === undefined || state === undefined) throw new Error("nothing is listed");
    const ask = asking(provider);
    await ask("ConfigureProvider", { config: dynamic(block, blank(block, {})) });
    const { config } = await ask("GenerateResourceConfig", { type_name, state });
    const imported = await ask("ImportResourceState", { type_name, identity });
    const read = await ask("ReadResource", { type_name, current_state: imported.imported_resources[0]?.state });
    const prior = objectIn(type.schema, read.new_state) ?? null;
    const written = objectIn(type.schema, config) ?? {};
    const proposed_new_state = dynamic(type.schema, proposedNew(type.schema.block.attributes, prior, written));
    const asked = { type_name, prior_state: read.new_state, config, proposed_new_state, prior_private: read.private };
    const { planned_state, diagnostics } = await ask("PlanResourceChange", asked);
    const validated = await ask("ValidateResourceConfig", { type_name, config });
    // Terraform keeps no order of patterns, of which it warns where one counts
    const warned = validated.diagnostics.filter(({ summary }) => !summary.startsWith("The order of patterns"));
    expect([...imported.diagnostics, ...read.diagnostics, ...warned, ...diagnostics]).toEqual([]);
    for (const each of [planned_state, decode(dynamicValue, encode(dynamicValue, state))])
      expect(isSameObject(type.schema, objectIn(type.schema, each) ?? null, prior ?? {})).toBe(true);
    return written;
  };

  const names = async (type: string, asked?: Asked) =>
    (await list(type, asked)).map(({ display_name: name }) => name ?? "");
  const said = async (type: string, asked?: Asked) =>
    (await list(type, asked)).flatMap(({ diagnostic = [] }) => diagnostic.map(({ detail }) => detail ?? ""));
  const generate = async (type_name: string, given: ObjectValue) => {
    const type = resources[type_name];
    if (type === undefined) throw new Error(`${type_name} is no resource`);
    const state = dynamic(type.schema, blank(type.schema, given));
    const { config, diagnostics } = await asking(provider)("GenerateResourceConfig", { type_name, state });
    return { config: objectIn(type.schema, config), diagnostics };
  };
  return { list, planOf, names, said, sent, generate };
}

const [acme] = builtinSeed.accounts;
if (acme === undefined) throw new Error("the built-in seed has an account");

const single = "scanform_configuration";
const assignments = "scanform_repository_assignments";
const triage = "scanform_finding_triage";

const configuration = (at: number, name: string | null, given: JsonObject = {}) => ({
  id: uuid("a", at),
  name,
  configuration: given,
});
const repository = (at: number, name: string | null, of: number | null) => ({
  id: uuid("b", at),
  name,
  provider_repo_id: at,
  enabled: true,
  created_at: null,
  configuration_id: of === null ? null : uuid("a", of),
});

const order = { order: "shuffled", unset: "null" } as const;

test("what is generated for any account plans without a change, and lists are read once each", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(settings, { minLength: 1, maxLength: 4 }),
      fc.array(fc.option(fc.nat(3), { nil: null }), { maxLength: 6 }),
      async (all, holders) => {
        const account = {
          analyzers: slugs.map((slug, at) => ({ id: uuid("d", at), name: slug, slug, enabled: true })),
          custom_policies: policies.map((id) => ({ id, title: id, question: "?", dashboard_url: "https://d.example" })),
          configurations: all.map((each, at) =>
            configuration(at, `live ${String(at)}`, JSON.parse(JSON.stringify(toWire(settingsFields, each))) as never),
          ),
          repositories: holders.map((of, at) =>
            repository(at, `r${String(at % 4)}`, of === null || of >= all.length ? null : of),
          ),
        };
        await queried(account, order, async ({ list, planOf, sent }) => {
          const found = await Promise.all([single, assignments].map(async (type) => list(type)));
          const lists = sent().filter((each) => ["configurations", "repositories", "all_findings"].includes(each));
          // a list of an unusual length has its end asked for
          expect(lists.filter((each) => each === "configurations")).toHaveLength(1);
          expect(lists.filter((each) => each === "repositories").length).toBeLessThanOrEqual(2);
          expect(found[0]).toHaveLength(all.length);
          for (const [at, type] of [single, assignments].entries())
            for (const each of found[at] ?? []) await planOf(type, each);
        });
      },
    ),
    { numRuns: 8 },
  );
}, 120_000);

test("triages are found in the list of findings, whose names are one line, and have a justification", async () => {
  await queried(acme, order, async ({ list, planOf, names, sent }) => {
    const [first = {}, ...more] = await list(triage);
    expect(more).toEqual([]);
    expect(await names(triage)).toEqual(["payments-api: Secret in code (test/refunds/fixtures.ts): false_positive"]);
    expect(await names(triage, { config: { categories: ["wont_fix", "in_progress"] } })).toEqual([]);
    expect(await names(triage, { config: { repository_name: "docs-site" } })).toEqual([]);
    expect(sent().filter((each) => each === "all_findings")).toHaveLength(1);
    expect(sent().filter((each) => each === "triage")).toEqual([]);
    expect(await planOf(triage, first)).toMatchObject({
      category: "false_positive",
      justification: "Imported: the service does not store why this was decided.",
      id: null,
      active: null,
    });
  });
});

test("configurations that share a name are each planned by their own id", async () => {
  const account = { configurations: [configuration(1, "same"), configuration(2, "same", { comment: "silent" })] };
  await queried(account, {}, async ({ list, planOf }) => {
    for (const each of await list(single)) await planOf(single, each);
  });
});

test("what cannot be declared is listed with a warning that says why", async () => {
  await queried({ configurations: [configuration(1, null)] }, {}, async ({ list, names, said }) => {
    expect(await names(single)).toEqual([uuid("a", 1)]);
    const [{ diagnostic } = {}] = await list(single);
    expect(diagnostic).toMatchObject([
      {
        severity: "WARNING",
        summary: `${uuid("a", 1)} cannot be declared as it is`,
        detail: "It is missing. Give the configuration the name that it has in the account.",
      },
    ]);
    expect(await said(single, { included: false })).toEqual([]);
  });
});

test.each(['${file("x")}', "%{ if true }", "a\u001b[2J"])(
  "generates no key that terraform would evaluate or misspell: %j",
  async (text) => {
    await queried({}, {}, async ({ generate }) => {
      const { config, diagnostics } = await generate(single, {
        name: text,
        analyzers: { [text]: analyzer({ enabled: true }), secrets: analyzer({ excludes: [text] }) },
      });
      expect(config).toMatchObject({ name: text, analyzers: { secrets: { excludes: [text] } } });
      expect(Object.keys(config?.["analyzers"] ?? {})).toEqual(["secrets"]);
      expect(diagnostics).toMatchObject([
        { severity: "WARNING", detail: expect.stringContaining("by hand") as string },
      ]);
    });
    const account = { configurations: [configuration(1, "one", { analyzers: { [text]: { enabled: true } } })] };
    await queried(account, {}, async ({ said }) => {
      expect(await said(single)).toEqual([expect.stringContaining("by hand")]);
      expect(await said(single, { included: false })).toEqual([]);
    });
  },
);

test("rules name a repository without a name by its id", async () => {
  const account = { configurations: [configuration(1, "one")], repositories: [repository(1, "", 1)] };
  await queried(account, {}, async ({ list, planOf, said }) => {
    const [first = {}] = await list(assignments);
    expect(await said(assignments)).toEqual([]);
    expect(await planOf(assignments, first)).toMatchObject({
      rules: [{ repository_ids: [uuid("b", 1)], repository_names: null }],
    });
  });
});

test("rules name repositories, and those whose names repeat by id, in the order of ids", async () => {
  const account = {
    configurations: [configuration(1, "one"), configuration(2, "two")],
    repositories: [repository(1, "b", 2), repository(2, "a", 2), repository(3, "twice", 1), repository(4, "twice", 2)],
  };
  await queried(account, order, async ({ list, planOf, names }) => {
    const [first = {}] = await list(assignments);
    const nothing = { repository_pattern: null, leave: null };
    expect(await planOf(assignments, first)).toMatchObject({
      rules: [
        { configuration_id: uuid("a", 1), repository_ids: [uuid("b", 3)], repository_names: null, ...nothing },
        { configuration_id: uuid("a", 2), repository_ids: [uuid("b", 4)], repository_names: ["a", "b"], ...nothing },
      ],
    });
    expect(await names(assignments)).toEqual(["4 repositories"]);
  });
});

test("no more is listed than the limit says, and names have no control characters", async () => {
  const account = {
    configurations: [configuration(1, "b\u001b[2J\n::error::"), configuration(2, "a"), configuration(3, "c")],
  };
  await queried(account, {}, async ({ list, names }) => {
    expect(await names(single, { limit: 2 })).toEqual(["a", String.raw`b\u{1b}[2J\u{a}::error::`]);
    expect(await names(single, { limit: 5 })).toHaveLength(3);
    expect(await names(single, { config: { name_pattern: "_" } })).toEqual(["a", "c"]);
    const [first] = await list(single, { included: false });
    expect(first).toEqual({
      display_name: "a",
      identity: expect.anything() as object,
      resource_object: undefined,
      diagnostic: [],
    });
  });
});

test("an empty account has nothing to list, and what the service refuses is an error in the stream", async () => {
  await queried({}, {}, async ({ list }) => {
    for (const type of [single, assignments, triage]) expect(await list(type)).toEqual([]);
  });
  await queried({}, {}, async ({ said }) => {
    expect(await said(single, { config: { name_pattern: "\\" } })).toEqual([
      "config.name_pattern: a pattern cannot end in a single backslash; write two for a literal backslash.",
    ]);
  });
});
