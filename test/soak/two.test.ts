import fc from "fast-check";
import { ScanformError } from "../../src/diagnostics/error";
import { apply as applyReviewed } from "../../src/library";
import { refreshAndPlan } from "../../src/reconcile/refresh/refresh";
import type { Desired } from "../../src/model/desired";
import type { Observed } from "../../src/model/observed";
import { configurationId } from "../../src/model/ids";
import { diff } from "../../src/reconcile/plan/target";
import type { Applied } from "../../src/reconcile/apply/apply";
import type { Plan } from "../../src/reconcile/plan/plan";
import { ServiceClient } from "../../src/service/service-client";
import { decodeSettings } from "../../src/model/field-decoder";
import type { Emulator } from "../../src/emulator";
import { declare, desired } from "../reconcile/account";
import { forward, type Interference, proxy } from "../support/proxy";
import { applyPlan, impatient } from "../support/apply-engine";
import { desiredFor, observed, uuid } from "../reconcile/arbitrary";
import { parametersOf, runs, table, testFigures } from "./figures";
import { lacking, leavesOf, left } from "./promises";
import { id, key, serviceOf } from "./service";

/** Two applies at once on one account. The order of their requests is random, and the same for the same seed. */

const title = "Two applies at once";
const samples = parametersOf(runs / 4);
const time = samples.numRuns * 1000 + 10_000;

/** What a party has been shown last of each object, taken from the state of the service when it asked. */
class Seen {
  readonly #emulator: Emulator;
  #configurations = new Map<string, Observed["configurations"][number]>();
  #repositories: Observed["repositories"] = [];

  constructor(emulator: Emulator) {
    this.#emulator = emulator;
  }

  get observed(): Observed {
    return { configurations: [...this.#configurations.values()], repositories: this.#repositories };
  }

  /** @param path of a GET request */
  look(path: string): void {
    const [list = ""] = path.split("?");
    if (list.endsWith("/configurations")) this.#configurations = this.#live();
    else if (list.endsWith("/repositories"))
      this.#repositories = this.#emulator.store
        .repositories(id)
        .map(({ id: repository, name, provider_repo_id, configuration_id }) => ({
          id: repository,
          provider_repo_id,
          enabled: true,
          ...(typeof name === "string" ? { name } : {}),
          ...(configuration_id === null ? {} : { configuration_id }),
        }));
    else {
      const one = list.split("/").at(-1) ?? "";
      const live = this.#live().get(one);
      if (live === undefined) this.#configurations.delete(one);
      else this.#configurations.set(one, live);
    }
  }

  #live(): Map<string, Observed["configurations"][number]> {
    return new Map(
      this.#emulator.store
        .configurations(id)
        .map(({ id: one, name, configuration }) => [
          one,
          { id: one, ...(name === null ? {} : { name }), settings: decodeSettings(configuration ?? {}, "received") },
        ]),
    );
  }
}

interface Waiting {
  readonly who: number;
  readonly go: () => void;
}

type OnPass = (who: number, method: string, path: string) => void;

/**
 * Lets the requests of several parties through one after the other, in an order that `choose` decides:
 * whenever each party that is not done has a request waiting.
 */
class Turns {
  readonly #choose: () => number;
  readonly #running: Set<number>;
  #waiting: Waiting[] = [];
  #busy = false;
  /** Who sent what, in the order in which it reached the service. */
  readonly passed: { readonly who: number; readonly method: string }[] = [];
  readonly #onPass: OnPass;

  /** @param onPass called before the service handles a request; nothing else happens until it has */
  constructor(parties: number, choose: () => number, onPass: OnPass = () => undefined) {
    this.#onPass = onPass;
    this.#choose = choose;
    this.#running = new Set(Array.from({ length: parties }, (_, who) => who));
  }

  /** An address of the service for one party. */
  async address(who: number, service: string): Promise<string> {
    const interfere: Interference = async ({ method, path, pass }, answer) => {
      await new Promise<void>((go) => {
        this.#waiting.push({ who, go });
        this.#next();
      });
      this.passed.push({ who, method });
      this.#onPass(who, method, path);
      const from = await pass();
      this.#busy = false;
      await forward(from, answer);
      this.#next();
    };
    return (await proxy(service, interfere)).url;
  }

  /** This one sends nothing more. */
  done(who: number): void {
    this.#running.delete(who);
    this.#next();
  }

  #next(): void {
    const here = new Set(this.#waiting.map((each) => each.who));
    if (this.#busy || this.#waiting.length === 0 || [...this.#running].some((who) => !here.has(who))) return;
    const [chosen] = this.#waiting.splice(this.#choose() % this.#waiting.length, 1);
    this.#busy = true;
    chosen?.go();
  }
}

interface Party {
  readonly who: number;
  readonly desired: Desired;
  readonly plan: Plan;
  readonly applied: Applied;
  /** What it saw last of everything. */
  readonly seen: Observed;
}

interface Both {
  readonly before: Observed;
  readonly after: Observed;
  readonly first: Party;
  readonly last: Party;
  /** All that `last` looked at in the end, it looked at when `first` had written everything. */
  readonly lookedAfter: boolean;
}

/** Both plan before either writes, and then write at the same time. */
async function both(before: Observed, declared: readonly [Desired, Desired], order: Iterator<number>): Promise<Both> {
  const service = await serviceOf({ live: before });
  const seen = declared.map(() => new Seen(service.emulator));
  const clients: ServiceClient[] = [];
  try {
    const turns = new Turns(
      2,
      () => order.next().value as number,
      (who, method, path) => {
        if (method === "GET") seen[who]?.look(path);
      },
    );
    const plans = await Promise.all(declared.map((each) => refreshAndPlan(service.client, { id }, each, {})));
    const parties = await Promise.all(
      declared.map(async (wanted, who) => {
        const client = new ServiceClient({ baseUrl: await turns.address(who, service.emulator.url), apiKey: key });
        clients.push(client);
        return { who, desired: wanted, client, plan: plans[who] };
      }),
    );
    const done: Party[] = [];
    await Promise.all(
      parties.map(async ({ client, ...party }) => {
        const { who, plan } = party;
        if (plan === undefined) throw new Error("no plan");
        const now = impatient();
        const applied = await applyPlan(plan, client, { sleep: service.sleep, now });
        done.push({ ...party, plan, applied, seen: seen[who]?.observed ?? before });
        turns.done(who);
      }),
    );
    const [first, last] = done;
    if (first === undefined || last === undefined) throw new Error("nobody applied");
    return { before, after: await service.look(), first, last, lookedAfter: lookedAfter(turns.passed, last.who) };
  } finally {
    await Promise.all(clients.map((each) => each.close()));
    await service.close();
  }
}

/** Whether the looks of one, of which two or four are the last, came when the other had sent its last write. */
function lookedAfter(passed: Turns["passed"], who: number): boolean {
  const writes = passed.flatMap((each, at) => (each.who !== who && each.method !== "GET" ? [at] : []));
  const looks = passed.flatMap((each, at) => (each.who === who && each.method === "GET" ? [at] : []));
  return (writes.at(-1) ?? -1) < (looks.slice(-4)[0] ?? 0);
}

const order = fc.infiniteStream(fc.nat(100));
const tally = { apart: 0, overlapping: 0, lossless: 0, said: 0, later: 0 };

/** The same with other names and ids, so that it has nothing in common with the other. */
const elsewhere = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll("live-", "other-")
      .replaceAll("declared-", "others-")
      .replaceAll('"repository-', '"thing-')
      .replaceAll('"%-', '"thing-')
      .replaceAll('"%"', '"thing-%"')
      .replaceAll("00000061-", "00000071-")
      .replaceAll("00000062-", "00000072-"),
  ) as T;

const here = (desired: Desired): Desired =>
  JSON.parse(JSON.stringify(desired).replaceAll('"%-', '"repository-').replaceAll('"%"', '"repository-%"')) as Desired;

const apart = fc
  .tuple(observed, observed)
  .chain(([one, other]) => fc.tuple(fc.constant([one, other] as const), desiredFor(one), desiredFor(other), order))
  .map(([[one, other], mine, yours, choices]) => {
    const second = elsewhere(other);
    const live = {
      ...one,
      configurations: [...one.configurations, ...second.configurations],
      repositories: [...one.repositories, ...second.repositories],
    };
    return { live, declared: [here(mine), elsewhere(yours)] as const, choices };
  });

test(
  "declarations that touch nothing in common lose nothing, in whatever order their requests come",
  async () => {
    await fc.assert(
      fc.asyncProperty(apart, async ({ live, declared, choices }) => {
        const { after, first, last } = await both(live, declared, choices[Symbol.iterator]());
        for (const { desired, applied } of [first, last]) {
          expect(applied.diagnostics).toEqual([]);
          expect(applied.verified).toBe(true);
          expect(leavesOf(left(after, desired, false))).toEqual([]);
        }
        tally.apart += 1;
      }),
      samples,
    );
  },
  time,
);

const overlapping = observed.chain((live) =>
  fc.record({ live: fc.constant(live), one: desiredFor(live), other: desiredFor(live), choices: order }),
);

/** What is to do of all configurations that are declared, and of all repositories that a plan moved; two configurations of one name are something to do as well. */
function open(after: Observed, { desired, plan }: Party): readonly string[] {
  const has = new Map(after.repositories.map((each) => [each.id, each.configuration_id]));
  // it is where it was to go, even if that has got another name meanwhile
  const there = plan.moves.filter(({ repository, to }) => "id" in to && has.get(repository.id) === to.id);
  const arrived = new Set(there.map(({ repository }) => repository.id));
  const moved = new Set(plan.moves.flatMap(({ repository }) => (arrived.has(repository.id) ? [] : [repository.id])));
  try {
    const { configurations, moves, ...rest } = left(after, desired, false);
    return leavesOf({
      ...rest,
      configurations,
      moves: moves.filter(({ repository }) => moved.has(repository.id)),
    });
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return thrown.diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
  }
}

test(
  "of overlapping declarations, the last reader reports what is there, and what is verified was shown what it declares",
  async () => {
    const verified = { first: 0, last: 0 };
    await fc.assert(
      fc.asyncProperty(overlapping, async ({ live, one, other, choices }) => {
        const result = await both(live, [one, other], choices[Symbol.iterator]());
        const { after, first, last } = result;
        const lost = open(after, first);
        const lostLast = open(after, last);
        if (result.lookedAfter && last.applied.verified) expect(lostLast).toEqual([]);
        if (!last.applied.verified) expect(last.applied.diagnostics).not.toEqual([]);
        expect(foreign(result)).toEqual([]);
        for (const { plan, applied, seen } of [first, last])
          if (applied.verified && plan.writes.length > 0) expect(lacking(seen, plan)).toEqual([]);
        if (first.applied.verified) verified.first += 1;
        if (last.applied.verified) verified.last += 1;
        tally.overlapping += 1;
        const silent = [[first, lost] as const, [last, lostLast] as const].filter(
          ([party, leaves]) => leaves.length > 0 && party.applied.verified,
        );
        if (lostLast.length + lost.length === 0) tally.lossless += 1;
        else if (silent.length > 0) tally.later += 1;
        else tally.said += 1;
      }),
      { ...samples, numRuns: 2 * samples.numRuns },
    );
    expect(verified.first + verified.last).toBeGreaterThan(samples.numRuns / 10);
  },
  2 * time,
);

/** Leaves that changed although neither declared them. */
function foreign({ before, after, first, last }: Both): readonly string[] {
  const now = new Map(after.configurations.map((each) => [each.id, each.settings]));
  return before.configurations.flatMap((each) => {
    const planned = [first, last].flatMap(({ plan }) =>
      plan.configurations.flatMap(({ live, changes }) => (live?.id === each.id ? changes.map(({ path }) => path) : [])),
    );
    return diff(each.settings, now.get(each.id) ?? {})
      .map(({ path }) => path)
      .filter((path) => !planned.some((one) => path.startsWith(one)));
  });
}

const pair: Observed = {
  configurations: ["a", "b"].map((name, at) => ({ id: configurationId(uuid("a", at)), name, settings: {} })),
  repositories: [],
};
const comment = (name: string, value: "enabled" | "disabled"): Desired => desired([declare(name, { comment: value })]);

test.each([
  ["touches nothing in common, its plan is applied", comment("b", "enabled"), undefined],
  ["changed what is planned for, it is stale and writes nothing", comment("a", "disabled"), "plan-stale"],
  ["has done the same, it is stale and writes nothing", comment("a", "enabled"), "plan-stale"],
])("when the other was faster and %s", async (_what, others, code) => {
  const service = await serviceOf({ live: pair });
  const { client, emulator, sleep } = service;
  try {
    const mine = await refreshAndPlan(client, { id }, comment("a", "enabled"), {});
    await applyPlan(await refreshAndPlan(client, { id }, others, {}), client, {
      sleep,
      now: () => service.clock.now(),
    });
    emulator.clearRequests();
    if (code === undefined) expect((await applyReviewed(mine, { client })).verified).toBe(true);
    else {
      await expect(applyReviewed(mine, { client })).rejects.toMatchObject({ diagnostics: [{ code }] });
      expect(emulator.requests.every(({ method }) => method === "GET")).toBe(true);
    }
  } finally {
    await service.close();
  }
});

const text = (): string => `
Two plans are made, and then both are applied at the same time; which request is next is random. The service has no
conditional writes, and nobody holds a lock, so that this is what is certain and what is not:

- Before its first write an apply that was reviewed looks again: whatever has moved by then makes it stale, exit code 4,
  and nothing is written.
- Declarations that have no configuration and no repository in common, those included that their configurations hold,
  lose nothing.
- A leaf that neither declares keeps its value, whatever the other does to the leaves beside it.
- Where both change the same leaf, or one writes settings whole that the other changes in part, the later write stands.
  Whoever reads back after it says which leaf of those that it changed is not as declared, or that a name is there twice,
  and is not verified.
- Who has read back before the other's last write cannot know of it. No client can prevent that without conditional
  writes; the next plan shows it. To exclude it, let only one job at a time apply to an account.

Two random declarations that overlap contradict each other in most cases, so that something of one must be lost:

${table(
  [
    "declarations",
    "cases",
    "nothing lost",
    "lost, and said by an apply",
    "lost once one had read back, shown by the next plan",
  ],
  [
    ["with nothing in common", tally.apart, tally.apart, 0, 0],
    ["that overlap", tally.overlapping, tally.lossless, tally.said, tally.later],
  ],
)}
`;

testFigures(title, text);
