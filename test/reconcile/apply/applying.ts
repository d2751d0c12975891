import type { Desired, DesiredTriage } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import type { TriageCategory } from "../../../src/model/findings";
import { accountId, address } from "../../../src/model/ids";
import type { Json } from "../../../src/model/json";
import { apply, type ApplyOptions } from "../../../src/reconcile/apply/apply";
import { plan } from "../../../src/reconcile/plan/plan";
import type { Write } from "../../../src/reconcile/plan/write";
import type { Requests, Writer } from "../../../src/reconcile/ports";
import { observeTriages } from "../../../src/reconcile/refresh/observe";
import type { ServiceError } from "../../../src/service/service-error";
import { declare, desired, first, give, live, names, planned } from "../account";
import { type Memory, memory } from "../memory";
import { Account, type Reading, usual } from "../readings";
import { inTurns, listing, noFindings } from "../service";

export interface Given extends Partial<Omit<ApplyOptions, "writer">> {
  /** How the service takes writes; default: `usual`. */
  readonly reading?: Reading;
  /** Is called once the plan is made, before the first look. */
  readonly onStart?: (account: Account) => void;
  readonly requests?: (from: Requests) => Requests;
  /** Whether a failed request is sent again; default: none is. */
  readonly again?: Writer["again"];
  /** Is called for each request to write; may throw what it is answered, or give its request id. */
  readonly before?: (kind: Write["kind"], account: Account) => unknown;
  /** Is called once a request has taken effect. */
  readonly after?: (kind: Write["kind"], account: Account) => unknown;
  /** Is called after each wait, with how often has been waited. */
  readonly onWait?: (waited: number, account: Account) => void;
  readonly look?: (from: Memory["reader"]) => Memory["reader"];
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
  const { reading = usual, before, after, onWait, onStart, requests, again, look = same, ...options } = given;
  const account = new Account(observed, reading);
  const service = memory(
    account,
    (kind) => before?.(kind, account),
    (kind) => after?.(kind, account),
  );
  const waits: number[] = [];
  const plan = planned(declared, observed);
  onStart?.(account);
  const reader = look(service.reader);
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

const id = accountId("account");
export const triage = (findingId: string, category: TriageCategory = "wont_fix"): DesiredTriage => ({
  address: address(`scanform_finding_triage.${findingId === first ? "first" : "second"}`),
  findingId,
  category,
  justification: "Only in tests.",
});
/** A declaration whose triage is to be removed where the service holds it. */
export const expired = (findingId: string): DesiredTriage => ({ ...triage(findingId), expires: "2001-01-01" });

export interface Service {
  /** The categories that it holds, which it also begins with. */
  readonly held: Map<string, string>;
  /** A category is not replaced by another one. */
  readonly keeps?: boolean;
  /** How it answers a read of a finding that holds a category. Its list of findings is empty. */
  readonly answer?: (category: string | undefined, finding: string) => Json | Error;
  /** Is called for each request to write; what it gives is thrown. */
  readonly refuses?: (request: string) => ServiceError | undefined;
  /** Why it does not list its configurations. */
  readonly unlisted?: Error;
  /** Accepts a PATCH, and performs none. */
  readonly ignoresPatch?: boolean;
}

/** Plans and applies triages, and perhaps configurations, to a service in memory. */
export async function applyTriages(
  service: Service,
  triages: readonly DesiredTriage[],
  options: Partial<ApplyOptions> = {},
  others: Pick<Desired, "configurations" | "assignments"> = desired([]),
  observed = live({}),
) {
  const requests: string[] = [];
  const reads: string[] = [];
  const request = (text: string, work: () => void) => {
    requests.push(text);
    const refusal = service.refuses?.(text);
    if (refusal !== undefined) return Promise.reject(refusal);
    work();
    return Promise.resolve({});
  };
  const account = new Account(observed, usual);
  const base = memory(account, undefined, (kind) => {
    if (kind === "patch" && service.ignoresPatch === true)
      for (const each of observed.configurations) account.change(each.id, each);
  });
  const plain = (category: string | undefined): Json => ({ triage: category === undefined ? null : { category } });
  const { answer = plain, unlisted } = service;
  const sends: Requests = {
    ...base.requests,
    setTriage: (_account, finding, category) =>
      request(`POST ${finding} ${category}`, () => {
        if (service.keeps !== true || !service.held.has(finding)) service.held.set(finding, category);
      }),
    removeTriage: (_account, finding) =>
      request(`DELETE ${finding}`, () => {
        service.held.delete(finding);
      }),
  };
  const client = {
    ...base.reader,
    ...(unlisted === undefined ? {} : listing({ configurations: () => Promise.reject(unlisted) }, base.reader)),
    allFindings: noFindings,
    getTriage: (_account: unknown, finding: string) => {
      reads.push(finding);
      const answered = answer(service.held.get(finding), finding);
      return answered instanceof Error ? Promise.reject(answered) : Promise.resolve(answered);
    },
  };
  const findings = triages.map(({ findingId }) => findingId);
  const now = (finding: string): Json => ({ triage: { category: service.held.get(finding) ?? null } });
  const reader = { ...client, getTriage: (_account: unknown, finding: string) => Promise.resolve(now(finding)) };
  const seen = await observeTriages(reader, id, findings);
  const made = plan({ id }, { ...others, triages }, { ...observed, triages: seen });
  const waited: number[] = [];
  const applied = await apply(made, {
    reader: client,
    writer: inTurns(sends, client),
    sleep: (milliseconds) => Promise.resolve(waited.push(milliseconds)),
    ...options,
  });
  return { applied, requests, reads, waited, looks: base.looks };
}
