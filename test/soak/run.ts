import { ScanformError } from "../../src/diagnostics/error";
import { refreshAndPlan } from "../../src/reconcile/refresh/refresh";
import type { Fault, ReceivedRequest } from "../../src/emulator";
import type { Desired } from "../../src/model/desired";
import type { Observed } from "../../src/model/observed";
import type { ConfigurationId, RepositoryId } from "../../src/model/ids";
import { decodeSettings } from "../../src/model/field-decoder";
import type { Settings } from "../../src/model/settings";
import { type Applied, apply } from "../../src/reconcile/apply/apply";
import { isEmpty, type Plan } from "../../src/reconcile/plan/plan";
import { id, onRequest, type Service } from "./service";

/** The way of one repository: each configuration that it had, and what that held when it came there. */
export type Way = readonly Stop[];

interface Stop {
  readonly configuration: ConfigurationId | null;
  readonly name?: string | null;
  readonly settings?: Settings;
}

/** One apply, and the account around it. */
export interface Run {
  readonly before: Observed;
  readonly after: Observed;
  /** Every request of it that reached the service. */
  readonly requests: readonly ReceivedRequest[];
  readonly ways: ReadonlyMap<RepositoryId, Way>;
  readonly plan?: Plan;
  readonly applied?: Applied;
  /** Why nothing was planned or applied. */
  readonly refused?: ScanformError;
}

/** Plans and applies, as the command line does it, while the service does what it does. */
export async function applyOnce(
  service: Service,
  desired: Desired,
  prune: boolean,
  faults: readonly Fault[] = [],
): Promise<Run> {
  const before = await service.look();
  const { ways, end } = follow(service);
  service.emulator.setFaults(faults);
  service.emulator.clearRequests();
  const done = await attempt(service, desired, prune).finally(end);
  const requests = service.emulator.requests.filter(({ path }) => path.startsWith("/v1/"));
  service.emulator.setFaults([]);
  return { before, after: await service.look(), requests, ways, ...done };
}

async function attempt(
  { client, sleep }: Service,
  desired: Desired,
  prune: boolean,
): Promise<Pick<Run, "plan" | "applied" | "refused">> {
  let plan: Plan;
  try {
    plan = await refreshAndPlan(client, { id }, desired, { prune });
  } catch (thrown) {
    if (thrown instanceof ScanformError) return { refused: thrown };
    throw thrown;
  }
  if (plan.refusals.length > 0) return { plan, refused: new ScanformError(plan.refusals) };
  if (isEmpty(plan)) return { plan };
  return { plan, applied: await apply(plan, { reader: client, writer: client, sleep }) };
}

/** Follows every repository through the account, request by request. */
function follow({ emulator }: Service): { readonly ways: ReadonlyMap<RepositoryId, Way>; readonly end: () => void } {
  const ways = new Map<RepositoryId, Stop[]>();
  const look = (): void => {
    const live = new Map(emulator.store.configurations(id).map((each) => [each.id, each]));
    for (const { id: repository, configuration_id: configuration = null } of emulator.store.repositories(id)) {
      const way = ways.get(repository) ?? [];
      ways.set(repository, way);
      if (way.length > 0 && way.at(-1)?.configuration === configuration) continue;
      const has = configuration === null ? undefined : live.get(configuration);
      const holds =
        has === undefined ? {} : { name: has.name, settings: decodeSettings(has.configuration ?? {}, "received") };
      way.push({ configuration, ...holds });
    }
  };
  look();
  const stop = onRequest(emulator, (_request, response) => {
    look();
    response.once("close", look);
  });
  return {
    ways,
    end: () => {
      stop();
      look();
    },
  };
}
