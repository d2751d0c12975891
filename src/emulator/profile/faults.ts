import { z } from "zod";
import { type OperationId, operations } from "../../api/operations";
import { suggestion } from "../../model/suggest";
import { seededRandom } from "../support/deterministic";
import { Input, nameProblems } from "../support/problems";

const operationIds = Object.keys(operations) as OperationId[];
const milliseconds = z.int().min(0).max(600_000);
const count = z.int().min(1, "counts from 1");
const at = z.enum(["before", "after"]).optional();

/** The conditions for a fault; an absent condition matches every request. */
const conditions = {
  method: z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]).optional(),
  /** A glob: `*` matches any text without a slash, `**` any text. */
  path: z.string().startsWith("/").optional(),
  operation: z
    .enum(operationIds, {
      error: ({ input }) =>
        typeof input === "string" ? `is not an operation. ${suggestion(input, operationIds)}` : "must be a string",
    })
    .optional(),
  /** The positions, from 1, among the matching requests. */
  nth: z.union([count, z.array(count).min(1)]).optional(),
  /** The probability, from 0 to 1, for each remaining request; reproducible for the same `seed`. */
  probability: z.number().min(0).max(1).optional(),
  seed: z.int().optional(),
  /** The maximum number of times. */
  times: count.optional(),
};

/** The kinds of faults. With `at: "before"` the request has no effect, with `at: "after"` it has. */
const kinds = [
  z.strictObject({
    fault: z.literal("status"),
    status: z.int().min(400).max(599),
    /** Seconds or an HTTP date. */
    retry_after: z.union([z.int().min(0), z.string()]).optional(),
    at,
    ...conditions,
  }),
  z.strictObject({ fault: z.literal("reset"), at, ...conditions }),
  z.strictObject({ fault: z.literal("html"), status: z.int().min(200).max(599).optional(), at, ...conditions }),
  z.strictObject({ fault: z.literal("delay"), ms: milliseconds, at, ...conditions }),
  z.strictObject({ fault: z.literal("cut_body"), ...conditions }),
  z.strictObject({ fault: z.literal("drip"), ms: milliseconds.optional(), ...conditions }),
] as const;

const faultNames = kinds.map(({ shape }) => shape.fault.value);

const faultSchema = z.discriminatedUnion("fault", kinds, {
  error: ({ input }) => `is not a fault. ${suggestion(faultName(input), faultNames)}`,
});

/** A fault and the requests that it applies to. */
export type Fault = z.infer<typeof faultSchema>;

const faultName = (input: unknown): string =>
  typeof input === "object" && input !== null && "fault" in input ? String(input.fault) : "";

/** A list of faults; each problem suggests the nearest valid name. */
export const faultsInput = new Input<readonly Fault[]>("the list of faults", (value) =>
  nameProblems(
    z.array(faultSchema).safeParse(value).error,
    (name, path) => `is not a field of this fault. ${suggestion(name, fieldsOfFault(value, path))}`,
  ),
);

function fieldsOfFault(value: unknown, [index]: readonly PropertyKey[]): readonly string[] {
  const rule: unknown = Array.isArray(value) && typeof index === "number" ? value[index] : undefined;
  return Object.keys(kinds.find(({ shape }) => shape.fault.value === faultName(rule))?.shape ?? {});
}

/** Parses and validates faults from the text of a JSON list. */
export function readFaults(text: string, source: string): readonly Fault[] {
  return faultsInput.read(text, source); // a function, so that the reference names the type
}

/** The properties of a request that fault conditions test. */
interface FaultRequest {
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
