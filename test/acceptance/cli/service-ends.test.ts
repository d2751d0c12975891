import type { SeedAccount } from "../../../src/emulator";
import { apply as applyReviewed, plan as planOf } from "../../../src/library";
import { ServiceClient } from "../../../src/service/service-client";
import { accountId, canary } from "../../support/account";
import type { Outcome } from "../../../src/reconcile/apply/outcome";
import { accountOf, desk, type Ran } from "../../support/desk";
import { startEmulator } from "../../support/emulator";
import { type Aftermath, aftermaths, type End, endings, EndingService, Restorable } from "../../support/ending-service";
import { type SingleWrite, singleWrites, uniqueNames } from "../../support/single-writes";
import { app, seed } from "../../soak/every-write";

/** The service ends at a write. Whatever it does then, what is said of the write is what the service holds. */

jest.setTimeout(60_000);

/** What was said of an apply, and what the account holds after it. */
interface Told {
  /** The exit code of a command. */
  readonly code?: number;
  readonly verified: boolean;
  /** Said by the library alone. */
  readonly unread?: boolean;
  readonly sent: number;
  readonly outcomes: readonly Outcome[];
  readonly held: SeedAccount;
  /** To how many targets writes have arrived. */
  readonly arrived: number;
  /** How long a command has waited, in milliseconds. */
  readonly waited?: number;
}

const cells = endings.flatMap((ending) => aftermaths.map((aftermath) => ({ ending, aftermath })));

const heldIn = (emulator: { readonly snapshot: () => { readonly accounts: readonly SeedAccount[] } }): SeedAccount => {
  const [first] = emulator.snapshot().accounts;
  if (first === undefined) throw new Error("there is no account");
  return first;
};

interface Document {
  readonly verified?: boolean;
  readonly outcomes?: readonly Outcome[];
  readonly requests?: { readonly sent?: number };
}

function toldBy(ran: Ran, service: EndingService, held: SeedAccount): Told {
  expect(service.ended).toBe(true);
  const { verified = false, outcomes = [], requests } = accountOf(ran) as Document;
  return {
    code: ran.code,
    verified,
    outcomes,
    sent: requests?.sent ?? 0,
    held,
    arrived: service.targets.size,
    waited: service.ahead,
  };
}

/** @param file by a saved plan */
async function byCommand(each: Pick<SingleWrite, "app" | "flags" | "seed">, end: End, file: boolean): Promise<Told> {
  const state = new Restorable(each.seed);
  const at = await desk(each.app, state.seed);
  const service = await EndingService.start(at.emulator, state, end);
  const env = { ...at.env, SCANFORM_BASE_URL: service.url };
  const { sleep } = service;
  const declared = ["--synthesized", "app", ...each.flags];
  if (file) expect((await at.run(["plan", ...declared, "--out", "plan.json"], { env })).code).toBe(0);
  const argv = file ? ["apply", "plan.json", "--json"] : ["apply", ...declared, "--auto-approve", "--json"];
  const ran = await at.run(argv, { env, sleep });
  return toldBy(ran, service, heldIn(at.emulator));
}

async function byLibrary(each: SingleWrite, end: End): Promise<Told> {
  const state = new Restorable(each.seed);
  const emulator = await startEmulator({ seed: state.seed });
  const service = await EndingService.start(emulator, state, end);
  const client = new ServiceClient({ baseUrl: service.url, apiKey: canary, attempts: 5 }); // its waits are real
  try {
    const reviewed = await planOf({ client, accountId: each.account, desired: each.desired, ...each.options });
    const { verified, unread, sent, outcomes } = await applyReviewed(reviewed, { client });
    expect(service.ended).toBe(true);
    return { verified, unread, sent, outcomes, held: heldIn(emulator), arrived: service.targets.size };
  } finally {
    await client.close();
    await service.close();
    await emulator.close();
  }
}

/** What holds of everything that is said, whatever the service did. */
function expectTrue(told: Told, holds: (address: string) => boolean): void {
  const { code, verified, outcomes, held, sent, arrived } = told;
  expect(outcomes).not.toEqual([]);
  const claimed = outcomes.filter(({ status }) => status === "succeeded").map(({ address }) => address);
  expect(claimed.filter((address) => !holds(address))).toEqual([]);
  if (verified) expect(claimed).toHaveLength(outcomes.length);
  if (code !== undefined) expect(code).toBe(verified ? 0 : 5);
  const names = (held.configurations ?? []).map(({ name }) => name);
  expect(uniqueNames.filter((name) => names.filter((each) => each === name).length > 1)).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(arrived);
}

/** Nothing could be read after the end. */
function expectUnread({ verified, unread, outcomes, waited = 0 }: Told): void {
  expect(verified).toBe(false);
  expect(waited).toBeLessThan(60_000);
  if (unread !== undefined) expect(unread).toBe(true);
  expect(outcomes.filter(({ status }) => status === "succeeded")).toEqual([]);
  expect(outcomes.some(({ status }) => status === "failed")).toBe(true);
}

/** Everything could be read after the end: what was said is what is there, in both directions. */
function expectRead({ verified, outcomes }: Told, holds: (address: string) => boolean): void {
  const said = outcomes.map(({ address, status }) => ({ address, holds: status === "succeeded" }));
  expect(said).toEqual(outcomes.map(({ address }) => ({ address, holds: holds(address) })));
  expect(verified).toBe(outcomes.every(({ address }) => holds(address)));
}

const isReadable = (aftermath: Aftermath): boolean =>
  aftermath === "answers reads only" || aftermath === "comes back without the last write";

function expectTold(each: SingleWrite, { aftermath, ending }: Omit<End, "at">, told: Told): void {
  const holds = (address: string): boolean => each.holds(told.held, address);
  expectTrue(told, holds);
  if (aftermath === "stays away") {
    expectUnread(told);
    expect(told.outcomes.every(({ status }) => status === "failed")).toBe(true);
  }
  if (isReadable(aftermath)) expectRead(told, holds);
  if (aftermath === "answers reads only") expect(told.verified).toBe(ending !== "before it is done");
}

// each kind in half of the cells: with every ending, and with every aftermath
describe.each(singleWrites.map((each, at) => ({ ...each, at })))(
  "when the service ends at a write of the kind $kind",
  ({ at, ...each }) => {
    test.each(cells.filter((_, index) => index % 2 === at % 2))(
      "$ending, and $aftermath, apply reports what the service holds",
      async (cell) => {
        expectTold(each, cell, await byCommand(each, { at: 1, ...cell }, false));
      },
    );
  },
);

// what a saved plan is applied by is the same from its first write on
test.each(cells.filter(({ aftermath }) => aftermath === "comes back without the last write"))(
  "when the service ends at a creation $ending, and $aftermath, apply of a saved plan reports what it holds",
  async (cell) => {
    const [creation] = singleWrites;
    if (creation !== undefined) expectTold(creation, cell, await byCommand(creation, { at: 1, ...cell }, true));
  },
);

test("when the service ends at a write of the library, it reports what the service holds", async () => {
  // of the same engine: one kind in every cell, and every kind in one
  const usual = cells.find(({ aftermath }) => aftermath === "comes back after 1 s");
  const rows = singleWrites.flatMap((each, at) =>
    cells.filter((cell) => at === 0 || cell === usual).map((cell) => ({ each, cell })),
  );
  // all of it happens at once
  const told = rows.map(async ({ each, cell }) => {
    try {
      expectTold(each, cell, await byLibrary(each, { at: 1, ...cell }));
    } catch (thrown) {
      throw new Error(`${each.kind}, ${cell.ending}, ${cell.aftermath}`, { cause: thrown });
    }
  });
  await Promise.all(told);
});

const settingsIn = ({ configurations = [] }: SeedAccount, name: string) =>
  configurations.find((each) => each.name === name)?.configuration;
const holderIn = ({ configurations = [], repositories = [] }: SeedAccount, repository: string): unknown => {
  const has = repositories.find(({ name }) => name === repository)?.configuration_id;
  return configurations.find(({ id }) => id === has)?.name;
};

/** What is declared at each address of the app that takes one write of every kind. */
const everything: Readonly<Record<string, (held: SeedAccount) => boolean>> = {
  "scanform_configuration.baseline": (held) => settingsIn(held, "baseline")?.["comment"] === "enabled",
  "scanform_configuration.relaxed": (held) => {
    const policies = settingsIn(held, "relaxed")?.["code_policies"] ?? [];
    return Array.isArray(policies) && policies.length === 0;
  },
  "scanform_configuration.third": (held) => settingsIn(held, "third")?.["risk_threshold"] === 3,
  "scanform_configuration.fourth": (held) => settingsIn(held, "fourth")?.["risk_threshold"] === 3,
  "scanform_configuration.strict": (held) => settingsIn(held, "strict")?.["comment"] === "enabled",
  "scanform_repository_assignments.routing": (held) =>
    holderIn(held, "old") === "target" &&
    holderIn(held, "web") === "target" &&
    holderIn(held, "mobile") === "baseline" &&
    holderIn(held, "payments-api") === "strict" &&
    holderIn(held, "payments-ledger") === "strict",
};

// each write in two cells of five
describe.each([1, 2, 3, 4, 5, 6])("when the service ends at write %i of six under way", (at) => {
  test.each(cells.filter((_, index) => index % 5 === at % 5 || index % 5 === (at + 2) % 5))(
    "$ending, and $aftermath, apply reports what the service holds",
    async (cell) => {
      const whole = { app, seed, flags: ["--prune", "--force"] };
      const told = await byCommand(whole, { at, ...cell }, false);
      const holds = (address: string): boolean => {
        const declared = everything[address];
        return declared === undefined ? settingsIn(told.held, "obsolete") === undefined : declared(told.held);
      };
      expect(told.held.account_id).toBe(accountId);
      expectTrue(told, holds);
      if (cell.aftermath === "stays away") expectUnread(told);
      if (isReadable(cell.aftermath)) expectRead(told, holds);
    },
  );
});
