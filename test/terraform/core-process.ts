import type { Received } from "../../src/terraform/protocol/message";
import type { diagnostic, DynamicValue } from "../../src/terraform/protocol/service";
import type { Provider, ResourceType } from "../../src/terraform/provider-types";
import type { ObjectValue } from "../../src/terraform/value";
import { completes, expectToComplete, isSameObject, proposedNew } from "./core-values";
import { asking, dynamic, objectIn } from "./rpc/ask";
import { blank } from "./session";

export type ProtocolDiagnostic = Received<typeof diagnostic>;
export type Action = "create" | "update" | "no-op" | "replace" | "delete";

export const isError = ({ severity }: ProtocolDiagnostic): boolean => severity === "ERROR";

export interface Change {
  readonly address: string;
  readonly action: Action;
  readonly prior: ObjectValue | null;
  readonly planned: ObjectValue | null;
  readonly remembered: Uint8Array;
  /** What is stored with the state: the plan during apply gets the same. */
  readonly stored?: Uint8Array | undefined;
}

/** One process of the provider, which is asked for one resource after the other. */
export class CoreProcess {
  readonly diagnostics: ProtocolDiagnostic[] = [];

  private readonly ask: ReturnType<typeof asking>;

  /**
   * @param privateStates what an apply or a read has left beside the state, by address
   * @param storesPlannedPrivate whether the plan right before an apply gets the private data of the reviewed one
   */
  constructor(
    private readonly provider: Provider,
    private readonly privateStates: Map<string, Uint8Array>,
    private readonly storesPlannedPrivate = false,
  ) {
    this.ask = asking(provider);
  }

  async configure(given: ObjectValue): Promise<void> {
    const { block } = this.provider;
    const { diagnostics } = await this.ask("ConfigureProvider", { config: dynamic(block, blank(block, given)) });
    expect(diagnostics).toEqual([]);
  }

  #type(address: string): Pick<ResourceType, "schema" | "identity"> & { readonly type_name: string } {
    const [type_name = ""] = address.split(".");
    const type = this.provider.resources[type_name];
    if (type === undefined) throw new Error(`there is no resource ${type_name}`);
    return { ...type, type_name };
  }

  #heard<T extends { readonly diagnostics: readonly ProtocolDiagnostic[] }>(answer: T): T {
    this.diagnostics.push(...answer.diagnostics);
    return answer;
  }

  /** Expects that what exists has a wholly known identity, and what does not exist has none. */
  #expectIdentity(address: string, value: ObjectValue | null, data: { readonly identity_data?: DynamicValue } = {}) {
    const identity = objectIn(this.#type(address).identity.schema, data.identity_data) ?? null;
    expect([address, identity !== null]).toEqual([address, value !== null]);
    for (const part of Object.values(identity ?? {})) expect(part).toMatch(/./);
  }

  async read(address: string, current: ObjectValue): Promise<ObjectValue | null> {
    const { type_name, schema } = this.#type(address);
    const answer = this.#heard(
      await this.ask("ReadResource", {
        type_name,
        current_state: dynamic(schema, current),
        private: this.privateStates.get(address) ?? new Uint8Array(),
      }),
    );
    const value = objectIn(schema, answer.new_state) ?? null;
    this.#expectIdentity(address, value, answer.new_identity);
    this.privateStates.set(address, answer.private);
    return value;
  }

  isSame(address: string, one: ObjectValue | null, other: ObjectValue): boolean {
    return isSameObject(this.#type(address).schema, one, other);
  }

  async import(address: string, id: string): Promise<ObjectValue | null> {
    const { type_name, schema } = this.#type(address);
    const { imported_resources: found } = this.#heard(await this.ask("ImportResourceState", { type_name, id }));
    const [first] = found;
    const value = objectIn(schema, first?.state) ?? null;
    this.#expectIdentity(address, value, first?.identity);
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
    const stored = this.privateStates.get(address);
    const before =
      prior === null || remade === "tainted" ? undefined : await this.#planned(address, prior, config, stored);
    if (prior !== null && before !== undefined && remade === undefined && !before.replaces) {
      const action = isSameObject(schema, before.planned, prior) ? "no-op" : "update";
      return { address, ...before, action, prior, stored };
    }
    const { planned, remembered } = await this.#planned(address, null, config, before?.remembered);
    return { address, action: prior === null ? "create" : "replace", prior, planned, remembered };
  }

  async #planned(
    address: string,
    prior: ObjectValue | null,
    config: ObjectValue,
    prior_private?: Uint8Array,
    reviewed?: Uint8Array,
  ) {
    const { type_name, schema } = this.#type(address);
    const answer = this.#heard(
      await this.ask("PlanResourceChange", {
        type_name,
        prior_state: dynamic(schema, prior),
        proposed_new_state: dynamic(schema, proposedNew(schema.block.attributes, prior, config)),
        config: dynamic(schema, config),
        prior_private: prior_private ?? new Uint8Array(),
        ...(this.storesPlannedPrivate ? { client_capabilities: { store_planned_private: true } } : {}),
        ...(this.storesPlannedPrivate && reviewed !== undefined ? { planned_private: reviewed } : {}),
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
        prior_private: this.privateStates.get(address) ?? new Uint8Array(),
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
  async apply(
    { address, action, prior: before, planned: first, stored, remembered: reviewed }: Change,
    given: ObjectValue,
    mayDiffer: boolean,
  ): Promise<ObjectValue | null> {
    const { type_name, schema } = this.#type(address);
    const prior = action === "replace" ? null : before;
    const config = blank(schema, given);
    const wrong = this.diagnostics.filter(isError).length;
    const beside = prior === null ? undefined : stored;
    const { planned, remembered } = await this.#planned(address, prior, config, beside, reviewed);
    if (this.diagnostics.filter(isError).length > wrong) return prior;
    if (mayDiffer && !completes(first, planned)) {
      const summary = "Provider produced inconsistent final plan";
      this.diagnostics.push({ severity: "ERROR", summary, detail: address, attribute: undefined });
      return prior;
    }
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
    this.#expectIdentity(address, value, answer.new_identity);
    this.privateStates.set(address, answer.private);
    if (!answer.diagnostics.some(isError)) expectToComplete(planned, value);
    return value;
  }
}
