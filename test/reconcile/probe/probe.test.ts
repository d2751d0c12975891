import type { Configuration, Observed } from "../../../src/model/entities";
import { accountId, configurationId } from "../../../src/model/ids";
import { objectSchema } from "../../../src/model/schema";
import { type Settings, settingsFields } from "../../../src/model/settings";
import { probe, type ProbeOptions } from "../../../src/reconcile/probe/probe";
import type { Write } from "../../../src/reconcile/plan/write";
import { live } from "../account";
import { memory } from "../memory";
import { Account, type Reading, readings, usual } from "../readings";
import { answering, refusal } from "../service";

const account = accountId("account");
const scratch = (digit: string) => `scanform-probe-${digit.repeat(8)}-0000-4000-8000-000000000000`;

interface Given extends Partial<ProbeOptions> {
  readonly observed?: Observed;
  readonly reading?: Reading;
  readonly slugs?: readonly string[];
  /** Is called for each request to write, and may throw what it is answered. */
  readonly before?: (kind: Write["kind"], account: Account) => void;
  /** What the settings of the scratch configuration look like when they are read. */
  readonly shown?: (settings: Settings) => Settings;
  /** What is answered in the place of a configuration, by how often it was asked for. */
  readonly hidden?: (asked: number) => Error | undefined;
  /** What the list shows, by how often it was asked for. */
  readonly listed?: (configurations: readonly Configuration[], asked: number) => readonly Configuration[];
  /** With the default waits. */
  readonly standardGrace?: boolean;
}

async function probing({
  observed = live({ mine: { has: ["r"] } }),
  reading = usual,
  slugs = ["a", "b", "c"],
  before = () => undefined,
  shown = (settings) => settings,
  hidden = () => undefined,
  listed = (configurations) => configurations,
  standardGrace = false,
  ...options
}: Given = {}) {
  const at = new Account(observed, reading);
  const service = memory(at, (kind) => {
    before(kind, at);
    return undefined;
  });
  const waits: number[] = [];
  const made: Configuration[] = [];
  let asked = 0;
  let looks = 0;
  const reader = answering({
    ...service.reader,
    configurations: async (id) => {
      looks += 1;
      return listed(await service.reader.configurations(id), looks);
    },
    analyzers: () => Promise.resolve(slugs.map((slug) => ({ id: slug, name: slug, slug, enabled: true }))),
    configuration: (_account, id) => {
      asked += 1;
      const found = at.configurations.get(id);
      const thrown = found === undefined ? refusal(404) : hidden(asked);
      if (found === undefined || thrown !== undefined) return Promise.reject(thrown ?? refusal(404));
      made.push(found);
      return Promise.resolve({ ...found, settings: shown(found.settings) });
    },
  });
  const outcome = await probe(account, {
    reader,
    writer: service.writer,
    sleep: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
    ...(standardGrace ? {} : { grace: [0, 250] }),
    ...options,
  }).then(
    (probed) => ({ probed, thrown: undefined }),
    (thrown: unknown) => ({ probed: undefined, thrown }),
  );
  return { ...outcome, sent: service.sent, waits, made, left: [...at.configurations.values()].map(({ name }) => name) };
}

test.each(readings.filter(({ repositories, omitted }) => repositories === "adds" && omitted === "keeps"))(
  "finds that PATCH is $merge and PUT $put, and leaves nothing behind",
  async (reading) => {
    const { probed, sent, left, waits } = await probing({ reading });
    expect(probed).toEqual({
      cleaned: 0,
      semantics: {
        fillsIn: false,
        patchMerge: reading.merge,
        bulkMerge: reading.merge,
        put: reading.put === "replaces" ? "replaces" : "keeps",
      },
    });
    expect(sent).toEqual(["create", "put", "patch", "put", "bulk", "put", "put", "delete"]);
    expect(waits).toEqual([]);
    expect(left).toEqual(["mine"]);
  },
);

test("uses two analyzers of the account, or two invented ones, and no repository", async () => {
  const keysOf = async (slugs: readonly string[]) =>
    Object.keys((await probing({ slugs })).made[0]?.settings.analyzers ?? {});
  expect(await keysOf(["x", "y", "z"])).toEqual(["x", "y"]);
  expect(await keysOf(["x"])).toEqual(["x", "probe-b"]);
  expect(await keysOf([])).toEqual(["probe-a", "probe-b"]);
  expect((await probing()).made[0]?.name).toMatch(/^scanform-probe-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

test("sends only documented settings", async () => {
  const settings = (await probing()).made.map((each) => each.settings);
  expect(settings.map((each) => objectSchema(settingsFields, "declared").safeParse(each).success)).toEqual(
    settings.map(() => true),
  );
});

test("waits the default grace for lagging reads", async () => {
  const { probed, waits } = await probing({
    standardGrace: true,
    hidden: (asked) => (asked <= 3 ? refusal(404) : undefined),
  });
  expect(waits).toEqual([250, 1000, 3000]);
  expect(probed?.semantics).toMatchObject({ fillsIn: false, patchMerge: "deep", put: "replaces" });
});

test.each<[string, (slug: string) => boolean]>([
  ["of no analyzer", () => false],
  ["of the first analyzer only", (slug) => slug === "a"],
])("does not conclude how settings merge when the service shows the excludes %s", async (_which, shows) => {
  const { probed } = await probing({
    shown: ({ analyzers = {}, ...settings }) => ({
      ...settings,
      analyzers: Object.fromEntries(
        Object.entries(analyzers).map(([slug, { excludes = [], ...entry }]) => [
          slug,
          shows(slug) ? { ...entry, excludes } : entry,
        ]),
      ),
    }),
  });
  expect(probed?.semantics).toHaveProperty("put");
  expect(probed?.semantics).toMatchObject({ patchMerge: undefined, bulkMerge: undefined });
});

test("does not mistake the state before a PUT for its result", async () => {
  let before: Settings = {};
  let late = 1;
  const { probed, waits } = await probing({
    shown: (settings) => {
      if (settings.comment === "enabled" && late-- > 0) return before;
      before = settings;
      return settings;
    },
  });
  expect(probed?.semantics.put).toBe("replaces");
  expect(waits).toEqual([250]);
});

test("detects a service that fills in settings", async () => {
  const { probed } = await probing({ shown: (settings) => ({ show_scan_confirmation: true, ...settings }) });
  expect(probed?.semantics).toMatchObject({ fillsIn: true, patchMerge: "deep" });
});

test("detects a PATCH that replaces whole analyzers, and a PUT that merges", async () => {
  const { probed } = await probing({
    reading: { merge: "deep", put: "keeps omitted fields", repositories: "adds", omitted: "keeps" },
    // the entry that is written to loses what was not given, the other keeps it
    shown: (settings) => ({
      ...settings,
      analyzers: Object.fromEntries(
        Object.entries(settings.analyzers ?? {}).map(([slug, { excludes, ...entry }]) => [
          slug,
          entry.silent === true || excludes === undefined ? entry : { ...entry, excludes },
        ]),
      ),
    }),
  });
  expect(probed?.semantics).toMatchObject({ patchMerge: "entries", bulkMerge: "entries" });
  const marks = { excludes: ["scanform-probe/**"] };
  const kept = await probing({
    shown: (settings) =>
      settings.comment === "enabled" ? { ...settings, analyzers: { ...settings.analyzers, b: marks } } : settings,
  });
  expect(kept.probed?.semantics.put).toBe("merges");
});

test("concludes nothing from results that never appear, and waits for late ones", async () => {
  const blind = await probing({ hidden: () => refusal(404) });
  expect(blind.probed).toEqual({ cleaned: 0, semantics: {} });
  expect(blind.waits.length).toBeGreaterThan(0);
  expect(blind.left).toEqual(["mine"]);
  const late = await probing({ hidden: (asked) => (asked === 1 ? refusal(404) : undefined) });
  expect(late.waits).toEqual([250]);
  expect(late.probed?.semantics).toMatchObject({ fillsIn: false, patchMerge: "deep" });
  const deaf = await probing({
    shown: ({ analyzers = {}, ...settings }) => ({
      ...settings,
      analyzers: Object.fromEntries(
        Object.entries(analyzers).map(([slug, { silent: _never, ...entry }]) => [slug, entry]),
      ),
    }),
  });
  expect(deaf.probed?.semantics).toEqual({ fillsIn: false, put: "replaces" });
});

describe("the scratch configuration is deleted", () => {
  test.each<[string, Write["kind"]]>([
    ["a PATCH", "patch"],
    ["a PUT", "put"],
    ["a bulk_update", "bulk"],
  ])("when %s is refused, and the refusal is reported", async (_what, refused) => {
    const { thrown, left, sent } = await probing({
      before: (kind) => {
        if (kind === refused) throw refusal(400);
      },
    });
    expect(thrown).toMatchObject({ status: 400 });
    expect(left).toEqual(["mine"]);
    expect(sent.at(-1)).toBe("delete");
  });

  test("when it cannot be read", async () => {
    const { thrown, left } = await probing({ hidden: () => refusal(500) });
    expect(thrown).toMatchObject({ status: 500 });
    expect(left).toEqual(["mine"]);
  });

  /** It is made all the same, under the name that was asked for, and its answer is lost. */
  const losing = (kind: Write["kind"], at: Account): void => {
    if (kind !== "create") return;
    const id = configurationId("lost");
    const take = at.take.bind(at);
    at.take = (write) => {
      take(write);
      const [name = ""] = [...at.configurations.values()].flatMap((each) => each.name ?? []).slice(-1);
      at.configurations.delete(configurationId(`new ${name}`));
      at.configurations.set(id, { id, name, settings: {} });
      at.take = take;
      throw refusal(502);
    };
  };

  test("by its name when the answer to its POST was lost", async () => {
    const { thrown, left, waits, sent } = await probing({ before: losing });
    expect(thrown).toMatchObject({ status: 502 });
    expect(left).toEqual(["mine"]);
    expect(sent).toEqual(["create", "delete"]);
    expect(waits).toEqual([250]);
  });

  test("when the answer to its POST was lost and the list shows it late", async () => {
    const { left, sent } = await probing({
      before: losing,
      listed: (configurations, asked) =>
        asked < 3 ? configurations.filter(({ id }) => id !== "lost") : configurations,
    });
    expect(left).toEqual(["mine"]);
    expect(sent).toEqual(["create", "delete"]);
  });

  test("when the answer to its POST was lost, but no configuration in use with a similar name is", async () => {
    const { left } = await probing({ before: losing, observed: live({ used: { name: scratch("2"), has: ["r"] } }) });
    expect(left).toEqual([scratch("2")]);
  });

  test("after an interrupt, which is reported", async () => {
    const interrupt = new AbortController();
    const { thrown, left, sent } = await probing({
      signal: interrupt.signal,
      before: (kind) => {
        if (kind === "patch") interrupt.abort();
      },
    });
    expect(thrown).toMatchObject({ diagnostics: [{ code: "interrupted" }] });
    expect(sent).toEqual(["create", "put", "patch", "delete"]);
    expect(left).toEqual(["mine"]);
  });

  test("or was already deleted by somebody else, which is no error", async () => {
    const { probed, left } = await probing({
      before: (kind) => {
        if (kind === "delete") throw refusal(404);
      },
    });
    expect(probed?.semantics).toMatchObject({ put: "replaces" });
    expect(left).toHaveLength(2);
    const { thrown } = await probing({
      before: (kind) => {
        if (kind === "delete") throw refusal(403);
      },
    });
    expect(thrown).toMatchObject({ status: 403 });
  });
});

test("creates nothing after an interrupt", async () => {
  const { thrown, sent } = await probing({ signal: AbortSignal.abort() });
  expect(thrown).toMatchObject({ diagnostics: [{ code: "interrupted" }] });
  expect(sent).toEqual([]);
});

test("first deletes leftovers of earlier probes, except those with repositories or with another name", async () => {
  const observed = live({
    one: { name: scratch("1") },
    used: { name: scratch("2"), has: ["r"] },
    like: { name: `${scratch("3")}-kept` },
    ending: { name: `kept-${scratch("5")}` },
    two: { name: scratch("4") },
  });
  const { probed, left, sent } = await probing({ observed });
  expect(probed?.cleaned).toBe(2);
  expect(left).toEqual([scratch("2"), `${scratch("3")}-kept`, `kept-${scratch("5")}`]);
  expect(sent.slice(0, 3)).toEqual(["delete", "delete", "create"]);
});
