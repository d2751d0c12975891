import type { Desired } from "../../../src/model/desired";
import type { Configuration, Observed } from "../../../src/model/entities";
import { accountId, configurationId, repositoryId } from "../../../src/model/ids";
import type { Json } from "../../../src/model/json";
import { basisOf } from "../../../src/reconcile/apply/basis";
import type { Changed } from "../../../src/reconcile/apply/changed";
import { type LookReader, Looks } from "../../../src/reconcile/apply/looks";
import { Preflight, type PreflightOptions } from "../../../src/reconcile/apply/preflight";
import { Withheld } from "../../../src/reconcile/apply/withheld";
import { plan, type PlanOptions } from "../../../src/reconcile/plan/plan";
import type { Write } from "../../../src/reconcile/plan/write";
import { shown } from "../account";
import { memory } from "../memory";
import { Account } from "../readings";

/** The account while writes wait for their turn, and what somebody else does to it. */
export class World {
  readonly account: Account;
  /** The categories of findings. */
  readonly triages: Map<string, string>;

  constructor(observed: Observed, triages: Readonly<Record<string, string>>) {
    this.account = new Account(observed, { merge: "deep", put: "replaces", repositories: "adds", omitted: "keeps" });
    this.triages = new Map(Object.entries(triages));
  }

  change(id: string, by: Partial<Pick<Configuration, "name" | "settings">>): void {
    const { configurations } = this.account;
    const before = configurations.get(configurationId(id));
    configurations.set(configurationId(id), { settings: {}, ...before, id: configurationId(id), ...by });
  }

  remove(id: string): void {
    this.account.configurations.delete(configurationId(id));
  }

  /** @param to a configuration; undefined for none */
  move(name: string, to: string | undefined): void {
    const id = repositoryId(`id of ${name}`);
    const { configuration_id: _left, ...before } = this.account.repositories.get(id) ?? {
      id,
      name,
      provider_repo_id: 99,
      enabled: true,
    };
    const goal = to === undefined ? {} : { configuration_id: configurationId(to) };
    this.account.repositories.set(id, { ...before, ...goal });
  }

  removeRepository(name: string): void {
    this.account.repositories.delete(repositoryId(`id of ${name}`));
  }
}

export interface Given extends Partial<Pick<PreflightOptions, "note" | "signal">> {
  /** The categories of findings before. */
  readonly triages?: Readonly<Record<string, string>>;
  readonly options?: PlanOptions;
  readonly reader?: (from: LookReader) => LookReader;
}

/** What went out of a write; or why it did not. */
export interface Checked {
  readonly goes?: unknown;
  readonly withheld?: Withheld["reason"];
  /** An earlier attempt may have taken effect. */
  readonly unclear?: true;
}

/** Plans, and checks writes before they are sent. Each check looks anew. */
export function checking(observed: Observed, declared: Desired, given: Given = {}) {
  const { triages = {}, options, reader: look = (from) => from, note, signal } = given;
  const world = new World(observed, triages);
  const found = Object.entries(triages).map(([id, category]) => [id, { is: "set", category }] as const);
  const made = plan(
    { id: accountId("account") },
    declared,
    { ...observed, triages: { at: 0, found: new Map(found) } },
    options,
  );
  const noted: unknown[] = [];
  const from = memory(world.account).reader;
  const reader = look({
    ...from,
    getTriage: (_account, finding): Promise<Json> => {
      const category = world.triages.get(finding);
      return Promise.resolve({ triage: category === undefined ? null : { category } });
    },
  });
  let time = 0;
  const looks: Looks = new Looks({
    reader,
    account: made.account.id,
    live: made.live,
    now: () => time,
    waiting: () => preflight.waiting,
  });
  const preflight = new Preflight({ plan: made, looks, signal, note: note ?? ((write) => noted.push(shown(write))) });
  const basis = basisOf(made);
  preflight.expect(made.writes, basis);
  const check = async (write: Write | undefined, unclear = false): Promise<Checked> => {
    if (write === undefined) throw new Error("no such write");
    time += 1000;
    try {
      return { goes: shown(await preflight.check(write, { unclear })) };
    } catch (thrown) {
      if (!(thrown instanceof Withheld)) throw thrown;
      return { withheld: thrown.reason, ...(thrown.unclear ? { unclear: true } : {}) };
    }
  };
  return { world, plan: made, preflight, noted, looks, basis, check };
}

/** What was said of a write: its address without what all have in common, and the rest as it is. */
export const said = (all: readonly Changed[]) =>
  all.map(({ address, ...each }) => [address.replace(/^scanform_\w+\./, ""), each]);
