import type { Configuration } from "../../../src/model/entities";
import type { CombinedFinding } from "../../../src/model/findings";
import { accountId, type ConfigurationId, configurationId } from "../../../src/model/ids";
import type { Json } from "../../../src/model/json";
import { Looks } from "../../../src/reconcile/apply/looks";
import { ServiceError } from "../../../src/service/service-error";
import type { ReadOptions } from "../../../src/reconcile/ports";

export const refusal = (status: number) =>
  new ServiceError({ method: "GET", path: "/v1", code: "service-error", detail: "no", status });

export interface World {
  /** The ids of the live configurations. */
  readonly ids?: readonly string[];
  /** The number of pages of their list. */
  readonly pages?: number;
  /** The number of configurations when the plan was made. */
  readonly live?: number;
  /** The number of configurations that other writes have still to look at. */
  readonly waiting?: number;
  readonly signal?: AbortSignal;
  /** Is called for each request, and may throw. */
  readonly onRead?: (request: string) => Promise<void> | void;
}

/** Looks at an account of which each read is remembered, at a time that a test sets. */
export function looking({
  ids = ["one", "two"],
  pages = 1,
  live = ids.length,
  waiting = 0,
  signal,
  onRead,
}: World = {}) {
  const asked: string[] = [];
  const options: (ReadOptions | undefined)[] = [];
  const world = { time: 0, waiting };
  let reading = 0;
  const read = async <T>(request: string, how: ReadOptions | undefined, answer: () => T): Promise<T> => {
    asked.push(request);
    options.push(how);
    await onRead?.(request);
    return answer();
  };
  /** Each reading says which one it is. */
  const configuration = (id: string): Configuration => ({
    id: configurationId(id),
    settings: { risk_threshold: reading },
  });
  const looks = new Looks({
    account: accountId("account"),
    now: () => world.time,
    live,
    signal,
    waiting: () => world.waiting,
    reader: {
      configurations: (_account, how) =>
        read("list", how, () => {
          for (let page = 0; page < pages; page += 1) how?.onPage?.();
          reading += 1;
          return [...ids, ...ids].map(configuration);
        }),
      configuration: (_account, id, how) =>
        read(`get ${id}`, how, () => {
          if (!ids.includes(id)) throw refusal(404);
          return configuration(id);
        }),
      repositories: (_account, how) => read("repositories", how, () => []),
      getTriage: (_account, finding, how) =>
        read(`triage ${finding}`, how, (): Json => (finding === "unclear" ? {} : { triage: { category: finding } })),
      allFindings: async function* (_account, _query, how): AsyncGenerator<CombinedFinding> {
        await read("findings", how, () => undefined);
      },
    },
  });
  return { looks, asked, options, world };
}

export const ids = (...all: string[]): ConfigurationId[] => all.map(configurationId);
/** Which reading of the list this is. */
export const numberOf = (all: readonly Configuration[]) => all[0]?.settings.risk_threshold;
