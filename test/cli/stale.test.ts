import type { Emulator } from "../../src/emulator";
import {
  account,
  accountId,
  baseline,
  baselineId,
  canary,
  relaxedId,
  repositoriesNamed,
  repositoryId,
  seedOf,
} from "../support/account";
import { type App, everyday } from "../support/declare";
import { desk, type Desk } from "../support/desk";
import { startEmulator } from "../support/emulator";
import { meddle } from "../support/scenes";

type Given = Parameters<typeof seedOf>[0];

/** What becomes of the account of a saved plan before it is applied; the service in its place, if so. */
type Change = (at: Desk) => Promise<Emulator | undefined>;

const sending =
  (method: string, path: string, body?: object): Change =>
  async ({ emulator }) => {
    await fetch(`${emulator.url}/v1/accounts/${accountId}/configurations${path}`, {
      method,
      headers: { authorization: `Bearer ${canary}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return undefined;
  };

const moving = (repository: number): Change =>
  sending("POST", "/assign_repositories", { configuration_id: relaxedId, repository_ids: [repositoryId(repository)] });

const setting =
  (settings: object, id?: string, name?: string): Change =>
  async (at) => {
    await meddle(at, settings, id, name);
    return undefined;
  };

/** The account has become another one, as it cannot over the API. */
const becoming =
  (given: Given): Change =>
  async ({ emulator }) => {
    await emulator.close();
    return startEmulator({ seed: seedOf(given), port: emulator.port });
  };

/** Applies a saved plan, of everyday declarations if left out, after a change. */
async function applied(change: Change, app: App = everyday, seed: Given = {}) {
  const at = await desk(app, seedOf(seed));
  expect((await at.plan("--out", "saved.plan")).code).toBe(0);
  const other = await change(at);
  const emulator = other ?? at.emulator;
  emulator.clearRequests();
  const ran = await at.run(["apply", "saved.plan"]);
  await other?.close();
  return { ...ran, writes: emulator.requests.filter(({ method }) => method !== "GET").length };
}

const repositoriesOf = (...names: readonly string[]): Given => ({ repositories: repositoriesNamed(names, baselineId) });
const everydayNames = ["payments-api", "payments-ledger", "web", "legacy"] as const;
const reversed = <T>(list: readonly T[] | undefined): T[] => [...(list ?? [])].reverse();

test.each<[string, Change, said: string]>([
  [
    "a configuration that it writes to has another value in a field that it changes",
    setting({ comment: "disabled" }),
    'configuration "baseline": reviewed comments: silent -> enabled, now comments: disabled -> enabled',
  ],
  ["a configuration that it writes to has another name", setting({}, baselineId, "renamed"), "baseline"],
  ["a configuration that it writes to is gone", sending("DELETE", `/${baselineId}`), "baseline"],
  [
    "somebody has made the configuration that it would create",
    sending("POST", "", { configuration: { name: "strict" } }),
    "strict",
  ],
  ["a repository that it moves has moved", moving(0), "payments-api"],
  ["a repository that it does not move has left the configuration", moving(2), "web"],
  [
    "a repository has a name by which another rule matches it",
    becoming(repositoriesOf("payments-api", "ledger", "web", "legacy")),
    'repository "ledger" (was "payments-ledger"): reviewed baseline -> strict (weakens)',
  ],
  [
    "what was declared is not valid any more",
    becoming({ analyzers: (account.analyzers ?? []).filter(({ slug }) => slug !== "secrets") }),
    'Unknown analyzer: The account has no analyzer "secrets".',
  ],
])("a saved plan is stale when %s, which it says, and nothing is written", async (_what, change, said) => {
  const { code, out, err, writes } = await applied(change);
  expect({ code, out, writes }).toEqual({ code: 4, out: "", writes: 0 });
  expect(err).toContain("[plan-stale]\n  saved.plan no longer matches the account, and nothing was written:");
  expect(err).toContain("Plan again, and have it reviewed.");
  expect(err).toContain(said);
});

test.each<[string, Change, said: string]>([
  [
    "a configuration that it does not touch has changed",
    setting({ comment: "disabled", risk_threshold: 1 }, relaxedId, "quite relaxed"),
    "2 of 2 requests",
  ],
  ["a repository that is left as it is has moved", moving(3), "2 of 2 requests"],
  [
    "the service lists the same in another order",
    becoming({
      configurations: reversed(account.configurations),
      repositories: reversed(account.repositories),
      analyzers: reversed(account.analyzers),
    }),
    "2 of 2 requests",
  ],
  [
    "a rule would move a repository that has come since, which stays, and is named",
    becoming(repositoriesOf(...everydayNames, "payments-new")),
    'Since saved.plan was made, a rule has come to select "payments-new" too',
  ],
])("a saved plan is applied when %s", async (_what, change, said) => {
  const { code, out, err } = await applied(change);
  expect([code, out + err]).toEqual([0, expect.stringContaining(said)]);
});

describe("a saved plan that weakens", () => {
  const weakening: App = { configurations: { baseline: { name: "baseline", comment: "disabled" } } };

  test("is stale when it weakens more repositories than were reviewed", async () => {
    const repositories = [
      ...repositoriesNamed(["one"], baselineId),
      ...repositoriesNamed(["", "two"], relaxedId).slice(1),
    ];
    const gaining = sending("POST", "/assign_repositories", {
      configuration_id: baselineId,
      repository_ids: [repositoryId(1)],
    });
    const { code, err, writes } = await applied(gaining, weakening, { repositories });
    expect([code, writes]).toEqual([4, 0]);
    expect(err).toContain('repository "two": not in the reviewed plan, now baseline -> baseline (weakens)');
  });

  test("is applied when it weakens fewer", async () => {
    const configurations = [baseline, { id: relaxedId, name: "relaxed", configuration: {} }];
    expect(await applied(moving(1), weakening, { configurations })).toMatchObject({ code: 0, writes: 1 });
  });
});
