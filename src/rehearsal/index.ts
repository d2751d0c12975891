import { setImmediate as turn } from "node:timers/promises";
import { fail, ScanformError } from "../diagnostics/error";
import { label } from "../diagnostics/foreign-text";
import { type Applied, apply } from "../reconcile/apply/apply";
import type { Afterwards } from "../reconcile/plan/afterwards";
import { diff } from "../reconcile/plan/merge";
import { isEmpty, type Plan, plan as planAgain } from "../reconcile/plan/plan";
import type { Leftover, Rehearsal } from "../reconcile/plan/rehearsal";
import type { Write } from "../reconcile/plan/write";
import { type Reading, readingsOf } from "./readings";
import { RehearsedService, Snapshot } from "./rehearsed-service";

export type { Reading } from "./readings";

/** What becomes of the writes of a plan under one reading. */
export interface Rehearsed {
  readonly reading: Reading;
  /** The account holds afterwards what the plan says, and nothing else has changed. */
  readonly converged: boolean;
  /** Requests to write. */
  readonly sent: number;
  readonly leftovers: readonly Leftover[];
  /** The switches on which this rests: a reading that differs in others only comes to the same. */
  readonly consulted: ReadonlySet<string>;
}

export interface RehearseOptions {
  /** Ends the rehearsal between two readings. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each reading. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/**
 * Applies a plan to copies of the account that it was computed from, each a service of another reading of what the
 * specification leaves open. In memory: nothing is sent, and no time passes. Readings
 * between which no write shows a difference are tried once.
 *
 * @throws ScanformError `interrupted`
 */
export async function rehearse(plan: Plan, { signal, onProgress }: RehearseOptions = {}): Promise<Rehearsal> {
  if (isEmpty(plan)) {
    const readings = readingsOf().length;
    return { readings, converged: readings, requests: [0, 0], leftovers: [] };
  }
  const stage = new Stage(plan);
  const done: Rehearsed[] = [];
  for (const reading of stage.readings) {
    if (signal?.aborted === true) fail("interrupted", "The rehearsal was stopped. Nothing was changed.");
    const same = done.find((each) => isSame(each, reading));
    done.push(same === undefined ? await stage.rehearse(reading) : renamed(same, reading));
    onProgress?.(done.length, stage.readings.length);
    await turn(); // for Ctrl-C and progress
  }
  const sent = done.map((each) => each.sent);
  return {
    readings: done.length,
    converged: done.filter(({ converged }) => converged).length,
    requests: [Math.min(...sent), Math.max(...sent)],
    leftovers: done.flatMap(({ leftovers }) => leftovers),
  };
}

/** Whether a rehearsal looked at nothing in which another reading differs. */
const isSame = ({ reading, consulted }: Rehearsed, other: Reading): boolean =>
  decisive(reading, consulted) === decisive(other, consulted);

const decisive = ({ profile }: Reading, consulted: ReadonlySet<string>): string =>
  JSON.stringify(Object.entries(profile).filter(([name]) => consulted.has(name)));

const renamed = (done: Rehearsed, reading: Reading): Rehearsed => ({
  ...done,
  reading,
  leftovers: done.leftovers.map((each) => ({ ...each, reading: reading.name })),
});

/** What the rehearsals of one plan share. */
export class Stage {
  readonly readings = readingsOf();
  readonly #plan: Plan;
  readonly #snapshot: Snapshot;
  readonly #expected: Afterwards;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#snapshot = new Snapshot(plan);
    this.#expected = plan.after();
  }

  async rehearse(reading: Reading): Promise<Rehearsed> {
    const plan = this.#plan;
    const service = new RehearsedService(this.#snapshot, reading.profile);
    let time = 0;
    const sleep = (milliseconds: number): Promise<void> => {
      time += milliseconds;
      return Promise.resolve();
    };
    // nothing lags, so that one read shows all
    const applied = await apply(plan, { reader: service, writer: service, grace: [0], sleep, now: () => time });
    const lost = this.#lost(service, applied, reading);
    const converged = applied.verified && lost.length === 0;
    return {
      reading,
      converged,
      sent: applied.sent,
      leftovers: converged ? [] : this.#left(service, applied, reading, lost),
      consulted: service.consulted,
    };
  }

  /** What the account holds otherwise than the plan says, whether or not it is declared. */
  #lost(service: RehearsedService, { created }: Applied, reading: Reading): readonly Leftover[] {
    const { configurations, repositories } = service.state;
    const live = new Map(configurations.map((each) => [each.id, each]));
    const ids = this.#expected.configurations.map(({ id, address }) => id ?? (address && created.get(address)));
    const leaves = this.#expected.configurations.flatMap(({ address, name, settings }, at): readonly Leftover[] => {
      const its = ids[at];
      if (settings === null) return []; // never listed
      const of = address ?? `configuration ${label(name ?? String(its))}`;
      const found = its && live.get(its);
      if (found === undefined) return [{ reading: reading.name, address: of, path: null }];
      const wrong = found.settings === settings ? [] : diff(found.settings, settings).map(({ path }) => path);
      const renamed = found.name === name ? [] : ["name"];
      return [...renamed, ...wrong].map((path) => ({ reading: reading.name, address: of, path }));
    });
    const assigned = new Map(repositories.map((each) => [each.id, each.configuration_id]));
    const gone = this.#expected.repositories.flatMap(({ repository, configuration }): readonly Leftover[] =>
      assigned.get(repository.id) === (configuration === null ? undefined : ids[configuration])
        ? []
        : [{ reading: reading.name, address: `repository ${label(repository.name ?? repository.id)}`, path: null }],
    );
    return [...leaves, ...gone];
  }

  /** What the next plan would do, else what was lost or failed. */
  #left(
    service: RehearsedService,
    { outcomes }: Applied,
    { name: reading }: Reading,
    lost: readonly Leftover[],
  ): readonly Leftover[] {
    const next = this.#next(service);
    const at = (address: string, path: string | null): Leftover => ({ reading, address, path, ...this.#step(address) });
    const failed = outcomes.filter(({ status }) => status !== "succeeded").map(({ address }) => at(address, null));
    const first = next.length > 0 ? next.map(([address, path]) => at(address, path)) : lost;
    return first.length > 0 ? first : failed;
  }

  #next(service: RehearsedService): readonly Place[] {
    const { account, desired, observed, options } = this.#plan;
    const { triages: _asSent, ...rest } = desired;
    try {
      const next = planAgain(account, rest, { ...observed, ...service.state }, options);
      return [
        ...next.configurations.flatMap(({ address, action, live, declared, changes }): readonly Place[] => {
          if (action === "create") return [[address, null]];
          const renamed = live === undefined || live.name === declared.name ? [] : ["name"];
          return [...renamed, ...changes.map(({ path }) => path)].map((path) => [address, path]);
        }),
        ...next.deletions.map(({ address }): Place => [address, null]),
        ...next.moves.map(({ assignments, repository: { id, name } }): Place => [
          assignments,
          `repository ${label(name ?? id)}`,
        ]),
      ];
    } catch (thrown) {
      if (!(thrown instanceof ScanformError)) throw thrown;
      return thrown.diagnostics.map(({ address = "", path = null }): Place => [address, path]);
    }
  }

  /** The last write that was to bring it about. */
  #step(address: string): Pick<Leftover, "step"> {
    const { writes } = this.#plan;
    const write = writes.findLast(({ carries }) => carries.some((each) => each === address));
    if (write === undefined) return {};
    return { step: `request ${String(write.id + 1)} of ${String(writes.length)}, ${requestText(write)}` };
  }
}

type Place = readonly [address: string, path: string | null];

function requestText(write: Write): string {
  switch (write.kind) {
    case "create":
      return `POST of ${label(write.body.name)}`;
    case "put":
    case "patch":
      return `${write.kind.toUpperCase()} of ${label(write.body.name)}`;
    case "bulk":
      return `bulk_update of ${String(write.configurations.length)} configurations`;
    case "assign":
      return `assign_repositories of ${String(write.repositories.length)}`;
    case "delete":
      return "DELETE";
    case "set-triage":
    case "remove-triage":
      return "triage";
    default:
      return write satisfies never;
  }
}
