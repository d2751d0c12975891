import type { Desired } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { configurationId } from "../../../src/model/ids";
import { ServiceError } from "../../../src/service/service-error";
import { declare, desired } from "../account";
import { applying, change, type Given, move, observed } from "./applying";

const refusal = () =>
  new ServiceError({ code: "service-error", detail: "no", method: "PATCH", path: "/v1", status: 400 });
const never = Number.POSITIVE_INFINITY;
/** The waits until reads are not expected to lag any more. */
const grace = [0, 250, 1000];
const both = desired([declare("one", { comment: "enabled" }), declare("two", { comment: "disabled" })]);

interface Lagging extends Omit<Given, "patience" | "sleep" | "now" | "look" | "before"> {
  /** When a configuration shows what was written, in milliseconds of waiting, by id; repositories: all of them. */
  readonly shownAfter: (id: string) => number;
  /** The timeouts of the resources in milliseconds, by address. */
  readonly timeouts?: Readonly<Record<string, number>>;
  /** Is called for each read of the list, with the milliseconds waited so far. Writes that wait at once look at it. */
  readonly onRead?: (elapsed: number) => void;
  /** Is called in each wait, with the milliseconds waited so far. */
  readonly onSleep?: (elapsed: number) => void;
  /** The first request is refused. */
  readonly refused?: boolean;
}

/** Applies a declaration to a service that shows writes late. The time is that of the waits. */
async function lagging(
  before: Observed,
  declared: Desired,
  { shownAfter, timeouts = {}, onRead, onSleep, refused = false, ...given }: Lagging,
) {
  let elapsed = 0;
  let requests = 0;
  const reads: number[] = [];
  const former = new Map(before.configurations.map((each) => [each.id, each]));
  const { applied, sent } = await applying(before, declared, {
    grace,
    patience: (at) => timeouts[at] ?? 0,
    now: () => elapsed,
    sleep: (milliseconds) => {
      elapsed += milliseconds;
      onSleep?.(elapsed);
      return Promise.resolve();
    },
    before: () => {
      requests += 1;
      if (refused && requests === 1) throw refusal();
      return undefined;
    },
    look: (from) => ({
      ...from,
      configurations: async (account) => {
        reads.push(elapsed);
        onRead?.(elapsed);
        const now = new Map((await from.configurations(account)).map((each) => [each.id, each]));
        return [...new Set([...former.keys(), ...now.keys()])].flatMap(
          (id) => (elapsed < shownAfter(id) ? former : now).get(id) ?? [],
        );
      },
      configuration: (account, id) => {
        const before = former.get(id);
        return before !== undefined && elapsed < shownAfter(id)
          ? Promise.resolve(before)
          : from.configuration(account, id);
      },
      repositories: (account) =>
        elapsed < shownAfter("repositories") ? Promise.resolve(before.repositories) : from.repositories(account),
    }),
    ...given,
  });
  return { applied, sent, reads };
}

test.each<{ title: string; declared: Desired; address: string; sent: string; looks?: readonly number[] }>([
  { title: "an update", declared: change, address: "scanform_configuration.one", sent: "patch" },
  { title: "a move", declared: move, address: "scanform_repository_assignments.routing", sent: "assign" },
  {
    title: "a creation",
    declared: desired([declare("new")]),
    address: "scanform_configuration.new",
    sent: "create",
    looks: [0],
  },
  {
    title: "a deletion",
    declared: { ...desired([]), deletions: [configurationId("two")] },
    address: "undeclared.two",
    sent: "delete",
  },
])(
  "$title that shows within the timeout of its resource has succeeded",
  async ({ declared, address, sent, looks = [] }) => {
    const outcome = await lagging(observed, declared, {
      shownAfter: () => 9000,
      timeouts: { [address]: 20_000 },
    });
    expect(outcome).toMatchObject({ sent: [sent], reads: [...looks, 0, 250, 1250, 6250, 11_250] });
    expect(outcome.applied).toMatchObject({ verified: true, diagnostics: [] });
  },
);

test("what does not show within the timeout of its resource is sent in another form, and waited for shortly", async () => {
  const { applied, sent, reads } = await lagging(observed, change, {
    shownAfter: () => never,
    timeouts: { "scanform_configuration.one": 8000 },
  });
  expect(sent).toEqual(["patch", "put"]);
  expect(reads).toEqual([0, 250, 1250, 6250, 8000, 8000, 8250, 9250]);
  expect(applied).toMatchObject({ verified: false, diagnostics: [{ code: "not-converged", path: "comment" }] });
});

test("a resource without a timeout is waited for shortly", async () => {
  const { sent, reads } = await lagging(observed, change, { shownAfter: () => never });
  expect(sent).toEqual(["patch", "put"]);
  expect(reads).toEqual([0, 250, 1250, 1250, 1500, 2500]);
});

test("the timeout of a resource that shows what was written does not prolong the wait for another one", async () => {
  const { sent, reads } = await lagging(observed, both, {
    shownAfter: (id) => (id === "one" ? 0 : never),
    timeouts: { "scanform_configuration.one": 60_000, "scanform_configuration.two": 2000 },
  });
  expect(sent).toEqual(["patch", "patch", "put"]);
  expect(reads.slice(0, 1 + 4)).toEqual([0, 0, 250, 1250, 2000]);
});

test("of several resources that show nothing, the longest timeout counts, until its resource shows", async () => {
  const { reads } = await lagging(observed, both, {
    shownAfter: (id) => (id === "one" ? 7000 : never),
    timeouts: { "scanform_configuration.one": 60_000, "scanform_configuration.two": 2000 },
  });
  expect(reads.slice(0, 1 + 6)).toEqual([0, 0, 250, 1250, 6250, 11_250, 11_250]);
});

test("a resource whose write was refused is not waited for, whatever its timeout", async () => {
  const { applied, sent, reads } = await lagging(observed, both, {
    shownAfter: (id) => (id === "one" ? never : 1500),
    timeouts: { "scanform_configuration.one": 60_000, "scanform_configuration.two": 2000 },
    refused: true,
  });
  expect(sent).toEqual(["patch", "patch"]);
  expect(reads).toEqual([0, 0, 250, 1250, 2000]);
  expect(applied.outcomes).toMatchObject([{ status: "failed" }, { status: "succeeded" }]);

  const late = await lagging(observed, both, {
    shownAfter: () => never,
    timeouts: { "scanform_configuration.one": 60_000 },
    refused: true,
  });
  expect(late.reads.slice(0, 1 + 4)).toEqual([0, 0, 250, 1250, 1250]);
});

describe("after an interrupt", () => {
  test("what was sent is read once, without a wait", async () => {
    const interrupt = new AbortController();
    const slept: number[] = [];
    const { applied, sent, reads } = await lagging(observed, change, {
      shownAfter: () => never,
      signal: interrupt.signal,
      timeouts: { "scanform_configuration.one": 60_000 },
      onRead: () => {
        interrupt.abort();
      },
      onSleep: (elapsed) => slept.push(elapsed),
    });
    expect({ sent, reads, slept }).toEqual({ sent: ["patch"], reads: [0], slept: [] });
    expect(applied).toMatchObject({ verified: false, unread: false, diagnostics: [{ code: "not-converged" }] });
  });

  test("a wait that it comes into is the last, and nothing more is read", async () => {
    const interrupt = new AbortController();
    const { sent, reads } = await lagging(observed, change, {
      shownAfter: () => never,
      signal: interrupt.signal,
      timeouts: { "scanform_configuration.one": 60_000 },
      onSleep: (elapsed) => {
        if (elapsed > 6000) interrupt.abort();
      },
    });
    expect({ sent, reads }).toEqual({ sent: ["patch"], reads: [0, 250, 1250] });
  });
});
