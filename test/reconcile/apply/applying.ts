import type { Desired, DesiredTriage } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/observed";
import type { TriageCategory } from "../../../src/model/findings";
import { address } from "../../../src/model/ids";
import type { Json } from "../../../src/model/json";
import { apply, type ApplyOptions } from "../../../src/reconcile/apply/apply";
import type { Write, WriteDraft } from "../../../src/reconcile/plan/write";
import type { Requests, Writer } from "../../../src/reconcile/ports";
import type { ServiceError } from "../../../src/service/service-error";
import { declare, desired, first, give, live, names, planned, triaged } from "../account";
import { type Memory, memory } from "../memory";
import { Account, type Reading, usual } from "../readings";
import { inTurns } from "../service";

export interface Given extends Partial<Omit<ApplyOptions, "writer">> {
  /** How the service takes writes; default: `usual`. */
  readonly reading?: Reading;
  /** Is called once the plan is made, before the first look. */
  readonly onStart?: (account: Account) => void;
  readonly requests?: (from: Requests) => Requests;
  /** Whether a failed request is sent again; default: none is. */
  readonly again?: Writer["again"];
  /** Is called for each request to write; may throw what it is answered, or give its request id. */
  readonly before?: (kind: Write["kind"], account: Account, write: WriteDraft) => unknown;
  /** Is called once a request has taken effect. */
  readonly after?: (kind: Write["kind"], account: Account) => unknown;
  /** Is called after each wait, with how often has been waited. */
  readonly onWait?: (waited: number, account: Account) => void;
  readonly look?: (from: Memory["reader"], account: Account) => Memory["reader"];
  /** The categories of findings. */
  readonly held?: Readonly<Record<string, string>>;
}

/** Somebody acts right after each reading of the list of configurations. */
export const afterReading = (deed: () => void): Pick<Given, "look"> => ({
  look: (from) => ({
    ...from,
    list: async (list, ...given) => {
      const read = await from.list(list, ...given);
      if (list === "configurations") deed();
      return read;
    },
  }),
});

const same = (from: Memory["reader"]): Memory["reader"] => from;

/** Applies a declaration to an account in memory. */
export async function applying(observed: Observed, declared: Desired, given: Given = {}) {
  const { reading = usual, before, after, onWait, onStart, requests, again, look = same, held, ...options } = given;
  const account = new Account(observed, reading, held);
  const service = memory(
    account,
    (kind, write) => before?.(kind, account, write),
    (kind) => after?.(kind, account),
  );
  const waits: number[] = [];
  const plan = planned(declared, observed);
  onStart?.(account);
  const reader = look(service.reader, account);
  const writer = inTurns(requests === undefined ? service.requests : requests(service.requests), reader);
  const applied = await apply(plan, {
    reader,
    writer: again === undefined ? writer : { ...writer, again },
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
      await Promise.resolve();
      onWait?.(waits.length, account);
    },
    ...options,
  });
  return { applied, waits, ...service, account };
}

export const observed = live({ one: { settings: { comment: "silent" }, has: ["r1", "r2"] }, two: {} });
export const change = desired([declare("one", { comment: "enabled" })]);
export const move = desired([declare("two")], give("two", names("r1")));

export const triage = (findingId: string, category: TriageCategory = "wont_fix"): DesiredTriage => ({
  address: address(`scanform_finding_triage.${findingId === first ? "first" : "second"}`),
  findingId,
  category,
  justification: "Only in tests.",
});
/** A declaration whose triage is to be removed where the service holds it. */
export const expired = (findingId: string): DesiredTriage => ({ ...triage(findingId), expires: "2001-01-01" });

export interface Service {
  /** The categories that it begins with. */
  readonly held?: Readonly<Record<string, string>>;
  /** How it answers a read of a finding that holds a category. Its list of findings is empty. */
  readonly answer?: (category: string | undefined, finding: string) => Json | Error;
  /** Is called for each request to write a triage; what it gives is thrown. */
  readonly refuses?: (request: string, account: Account) => ServiceError | undefined;
}

const requestOf = (write: WriteDraft): string | undefined => {
  if (write.kind === "set-triage") return `POST ${write.finding} ${write.category}`;
  return write.kind === "remove-triage" ? `DELETE ${write.finding}` : undefined;
};

/** Plans and applies triages, and perhaps configurations, to an account in memory. */
export async function applyTriages(
  { held = {}, answer, refuses }: Service,
  triages: readonly DesiredTriage[],
  given: Given = {},
  others: Pick<Desired, "configurations" | "assignments"> = desired([]),
  observed = live({}),
) {
  const requests: string[] = [];
  const reads: string[] = [];
  const before = triaged(Object.fromEntries(triages.map(({ findingId }) => [findingId, held[findingId]])), Date.now());
  const done = await applying(
    { ...observed, triages: before },
    { ...others, triages },
    {
      ...given,
      held,
      before: (_kind, account, write) => {
        const request = requestOf(write);
        if (request === undefined) return undefined;
        requests.push(request);
        const refusal = refuses?.(request, account);
        if (refusal !== undefined) throw refusal;
        return undefined;
      },
      look: (from, account) => ({
        ...from,
        getTriage: (id, finding, options) => {
          reads.push(finding);
          if (answer === undefined) return from.getTriage(id, finding, options);
          const answered = answer(account.triages.get(finding), finding);
          return answered instanceof Error ? Promise.reject(answered) : Promise.resolve(answered);
        },
      }),
    },
  );
  return { ...done, requests, reads };
}
