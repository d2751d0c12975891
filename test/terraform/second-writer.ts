import { acmeAccountId, acmeKey, builtinSeed, type Emulator, type Profile, type Seed } from "../../src/emulator";
import { accountId, type ConfigurationId, configurationId, repositoryId } from "../../src/model/ids";
import type { TriageCategory } from "../../src/model/findings";
import type { JsonObject } from "../../src/model/json";
import type { Settings } from "../../src/model/settings";
import { ServiceClient } from "../../src/service/service-client";
import { Restorable } from "../support/ending-service";
import { startEmulator } from "../support/emulator";
import { forward, proxy } from "../support/proxy";
import { repositoryNamed } from "./acme";
import { coreOf, type CorePlan, type Declaration, type PlanOptions, type StateObject } from "./core";
import { isError, type ProtocolDiagnostic } from "./core-process";

/** Somebody else, who writes to the account without Terraform. */
export interface Others {
  /** Replaces these top-level settings of the configuration with this name. */
  readonly change: (name: string, settings: Settings) => Promise<unknown>;
  readonly rename: (name: string, to: string) => Promise<unknown>;
  readonly create: (name: string, settings?: Settings) => Promise<unknown>;
  readonly remove: (name: string) => Promise<unknown>;
  readonly assign: (name: string, repository: string) => Promise<unknown>;
  /** Removes the triage without a category. */
  readonly triage: (finding: string, category?: TriageCategory) => Promise<unknown>;
}

export interface Scene {
  /** Is applied first. */
  readonly before: Declaration;
  /** What somebody else has added by then. */
  readonly given?: (others: Others) => Promise<unknown>;
  /** Is planned, and applied while somebody else acts. */
  readonly after: Declaration;
  readonly act: (others: Others) => Promise<unknown>;
  readonly profile?: Partial<Profile>;
  /** Of the plan. */
  readonly options?: PlanOptions;
}

/** What the service holds. */
export interface Held {
  /** The settings of the configuration with this name; undefined when there is none. */
  readonly settings: (name: string) => JsonObject | undefined;
  /** The name of the configuration of a repository. */
  readonly holder: (repository: string) => string | undefined;
  readonly triage: (finding: string) => string | undefined;
}

interface Said {
  readonly summary: string;
  readonly detail: string;
  /** `configurations.a.comment` */
  readonly at: string;
}

export interface Acted {
  readonly errors: readonly Said[];
  readonly warnings: readonly Said[];
  readonly state: ReadonlyMap<string, StateObject>;
  readonly held: Held;
  /** The state after a refresh, and what the next plan of the same declaration does. */
  readonly next: CorePlan["actions"];
}

export interface Staged {
  /**
   * @param nth of these requests, from 0: somebody acts when the service has answered it, before the provider hears;
   *   -1 for before the apply
   */
  readonly applied: (nth: number) => Promise<Acted>;
  /**
   * Two moments: before the apply, and the last one before the reads that a write of this method rests on.
   *
   * @param looks how many reads those are
   */
  readonly before: (method: string, looks: number) => Promise<readonly number[]>;
  /** The moments once the last write of this method was answered. */
  readonly after: (method: string) => Promise<readonly number[]>;
}

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

const below = `/v1/accounts/${acmeAccountId}`;

function heldIn(emulator: Emulator): Held {
  const [{ configurations = [], repositories = [], triage = [] } = {}] = emulator.snapshot().accounts;
  return {
    settings: (name) => {
      const found = configurations.find((each) => each.name === name);
      return found === undefined ? undefined : (found.configuration ?? {});
    },
    holder: (repository) => {
      const has = repositories.find(({ name }) => name === repository)?.configuration_id;
      return configurations.find(({ id }) => id === has)?.name ?? undefined;
    },
    triage: (finding) => triage.find((each) => each.finding_id === finding)?.category,
  };
}

function othersAt(emulator: Emulator): Others {
  const client = new ServiceClient({ baseUrl: emulator.url, apiKey: acmeKey });
  open.push(client);
  const account = accountId(acmeAccountId);
  /** What is gone already cannot be changed any more. */
  const at = async (name: string, work: (id: ConfigurationId) => Promise<unknown>): Promise<void> => {
    const found = emulator.store.configurations(acmeAccountId).find((each) => each.name === name);
    if (found !== undefined) await work(configurationId(found.id));
  };
  const rename = (name: string, to: string, settings: Settings) =>
    at(name, (id) => client.updateConfiguration(account, id, { name: to, settings }));
  return {
    change: (name, settings) => rename(name, name, settings),
    rename: (name, to) => rename(name, to, {}),
    create: (name, settings = {}) => client.createConfiguration(account, { name, settings }),
    remove: (name) => at(name, (id) => client.deleteConfiguration(account, id)),
    assign: (name, repository) =>
      at(name, (configurationId) =>
        client.assignRepositories(account, {
          configurationId,
          repositoryIds: [repositoryId(repositoryNamed(repository))],
        }),
      ),
    triage: (finding, category) =>
      category === undefined ? client.removeTriage(account, finding) : client.setTriage(account, finding, category),
  };
}

/**
 * Applies `before` and plans `after`. What was planned can then be applied several times from the same start, each time
 * with somebody else who acts at another moment. Each apply is a process of its own, as with Terraform.
 */
export async function stage({ before, given, after, act, options, profile = {} }: Scene): Promise<Staged> {
  const seed = new Restorable(builtinSeed);
  const emulator = await startEmulator({ seed: seed.seed, profile });
  open.push(emulator);
  const others = othersAt(emulator);
  const asked: string[] = [];
  const failures: unknown[] = [];
  let actsAt: number | undefined;
  const { url } = await proxy(emulator.url, ({ method, path, pass }, answer) => {
    asked.push(`${method} ${path.replace(below, "")}`);
    if (asked.length - 1 !== actsAt) return undefined;
    actsAt = undefined;
    return pass().then(async (from) => {
      await act(others).catch((thrown: unknown) => failures.push(thrown));
      await forward(from, answer);
    });
  });
  const core = coreOf({ url });
  if (Object.keys(before).length > 0) await core.apply(before);
  await given?.(others);
  const plan = await core.plan(after, options);
  expect(plan.diagnostics.filter(isError)).toEqual([]);
  const start = { service: emulator.snapshot(), state: new Map(core.state), beside: new Map(core.privateStates) };

  const apply = async (service: Seed, nth?: number): Promise<readonly ProtocolDiagnostic[]> => {
    seed.restore(emulator, service);
    putBack(core.state, start.state);
    putBack(core.privateStates, start.beside);
    asked.splice(0);
    actsAt = nth;
    return plan.apply({ mayDiffer: true });
  };

  /** The requests of an apply in which nobody acts. */
  const requested = async (): Promise<readonly string[]> => {
    expect((await apply(start.service)).filter(isError)).toEqual([]);
    return [...asked];
  };
  const momentsOf = (requests: readonly string[]) => Array.from({ length: requests.length + 1 }, (_, at) => at - 1);
  const isOf = (method: string) => (each: string) => each.startsWith(method);
  return {
    before: async (method, looks) => {
      const requests = await requested();
      const moments = momentsOf(requests).filter((at) => at < requests.findIndex(isOf(method)) - looks);
      return moments.filter((at) => at < 0 || at === moments.at(-1));
    },
    after: async (method) => {
      const requests = await requested();
      return momentsOf(requests).filter((at) => at >= requests.findLastIndex(isOf(method)));
    },
    applied: async (nth) => {
      seed.restore(emulator, start.service);
      if (nth < 0) await act(others);
      const diagnostics = await apply(emulator.snapshot(), nth < 0 ? undefined : nth);
      expect({ actsAt, failures }).toEqual({ actsAt: undefined, failures: [] });
      const state = new Map(core.state);
      const held = heldIn(emulator);
      const { actions } = await core.plan(after);
      const [errors, warnings] = [true, false].map((is) =>
        diagnostics.filter((each) => isError(each) === is).map(said),
      );
      return { errors: errors ?? [], warnings: warnings ?? [], state, held, next: actions };
    },
  };
}

function putBack<V>(into: Map<string, V>, from: ReadonlyMap<string, V>): void {
  into.clear();
  for (const [key, value] of from) into.set(key, value);
}

const said = ({ summary, detail, attribute }: ProtocolDiagnostic): Said => ({
  summary,
  detail,
  at: (attribute?.steps ?? [])
    .map((each) => each.attribute_name ?? each.element_key_string ?? String(each.element_key_int ?? ""))
    .join("."),
});
