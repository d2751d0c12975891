import type { Configuration } from "../../../src/model/observed";
import { address, type Address, type ConfigurationId, configurationId, repositoryId } from "../../../src/model/ids";
import { create } from "../../../src/reconcile/apply/send";
import type { ConfigurationWrite } from "../../../src/reconcile/ports";
import { pageOf } from "../../../src/model/page";
import { declare, desired, live } from "../account";
import { lost, refusal, taking } from "../service";
import { applying } from "./applying";
import { contextOf } from "./context";

const one = configurationId("one");
const made: Configuration = { id: one, name: "one", settings: { comment: "enabled" } };
const body = { name: "one", settings: { comment: "enabled" } } as const;

type Look = Error | readonly Configuration[];

interface World {
  /** What each POST is answered; the last one answers all that follow. */
  readonly answers: readonly (Error | Configuration)[];
  readonly refusesAssign?: Error;
  /** What each look at the list shows; the last one for all that follow. */
  readonly looks?: readonly Look[];
  readonly known?: readonly ConfigurationId[];
  readonly carries?: readonly Address[];
  readonly grace?: readonly number[];
  readonly patience?: (address: Address) => number;
  readonly signal?: AbortSignal;
  /** Is called at the end of each wait. */
  readonly onWait?: () => void;
}

const settled = <T>(answer: T | Error): Promise<T> =>
  answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);

/** Creates the configuration in this world; what happened is kept in the order in which it began. */
async function creating(given: ConfigurationWrite, world: World) {
  const { answers, looks = [[]], known = [], grace = [0], onWait = () => undefined, patience, signal } = world;
  const { carries = [address("scanform_configuration.one")], refusesAssign } = world;
  const happened: string[] = [];
  const posted: ConfigurationWrite[] = [];
  let looked = 0;
  const writer = taking({
    createConfiguration: async (_account, sent) => {
      happened.push("POST");
      posted.push(sent);
      return { configuration: await settled(answers[posted.length - 1] ?? answers.at(-1) ?? made), requestId: "q" };
    },
    assignRepositories: (_account, { configurationId: to, repositoryIds }) => {
      happened.push(`assign ${to} ${repositoryIds.join(" ")}`);
      if (refusesAssign !== undefined) return Promise.reject(refusesAssign);
      return Promise.resolve({ configurationId: to, assignedCount: 0, totalMatched: 0, errors: [] });
    },
  });
  const result = await create(
    { kind: "create", body: given, carries, id: 0, after: [] },
    contextOf(writer, {
      listed: () => {
        happened.push("look");
        looked += 1;
        return settled(looks[looked - 1] ?? looks.at(-1) ?? []);
      },
      known: new Set(known),
      sleep: async (milliseconds) => {
        happened.push(`wait ${String(milliseconds)}`);
        await Promise.resolve();
        happened.push("waited");
        onWait();
      },
      grace,
      patience,
      signal,
    }),
  );
  return { result, happened, posted };
}

const repositories = ["a", "b", "c", "d"].map(repositoryId);

test("a POST whose answer was lost is sent once more when the configuration is not found", async () => {
  const { result, happened } = await creating(body, { answers: [lost(), made], grace: [0, 250] });
  expect(happened).toEqual(["POST", "look", "wait 250", "waited", "look", "POST"]);
  expect(result).toMatchObject({ status: "succeeded", created: one, requestId: "q" });
});

test("a POST whose answer was lost is not matched to a configuration that existed before it was sent", async () => {
  const { result, happened } = await creating(body, {
    answers: [lost(), { ...made, id: configurationId("two") }],
    looks: [[made]],
    known: [one],
  });
  expect(happened).toEqual(["POST", "look", "POST"]);
  expect(result).toMatchObject({ status: "succeeded", created: "two" });
});

test.each<[string, readonly Look[]]>([
  ["no look succeeds", [lost(), lost()]],
  ["the last look fails", [[], lost()]],
])(
  "a POST whose answer was lost is not sent again when %s, since the state of the service is unknown",
  async (_when, looks) => {
    const { result, happened } = await creating(body, { answers: [lost(), made], looks, grace: [0, 0] });
    expect(happened).toEqual(["POST", "look", "look"]);
    expect(result).toMatchObject({
      status: "failed",
      failures: [{ error: expect.stringContaining("reset") as string }],
    });
    expect(result).not.toHaveProperty("created");
  },
);

test("a POST whose answer was lost is found under its name in another normal form", async () => {
  const [typed, compatible] = ["caf\u00e9", "cafe\u0301"];
  const { result, happened } = await creating(
    { ...body, name: typed },
    { answers: [lost()], looks: [[{ ...made, name: compatible }]] },
  );
  expect(happened).toEqual(["POST", "look"]);
  expect(result).toMatchObject({ status: "succeeded", created: one });
});

test("a POST whose answer was lost is not matched to a configuration of another name", async () => {
  const { happened } = await creating(body, { answers: [lost(), made], looks: [[{ ...made, name: "eins" }]] });
  expect(happened).toEqual(["POST", "look", "POST"]);
});

test("an answer with another name than was sent is a failure at once, which says what to write, and nothing more is assigned", async () => {
  const { result, happened } = await creating(
    { ...body, name: "One", repositories },
    { answers: [refusal(413), { ...made, name: "one" }] },
  );
  expect(happened).toEqual(["POST", "POST"]);
  expect(result).toMatchObject({ status: "failed", created: one, failures: [{ ids: [], refused: false }] });
  expect(result).toHaveProperty(
    "failures.0.error",
    'The service named the new configuration one "one", not "One" as declared. ' +
      'Declare "one" as its name: by the other one no plan finds it.',
  );
});

test.each<[string, Configuration]>([
  ["the name in another normal form", { ...made, name: "cafe\u0301" }],
  ["no name", { id: one, settings: {} }],
])("an answer with another name than was sent is none where it has %s", async (_what, answer) => {
  const { result } = await creating({ ...body, name: "caf\u00e9" }, { answers: [answer] });
  expect(result).toMatchObject({ status: "succeeded", created: one });
});

test("rethrows a defect in the look-up", async () => {
  await expect(creating(body, { answers: [lost()], looks: [new TypeError("x")] })).rejects.toThrow(TypeError);
});

test.each([400, 401, 409])("a POST refused with %i is neither looked up nor sent again", async (status) => {
  const { result, happened } = await creating(body, { answers: [refusal(status)] });
  expect(happened).toEqual(["POST"]);
  expect(result).toMatchObject({ status: "failed", failures: [{ status, refused: true }] });
});

test("a POST with too many repositories carries none when a single one is too many", async () => {
  const { result, happened, posted } = await creating(
    { ...body, repositories: repositories.slice(0, 1) },
    { answers: [refusal(413), made] },
  );
  expect(posted).toEqual([{ ...body, repositories: ["a"] }, body]);
  expect(happened).toEqual(["POST", "POST", "assign one a"]);
  expect(result.status).toBe("succeeded");
});

test("a POST with too many repositories has failed and created its configuration where the rest cannot be assigned", async () => {
  const { result } = await creating(
    { ...body, repositories },
    { answers: [refusal(413), made], refusesAssign: refusal(403) },
  );
  expect(result).toMatchObject({ status: "failed", created: one, failures: [{ ids: ["c", "d"], status: 403 }] });
});

test("a POST with too many repositories fails with the first error when it is refused without repositories", async () => {
  const { result, posted } = await creating({ ...body, repositories }, { answers: [refusal(413), refusal(422)] });
  expect(posted.map((each) => each.repositories?.length ?? 0)).toEqual([4, 2, 1, 0]);
  expect(result).toMatchObject({ status: "failed", failures: [{ status: 413 }] });
});

test("a POST with too many repositories may have taken effect when the answer to the one with fewer is lost and nothing is found", async () => {
  const { result, happened } = await creating({ ...body, repositories }, { answers: [refusal(413), lost()] });
  expect(happened).toEqual(["POST", "POST", "look", "POST", "look"]);
  expect(result).toMatchObject({ status: "failed", failures: [{ status: 413, refused: false }] });
});

test.each([400, 409])(
  "a POST with too many repositories is not retried with fewer after a refusal with %i",
  async (status) => {
    expect((await creating({ ...body, repositories }, { answers: [refusal(status)] })).happened).toEqual(["POST"]);
  },
);

test("a POST with too many repositories is not retried with fewer after an interrupt", async () => {
  const world = { answers: [refusal(413)], signal: AbortSignal.abort() };
  expect((await creating({ ...body, repositories }, world)).happened).toEqual(["POST"]);
});

const comment = { comment: "enabled" } as const;
const id = configurationId("made");

/** The list shows what the POST made from this look on; each look reads it again. */
async function lateBy(shownFrom: number, settings: object) {
  let looks = 0;
  let posted = false;
  let time = 0;
  const { applied, sent } = await applying(live({}), desired([declare("new", comment)]), {
    grace: [0],
    now: () => (time += 1000),
    before: (_kind, account) => {
      posted = true;
      account.change(id, { name: "new", settings });
      throw lost();
    },
    look: (from) => ({
      ...from,
      list: async (list, ...given) => {
        if (posted && list === "configurations") looks += 1;
        return list !== "configurations" || looks >= shownFrom ? from.list(list, ...given) : pageOf([]);
      },
    }),
  });
  return { applied, sent };
}

test("a POST whose answer was lost, and that is sent again is not sent where the look before it shows what the first one made", async () => {
  const { applied, sent } = await lateBy(2, comment);
  expect(sent).toEqual(["create"]);
  expect(applied).toMatchObject({ verified: true, sent: 1, outcomes: [{ status: "succeeded" }], diagnostics: [] });
  expect([...applied.created]).toEqual([["scanform_configuration.new", id]]);
});

test("a POST whose answer was lost, and that is sent again is not sent where the look before it shows a configuration of its name that holds something else", async () => {
  const { applied, sent } = await lateBy(2, { comment: "disabled" });
  expect(sent).toEqual(["create"]);
  expect(applied).toMatchObject({
    verified: false,
    outcomes: [{ status: "skipped", code: "changed-since-planned", changed: [{ path: "name", found: "new" }] }],
  });
});

test("a POST whose name somebody else takes after the look has failed for the reason that the service gives", async () => {
  const { applied, sent } = await applying(live({}), desired([declare("new", comment)]), {
    grace: [0],
    before: (_kind, account) => {
      account.change(id, { name: "new" });
      throw refusal(422);
    },
  });
  expect(sent).toEqual(["create"]);
  const error = expect.stringContaining("status 422") as string;
  expect(applied).toMatchObject({ verified: false, outcomes: [{ status: "failed", error }] });
});

const configuration = address("scanform_configuration.one");
/** As the setting `timeouts` of a resource gives it, in milliseconds. */
const patience =
  (timeouts: Readonly<Record<Address, number>>) =>
  (at: Address): number =>
    timeouts[at] ?? 0;
const look = (wait: number) => [`wait ${String(wait)}`, "waited", "look"];
const firstLooks = ["look", ...look(250)];

const grace = [0, 250];

test.each([
  { when: "lost, then not available", answers: () => [lost(), refusal(503)], looks: [[4750], []] },
  { when: "not available, then lost", answers: () => [refusal(503), lost()], looks: [[], [4750]] },
  { when: "lost twice", answers: () => [lost(), lost()], looks: [[4750], [4750]] },
])(
  "a POST whose answer was lost, to a service that may be late for long is looked for after each attempt as long as that one may be late: $when",
  async ({ answers, looks }) => {
    const { result, happened } = await creating(body, {
      answers: answers(),
      grace,
      patience: patience({ [configuration]: 5000 }),
    });
    expect(happened).toEqual(looks.flatMap((waits) => ["POST", ...firstLooks, ...waits.flatMap(look)]));
    expect(result).toMatchObject({ status: "failed", failures: [{ refused: false }] });
  },
);

test("after an interrupt, a POST whose answer was lost is looked for once, without a wait", async () => {
  const { result, happened } = await creating(body, {
    answers: [lost(), made],
    grace: [0, 250, 1000],
    signal: AbortSignal.abort(),
  });
  expect(happened).toEqual(["POST", "look"]);
  expect(result).toMatchObject({ status: "failed", failures: [{ refused: false }] });
});

test("after an interrupt, a POST whose answer was lost is not looked for again when the interrupt comes during a wait", async () => {
  const interrupt = new AbortController();
  const { result, happened } = await creating(body, {
    answers: [lost(), made],
    grace: [0, 250, 1000],
    signal: interrupt.signal,
    onWait: () => {
      interrupt.abort();
    },
  });
  expect(happened).toEqual(["POST", "look", "wait 250", "waited"]);
  expect(result).toMatchObject({ status: "failed", failures: [{ refused: false }] });
});

test.each([
  { what: "a creation may not be repeated", name: "new", repeatable: [false, false] },
  { what: "an update may be repeated", name: "one", repeatable: [true] },
])("the client learns that $what", async ({ name, repeatable }) => {
  const asked: boolean[] = [];
  await applying(live({ one: {} }), desired([declare(name, { comment: "enabled" })]), {
    grace: [0],
    again: (failed, _made, isRepeatable) => {
      asked.push(isRepeatable);
      return Promise.reject(failed);
    },
    before: () => {
      throw lost();
    },
  });
  expect(asked).toEqual(repeatable);
});
