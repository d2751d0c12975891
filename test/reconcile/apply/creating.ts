import { address, type Address, type ConfigurationId, configurationId } from "../../../src/model/ids";
import type { Configuration } from "../../../src/model/entities";
import { create } from "../../../src/reconcile/apply/send";
import type { ConfigurationBody, Writer } from "../../../src/reconcile/ports";
import { ServiceError } from "../../../src/service/service-error";
import { untriaged } from "../untriaged";
import { contextOf } from "./context";

export const one = configurationId("one");
export const made: Configuration = { id: one, name: "one", settings: { comment: "enabled" } };
export const body = { name: "one", settings: { comment: "enabled" } } as const;

export const refusal = (status: number) =>
  new ServiceError({ code: "service-error", detail: `status ${String(status)}`, method: "POST", path: "/v1", status });
export const lost = () =>
  new ServiceError({ code: "service-unreachable", detail: "reset", method: "POST", path: "/v1" });

export type Look = Error | readonly Configuration[];

interface World {
  /** What each POST is answered; the last one answers all that follow. */
  readonly answers: readonly (Error | Configuration)[];
  /** What each look at the list shows; the last one for all that follow. */
  readonly looks?: readonly Look[];
  readonly known?: readonly ConfigurationId[];
  readonly carries?: readonly Address[];
  readonly grace?: readonly number[];
  readonly patience?: (address: Address) => number;
  readonly signal?: AbortSignal;
  /** Is called at the end of each wait. */
  readonly onWait?: () => void;
}

const settled = <T>(answer: T | Error): Promise<T> =>
  answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);

/** Creates the configuration in this world; what happened is kept in the order in which it began. */
export async function creating(given: ConfigurationBody, world: World) {
  const { answers, looks = [[]], known = [], grace = [0], onWait = () => undefined, patience, signal } = world;
  const { carries = [address("scanform_configuration.one")] } = world;
  const happened: string[] = [];
  const posted: ConfigurationBody[] = [];
  let looked = 0;
  const unused = () => Promise.reject(new Error("not asked for"));
  const writer: Writer = {
    ...untriaged,
    replaceConfiguration: unused,
    updateConfiguration: unused,
    deleteConfiguration: unused,
    bulkUpdate: unused,
    createConfiguration: async (_account, sent) => {
      happened.push("POST");
      posted.push(sent);
      return { configuration: await settled(answers[posted.length - 1] ?? answers.at(-1) ?? made), requestId: "q" };
    },
    assignRepositories: (_account, { configurationId: to, repositoryIds = [] }) => {
      happened.push(`assign ${to} ${repositoryIds.join(" ")}`);
      return Promise.resolve({ configurationId: to, assignedCount: 0, totalMatched: 0, errors: [] });
    },
  };
  const result = await create(
    { kind: "create", body: given, carries, id: 0, after: [] },
    contextOf(writer, {
      listed: () => {
        happened.push("look");
        looked += 1;
        return settled(looks[looked - 1] ?? looks.at(-1) ?? []);
      },
      known: new Set(known),
      sleep: async (milliseconds) => {
        happened.push(`wait ${String(milliseconds)}`);
        await Promise.resolve();
        happened.push("waited");
        onWait();
      },
      grace,
      patience,
      signal,
    }),
  );
  return { result, happened, posted };
}
