import type { Emulator } from "../../src/emulator/index";
import type { ObjectValue, Value } from "../../src/terraform/value";
import type { SessionOptions } from "../../src/terraform/account/session";
import { providerAt } from "./configured-provider";
import { type Action, type Change, CoreProcess, isError, type ProtocolDiagnostic } from "./core-process";

/**
 * Terraform core without terraform: the requests of a plan and of an apply, each in a process of its own, in the
 * order in which core sends them. It has no graph: resources are planned and applied in the order of their
 * declaration.
 */
export interface Core {
  /** What the state holds, by address. */
  readonly state: Map<string, StateObject>;
  /** What an apply or a read has left beside the state, by address. */
  readonly privateStates: Map<string, Uint8Array>;
  /** Plans, with a refresh before each. */
  readonly plan: (declared: Declaration, options?: PlanOptions) => Promise<CorePlan>;
  /** Plans what destroys everything in the state, after a plan of what is declared, in which nothing may be wrong. */
  readonly planDestroy: (declared: Declaration) => Promise<CorePlan>;
  /** Plans and applies; nothing may be wrong. @returns what was said */
  readonly apply: (declared: Declaration, options?: PlanOptions) => Promise<readonly ProtocolDiagnostic[]>;
  /** -refresh-only. @returns the addresses at which it finds a change, in the state or beside it; it keeps neither */
  readonly drift: () => Promise<readonly string[]>;
  /** Puts what is imported at an address. @returns what was said */
  readonly import: (address: string, id: string) => Promise<readonly ProtocolDiagnostic[]>;
}

export interface StateObject {
  readonly value: ObjectValue;
  /** It is to be made again. */
  readonly tainted?: boolean;
}

/** What is written in a user's file, by address; a function where it refers to resources that are before it. */
export type Declaration = Readonly<Record<string, ObjectValue | ((of: Reference) => ObjectValue)>>;

/** The value of an attribute: planned in a plan, and applied in an apply. */
type Reference = (address: string, attribute: string) => Value;

export interface PlanOptions {
  /** -replace */
  readonly replace?: readonly string[];
  /** -refresh=false */
  readonly refresh?: false;
  /** What is not declared any more is planned last, and not first. */
  readonly orphansLast?: true;
  /** What no resource refers to may be applied in another order than it was planned in. */
  readonly appliesInReverse?: true;
  /** create_before_destroy */
  readonly createFirst?: boolean;
  /** What is written in the provider block. */
  readonly provider?: ObjectValue;
  /** As Terraform does from 1.16 on: the plan right before an apply gets the private data of the reviewed one. */
  readonly storesPlannedPrivate?: true;
}

export interface CorePlan {
  readonly diagnostics: readonly ProtocolDiagnostic[];
  readonly actions: Readonly<Record<string, Action>>;
  /** An attribute as it is planned. */
  readonly plans: Reference;
  /** @returns what was said; the state is then what terraform would keep */
  readonly apply: (options?: ApplyOptions) => Promise<readonly ProtocolDiagnostic[]>;
}

interface ApplyOptions {
  /**
   * The account may have changed since the plan: Terraform refuses what is planned otherwise by now. Without it, a test
   * fails where that happens.
   */
  readonly mayDiffer?: true;
}

/**
 * Core, which sends one request at a time: no wait of the provider could bring another.
 *
 * @param options of each session of the provider
 * @param before whose state it continues; empty without
 */
export function coreOf(
  { url }: Pick<Emulator, "url">,
  options: Partial<SessionOptions> = {},
  before: Pick<Core, "state" | "privateStates"> = { state: new Map(), privateStates: new Map() },
): Core {
  const { state, privateStates } = before;

  /** A new process. */
  const start = async ({ provider: block = {}, storesPlannedPrivate }: PlanOptions = {}): Promise<CoreProcess> => {
    const provider = providerAt(url, { batchWait: 0, sleep: () => Promise.resolve(), ...options });
    const process = new CoreProcess(provider, privateStates, storesPlannedPrivate);
    await process.configure(block);
    return process;
  };

  const plan = async (declared: Declaration, options: PlanOptions = {}): Promise<CorePlan> => {
    const { refresh, orphansLast, replace = [] } = options;
    const process = await start(options);
    const changes: Change[] = [];
    const reference: Reference = (address, attribute) =>
      changes.find((each) => each.address === address)?.planned?.[attribute] ?? null;
    const orphans = [...state.keys()].filter((address) => !Object.hasOwn(declared, address));
    const written = Object.entries(declared);
    for (const [address, given] of [
      ...(orphansLast ? [] : orphans.map((each) => [each, undefined] as const)),
      ...written,
      ...(orphansLast ? orphans.map((each) => [each, undefined] as const) : []),
    ]) {
      const held = state.get(address);
      const seen = held === undefined || refresh === false ? held?.value : await process.read(address, held.value);
      const prior = seen ?? null;
      if (given === undefined) {
        if (prior !== null) changes.push(await process.planDestroy(address, prior));
        continue;
      }
      const config = typeof given === "function" ? given(reference) : given;
      const remade = held?.tainted === true ? "tainted" : replace.includes(address) ? "replaced" : undefined;
      changes.push(await process.plan(address, prior, config, remade));
    }
    return planned(changes, process, declared, options);
  };

  const planned = (
    changes: readonly Change[],
    { diagnostics }: CoreProcess,
    declared: Declaration,
    options: PlanOptions,
  ): CorePlan => ({
    diagnostics: [...diagnostics],
    actions: Object.fromEntries(changes.map(({ address, action }) => [address, action])),
    plans: (address, attribute) => changes.find((each) => each.address === address)?.planned?.[attribute] ?? null,
    apply: async ({ mayDiffer = false }: { readonly mayDiffer?: boolean } = {}) => {
      expect(diagnostics.filter(isError)).toEqual([]);
      const { createFirst, appliesInReverse } = options;
      const process = await start(options);
      const reference: Reference = (address, attribute) => state.get(address)?.value[attribute] ?? null;
      const destroy = async (change: Change) => {
        const { address, prior } = change;
        if (prior === null || (await process.destroy(change))) {
          if (change.action === "delete" || createFirst !== true) state.delete(address);
        } else state.set(address, { value: prior });
      };
      for (const change of changes) if (change.action === "delete") await destroy(change);
      for (const change of appliesInReverse ? changes.toReversed() : changes) {
        const { address, action } = change;
        if (action === "delete") continue;
        if (action === "replace" && createFirst !== true) {
          await destroy(change);
          if (process.diagnostics.some(isError)) break;
        }
        const given = declared[address] ?? {};
        const config = typeof given === "function" ? given(reference) : given;
        const value = await process.apply(change, config, mayDiffer);
        if (value !== null) state.set(address, { value });
        if (process.diagnostics.some(isError)) break;
        if (action === "replace" && createFirst === true) await destroy(change);
      }
      return process.diagnostics;
    },
  });

  return {
    state,
    privateStates,
    plan,
    planDestroy: async (declared) => {
      const refreshing = await plan(declared);
      if (refreshing.diagnostics.some(isError)) return refreshing;
      const process = await start();
      const changes: Change[] = [];
      for (const [address, { value }] of state) changes.push(await process.planDestroy(address, value));
      return planned(changes, process, {}, {});
    },
    apply: async (declared, options) => {
      const made = await plan(declared, options);
      const diagnostics = await made.apply();
      expect(diagnostics.filter(isError)).toEqual([]);
      return [...made.diagnostics, ...diagnostics];
    },
    drift: async () => {
      const process = await start();
      const found: string[] = [];
      for (const [address, { value }] of state) {
        const beside = privateStates.get(address) ?? new Uint8Array();
        const isSame = process.isSame(address, await process.read(address, value), value);
        if (!isSame || Buffer.compare(beside, privateStates.get(address) ?? new Uint8Array()) !== 0)
          found.push(address);
        privateStates.set(address, beside);
      }
      return found;
    },
    import: async (address, id) => {
      const process = await start();
      const value = await process.import(address, id);
      if (value !== null) state.set(address, { value });
      return process.diagnostics;
    },
  };
}
