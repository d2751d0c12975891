import { ActiveFaults } from "./profile/faults";
import { bulkHandlers, configurationHandlers } from "./handlers/configurations";
import type { OperationResult } from "./handlers/operation";
import { responseShape } from "./http/response-shape";
import { operations } from "../api/operations";
import { defaultProfile, type Profile } from "./profile/profile";
import type { SeedAccount } from "./seed/seed-schema";
import { createContext, type EmulatorContext } from "./state/context";
import type { AccountStore } from "./state/store";
import type { StoredConfiguration, StoredRepository } from "./state/write-semantics";
import { DeliveryQueue } from "./webhooks/delivery-queue";

/** The handlers of writes, which look at the context, the account, the path and the body of a request. */
const handlersById = { ...configurationHandlers, ...bulkHandlers } as Readonly<
  Record<WriteId, (request: never) => OperationResult>
>;

export type WriteId = Exclude<
  keyof typeof configurationHandlers | keyof typeof bulkHandlers,
  "listConfigurations" | "getConfiguration"
>;

/**
 * One account of the service inside this process: the same handlers and the same profile as behind HTTP, without a
 * socket, keys, JSON, or the switches that concern them. Bodies are not validated.
 */
export class EmbeddedAccount {
  /** The names of the switches that have decided anything so far; the others could have any value. */
  readonly consulted: ReadonlySet<string>;
  readonly #context: EmulatorContext;
  readonly #account: AccountStore;
  readonly #shape: (configuration: object) => object;

  constructor(seed: SeedAccount, given: Partial<Profile>) {
    const consulted = new Set<string>();
    const profile = noting({ ...defaultProfile, ...given }, consulted);
    this.consulted = consulted;
    const whole = { keys: { embedded: [seed.account_id] }, accounts: [seed] };
    this.#context = createContext({
      seed: () => whole,
      profile: { current: profile },
      faults: new ActiveFaults([]),
      deliveryQueue: new DeliveryQueue({ allowed: new Set() }),
      onScanCompleted: () => undefined,
    });
    [this.#account] = this.#context.store.accountsOfKey("embedded") as readonly [AccountStore];
    this.#shape = responseShape(operations.listConfigurations, profile, this.#account);
  }

  /** The configurations as GET answers them. Those that nothing was filled in of are the same objects each time. */
  configurations(): readonly StoredConfiguration[] {
    return this.#account.configurations().map((each) => this.#shape(each) as StoredConfiguration);
  }

  configuration(id: string): StoredConfiguration | undefined {
    const found = this.#account.configuration(id);
    return found && (this.#shape(found) as StoredConfiguration);
  }

  repositories(): readonly StoredRepository[] {
    return this.#account.repositories();
  }

  /**
   * @param body as JSON has it
   * @returns the body of the answer; empty where it has none
   * @throws HTTPException with the status and the message of a refusal
   */
  write(id: WriteId, path: { readonly id?: string }, body: unknown): Record<string, unknown> {
    const [context, account] = [this.#context, this.#account];
    const answer = handlersById[id]({ context, account, path, body } as never);
    if (!("body" in answer)) return {};
    const { data, ...rest } = answer.body as { readonly data?: object };
    return data === undefined ? rest : { ...rest, data: this.#shape(data) };
  }
}

/** The profile, which notes the switches that are looked at. */
const noting = (profile: Profile, consulted: Set<string>): Profile =>
  new Proxy(profile, {
    get: (target, name): unknown => {
      consulted.add(String(name));
      return Reflect.get(target, name);
    },
  });
