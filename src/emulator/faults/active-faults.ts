import type { OperationId } from "../../api/operations";
import { seededRandom } from "../deterministic/random";
import type { Fault } from "./fault";

/** The properties of a request that fault conditions test. */
export interface FaultRequest {
  readonly method: string;
  readonly path: string;
  readonly operationId: OperationId | undefined;
}

interface ArmedFault {
  readonly fault: Fault;
  readonly path: RegExp | undefined;
  readonly random: () => number;
  seen: number;
  injected: number;
}

/** The active faults with their counters. They may be replaced at any time. */
export class ActiveFaults {
  #armed: readonly ArmedFault[] = [];

  constructor(faults: readonly Fault[] = []) {
    this.set(faults);
  }

  get current(): readonly Fault[] {
    return this.#armed.map(({ fault }) => fault);
  }

  /** Replaces all faults and resets their counters. */
  set(faults: readonly Fault[]): void {
    this.#armed = faults.map((fault) => ({
      fault,
      path: fault.path === undefined ? undefined : globExpression(fault.path),
      random: seededRandom(fault.seed ?? 1),
      seen: 0,
      injected: 0,
    }));
  }

  /** The faults to apply to a request: all delays and the first other fault. Counts the request for each match. */
  take(request: FaultRequest): readonly Fault[] {
    const hit = this.#armed.filter((armed) => matches(armed, request) && isDue(armed));
    const first = hit.find(({ fault }) => fault.fault !== "delay");
    const faults = hit.filter((armed) => armed === first || armed.fault.fault === "delay");
    for (const armed of faults) armed.injected += 1;
    return faults.map(({ fault }) => fault);
  }
}

const matches = ({ fault: { method, operation }, path }: ArmedFault, request: FaultRequest): boolean =>
  (method === undefined || method === request.method) &&
  (operation === undefined || operation === request.operationId) &&
  (path === undefined || path.test(request.path));

function isDue(armed: ArmedFault): boolean {
  const { nth, times, probability } = armed.fault;
  armed.seen += 1;
  if (nth !== undefined && ![nth].flat().includes(armed.seen)) return false;
  if (times !== undefined && armed.injected >= times) return false;
  return probability === undefined || armed.random() < probability;
}

/** `*` matches any text without a slash, `**` any text. */
function globExpression(glob: string): RegExp {
  const parts = glob.split(/(\*\*?)/).map((part) => {
    if (part === "**") return ".*";
    return part === "*" ? "[^/]*" : part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`, "s");
}
