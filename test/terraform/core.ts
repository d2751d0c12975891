import { acmeAccountId, acmeKey, type Emulator } from "../../src/emulator";
import { openSession } from "../../src/terraform/account/open-session";
import type { Received } from "../../src/terraform/protocol/message";
import type { diagnostic } from "../../src/terraform/protocol/messages/common";
import type { Provider } from "../../src/terraform/provider";
import { scanformProvider } from "../../src/terraform/scanform-provider";
import type { Attributes, Schema } from "../../src/terraform/schema/schema";
import { isObjectValue, isUnknown, type ObjectValue, type Value } from "../../src/terraform/values/value";
import { asking, dynamic, objectIn } from "./rpc/ask";
import { blank } from "./session";

/**
 * Terraform core without terraform: the requests of a plan and of an apply, each in a process of its own, in the
 * order in which core sends them. It has no graph: resources are planned and applied in the order of their
 * declaration.
 */
export interface Core {
  /** What the state holds, by address. */
  readonly state: Map<string, StateObject>;
  /** Plans, with a refresh before each. */
  readonly plan: (declared: Declaration, options?: PlanOptions) => Promise<CorePlan>;
  /** Plans what destroys everything in the state, after a plan of what is declared, in which nothing may be wrong. */
  readonly planDestroy: (declared: Declaration) => Promise<CorePlan>;
  /** Plans and applies; nothing may be wrong. @returns what was said */
  readonly apply: (declared: Declaration, options?: PlanOptions) => Promise<readonly ProtocolDiagnostic[]>;
  /** Puts what is imported at an address. @returns what was said */
  readonly import: (address: string, id: string) => Promise<readonly ProtocolDiagnostic[]>;
}

export interface StateObject {
  readonly value: ObjectValue;
  /** It is to be made again. */
  readonly tainted?: boolean;
}

/** What is written in a user's file, by address; a function where it refers to resources that stand before it. */
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
  /** create_before_destroy */
  readonly createFirst?: boolean;
  /** What is written in the provider block. */
  readonly provider?: ObjectValue;
}

export type ProtocolDiagnostic = Received<typeof diagnostic>;
type Action = "create" | "update" | "no-op" | "replace" | "delete";

export interface CorePlan {
  readonly diagnostics: readonly ProtocolDiagnostic[];
  readonly actions: Readonly<Record<string, Action>>;
  /** @returns what was said; the state is then what terraform would keep */
  readonly apply: () => Promise<readonly ProtocolDiagnostic[]>;
}

interface Change {
  readonly address: string;
  readonly action: Action;
  readonly prior: ObjectValue | null;
  readonly planned: ObjectValue | null;
  readonly remembered: Uint8Array;
}

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/** A provider that is configured for acme at this address; its sessions are closed after the test. */
function providerAt(baseUrl: string): Provider {
  return {
    ...scanformProvider({}),
    configure: async ({ dry_run: dry = null }, stop) => {
      const session = await openSession({
        baseUrl,
        apiKey: acmeKey,
        accountId: acmeAccountId,
        dryRun: dry === true,
        stop,
      });
      open.push(session);
      return { session, diagnostics: [] };
    },
  };
}

export const isError = ({ severity }: ProtocolDiagnostic): boolean => severity === "ERROR";

/** Core with an empty state. */
export function coreOf({ url }: Pick<Emulator, "url">): Core {
  const state = new Map<string, StateObject>();

  /** A new process. */
  const start = async (block: ObjectValue = {}): Promise<Process> => {
    const provider = providerAt(url);
    const ask = asking(provider);
    const config = dynamic(provider.block, blank(provider.block, block));
    const { diagnostics } = await ask("ConfigureProvider", { config });
    expect(diagnostics).toEqual([]);
    return new Process(provider, ask);
  };

  const plan = async (declared: Declaration, options: PlanOptions = {}): Promise<CorePlan> => {
    const { refresh, orphansLast, replace = [] } = options;
    const process = await start(options.provider);
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
    { diagnostics }: Process,
    declared: Declaration,
    { createFirst, provider }: PlanOptions,
  ): CorePlan => ({
    diagnostics: [...diagnostics],
    actions: Object.fromEntries(changes.map(({ address, action }) => [address, action])),
    apply: async () => {
      expect(diagnostics.filter(isError)).toEqual([]);
      const process = await start(provider);
      const reference: Reference = (address, attribute) => state.get(address)?.value[attribute] ?? null;
      const destroy = async (change: Change) => {
        const { address, prior } = change;
        if (prior === null || (await process.destroy(change))) {
          if (change.action === "delete" || createFirst !== true) state.delete(address);
        } else state.set(address, { value: prior });
      };
      for (const change of changes) if (change.action === "delete") await destroy(change);
      for (const change of changes) {
        const { address, action } = change;
        if (action === "delete") continue;
        if (action === "replace" && createFirst !== true) {
          await destroy(change);
          if (process.diagnostics.some(isError)) break;
        }
        const given = declared[address] ?? {};
        const config = typeof given === "function" ? given(reference) : given;
        const value = await process.apply(change, config);
        if (value !== null) state.set(address, { value });
        if (process.diagnostics.some(isError)) break;
        if (action === "replace" && createFirst === true) await destroy(change);
      }
      return process.diagnostics;
    },
  });

  return {
    state,
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
    import: async (address, id) => {
      const process = await start();
      const value = await process.import(address, id);
      if (value !== null) state.set(address, { value });
      return process.diagnostics;
    },
  };
}

type Ask = ReturnType<typeof asking>;

/** One process of the provider, which is asked for one resource after the other. */
class Process {
  readonly diagnostics: ProtocolDiagnostic[] = [];

  constructor(
    private readonly provider: Provider,
    private readonly ask: Ask,
  ) {}

  #type(address: string): { readonly type_name: string; readonly schema: Schema } {
    const [type_name = ""] = address.split(".");
    const type = this.provider.resources[type_name];
    if (type === undefined) throw new Error(`there is no resource ${type_name}`);
    return { type_name, schema: type.schema };
  }

  #heard<T extends { readonly diagnostics: readonly ProtocolDiagnostic[] }>(answer: T): T {
    this.diagnostics.push(...answer.diagnostics);
    return answer;
  }

  async read(address: string, current: ObjectValue): Promise<ObjectValue | null> {
    const { type_name, schema } = this.#type(address);
    const answer = this.#heard(await this.ask("ReadResource", { type_name, current_state: dynamic(schema, current) }));
    return objectIn(schema, answer.new_state) ?? null;
  }

  async import(address: string, id: string): Promise<ObjectValue | null> {
    const { type_name, schema } = this.#type(address);
    const { imported_resources: found } = this.#heard(await this.ask("ImportResourceState", { type_name, id }));
    const [first] = found;
    const value = objectIn(schema, first?.state) ?? null;
    return value === null ? null : this.read(address, value);
  }

  /**
   * @param remade what is replaced is planned twice, the second time from nothing, with what the first has
   *   remembered; what is tainted only from nothing
   */
  async plan(
    address: string,
    prior: ObjectValue | null,
    given: ObjectValue,
    remade?: "tainted" | "replaced",
  ): Promise<Change> {
    const { schema } = this.#type(address);
    const config = blank(schema, given);
    const before = prior === null || remade === "tainted" ? undefined : await this.#planned(address, prior, config);
    if (prior !== null && before !== undefined && remade === undefined && !before.replaces)
      return { address, ...before, action: same(schema, before.planned, prior) ? "no-op" : "update", prior };
    const { planned, remembered } = await this.#planned(address, null, config, before?.remembered);
    return { address, action: prior === null ? "create" : "replace", prior, planned, remembered };
  }

  async #planned(address: string, prior: ObjectValue | null, config: ObjectValue, prior_private?: Uint8Array) {
    const { type_name, schema } = this.#type(address);
    const answer = this.#heard(
      await this.ask("PlanResourceChange", {
        type_name,
        prior_state: dynamic(schema, prior),
        proposed_new_state: dynamic(schema, proposed(schema.block.attributes, prior, config)),
        config: dynamic(schema, config),
        ...(prior_private === undefined ? {} : { prior_private }),
      }),
    );
    return {
      planned: objectIn(schema, answer.planned_state) ?? null,
      remembered: answer.planned_private,
      replaces: answer.requires_replace.length > 0,
    };
  }

  async planDestroy(address: string, prior: ObjectValue): Promise<Change> {
    const { type_name, schema } = this.#type(address);
    const nothing = dynamic(schema, null);
    const answer = this.#heard(
      await this.ask("PlanResourceChange", {
        type_name,
        prior_state: dynamic(schema, prior),
        proposed_new_state: nothing,
        config: nothing,
      }),
    );
    return { address, action: "delete", prior, planned: null, remembered: answer.planned_private };
  }

  /** @returns whether it is gone */
  async destroy({ address, prior, remembered }: Change): Promise<boolean> {
    const { type_name, schema } = this.#type(address);
    const nothing = dynamic(schema, null);
    const answer = this.#heard(
      await this.ask("ApplyResourceChange", {
        type_name,
        prior_state: dynamic(schema, prior),
        planned_state: nothing,
        config: nothing,
        planned_private: remembered,
      }),
    );
    return (objectIn(schema, answer.new_state) ?? null) === null;
  }

  /** Plans once more, with what is known by now, and applies; what comes of it must be what terraform takes. */
  async apply({ address, action, prior: before, planned: first }: Change, given: ObjectValue) {
    const { type_name, schema } = this.#type(address);
    const prior = action === "replace" ? null : before;
    const config = blank(schema, given);
    const { planned, remembered } = await this.#planned(address, prior, config);
    expectToComplete(first, planned);
    if (action === "no-op") return prior;
    const answer = this.#heard(
      await this.ask("ApplyResourceChange", {
        type_name,
        prior_state: dynamic(schema, prior),
        planned_state: dynamic(schema, planned),
        config: dynamic(schema, config),
        planned_private: remembered,
      }),
    );
    const value = objectIn(schema, answer.new_state) ?? null;
    if (!answer.diagnostics.some(isError)) expectToComplete(planned, value);
    return value;
  }
}

/** What was known stays as it was. */
function expectToComplete(before: Value, after: Value): void {
  if (isUnknown(before)) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    expect(after).toHaveLength(before.length);
    for (const [at, each] of (before as readonly Value[]).entries())
      expectToComplete(each, (after as Value[])[at] ?? null);
    return;
  }
  if (!isObjectValue(before) || !isObjectValue(after)) {
    expect(after).toEqual(before);
    return;
  }
  expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
  for (const [name, value] of Object.entries(before)) expectToComplete(value, after[name] ?? null);
}

const same = ({ block }: Schema, left: ObjectValue | null, right: ObjectValue): boolean =>
  Buffer.compare(dynamic({ version: 0, block }, left).msgpack, dynamic({ version: 0, block }, right).msgpack) === 0;

/** The configuration, with what only the provider gives as the prior state has it. */
const proposed = (attributes: Attributes, prior: ObjectValue | null, config: ObjectValue): ObjectValue =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, each]): [string, Value] => {
      const [before, given] = [prior?.[name] ?? null, config[name] ?? null];
      if (given === null && "computed" in each) return [name, before];
      if (!("nested_type" in each) || each.nested_type.nesting_mode !== "map" || !isObjectValue(given))
        return [name, given];
      const inside = each.nested_type.attributes;
      const entries = Object.entries(given).map(([key, entry]): [string, Value] => {
        const old = isObjectValue(before) && Object.hasOwn(before, key) ? before[key] : undefined;
        return [key, isObjectValue(entry) ? proposed(inside, isObjectValue(old) ? old : null, entry) : entry];
      });
      return [name, Object.fromEntries(entries)];
    }),
  );
