import type { Desired, DesiredTriage } from "../../../src/model/desired";
import type { TriageCategory } from "../../../src/model/findings";
import { accountId, address } from "../../../src/model/ids";
import type { Json } from "../../../src/model/json";
import { apply, type ApplyOptions } from "../../../src/reconcile/apply/apply";
import { plan } from "../../../src/reconcile/plan/plan";
import { observeTriages } from "../../../src/reconcile/refresh/observe-triages";
import { ServiceError } from "../../../src/service/service-error";
import { live } from "../account";
import { memory } from "../memory";
import { Account } from "../readings";

const id = accountId("account");
const first = "3d9f4a0e-6c1b-4e57-9a83-0b2f7d1c5e64";
const second = "9b2c7e15-40da-4f63-8e1c-d7a5f2093b48";
const triage = (findingId: string, category: TriageCategory = "wont_fix"): DesiredTriage => ({
  address: address(`scanform_finding_triage.${findingId === first ? "first" : "second"}`),
  findingId,
  category,
  justification: "Only in tests.",
});

interface Service {
  /** The categories that it holds, which it also begins with. */
  readonly held: Map<string, string>;
  /** A category is not replaced by another one. */
  readonly keeps?: boolean;
  /** How many reads still show what was there before a write. */
  late?: number;
  readonly answer?: (category: string | undefined) => Json;
  readonly refuses?: (request: string) => ServiceError | undefined;
}

/** Plans and applies triages to a service in memory. */
async function applying(service: Service, triages: readonly DesiredTriage[], options: Partial<ApplyOptions> = {}) {
  const requests: string[] = [];
  let shown = new Map(service.held);
  const request = (text: string, work: () => void) => {
    requests.push(text);
    const refusal = service.refuses?.(text);
    if (refusal !== undefined) return Promise.reject(refusal);
    work();
    return Promise.resolve({});
  };
  const base = memory(
    new Account(live({}), { merge: "deep", put: "replaces", repositories: "adds", omitted: "keeps" }),
  );
  const answer = service.answer ?? ((category) => ({ triage: category === undefined ? null : { category } }));
  const client = {
    ...base.reader,
    ...base.writer,
    getTriage: (_account: unknown, finding: string) => {
      if ((service.late ?? 0) > 0) service.late = (service.late ?? 0) - 1;
      else shown = new Map(service.held);
      return Promise.resolve(answer(shown.get(finding)));
    },
    setTriage: (_account: unknown, finding: string, category: TriageCategory) =>
      request(`POST ${finding} ${category}`, () => {
        if (service.keeps !== true || !service.held.has(finding)) service.held.set(finding, category);
      }),
    removeTriage: (_account: unknown, finding: string) =>
      request(`DELETE ${finding}`, () => {
        service.held.delete(finding);
      }),
  };
  const desired: Desired = { configurations: [], assignments: [], triages };
  const findings = triages.map(({ findingId }) => findingId);
  const now = (finding: string): Json => ({ triage: { category: service.held.get(finding) ?? null } });
  const reader = { ...client, getTriage: (_account: unknown, finding: string) => Promise.resolve(now(finding)) };
  const seen = await observeTriages(reader, id, findings);
  const made = plan({ id }, desired, { ...live({}), triages: seen });
  const waited: number[] = [];
  const applied = await apply(made, {
    reader: client,
    writer: client,
    sleep: (milliseconds) => Promise.resolve(waited.push(milliseconds)),
    ...options,
  });
  return { applied, requests, waited, looks: base.looks };
}

const refusal = (status: number) =>
  new ServiceError({ method: "POST", path: "/v1", code: "service-error", detail: "no", status });

test("reads no list of configurations where only triages are written", async () => {
  const { applied, requests, looks } = await applying({ held: new Map() }, [triage(first), triage(second)]);
  expect(requests).toEqual([`POST ${first} wont_fix`, `POST ${second} wont_fix`]);
  expect(applied).toMatchObject({ verified: true, sent: 2, wrote: true });
  expect(looks).toEqual({ configurations: 0, repositories: 0 });
});

test("waits for a service that shows a triage late", async () => {
  const { applied, waited } = await applying({ held: new Map(), late: 2 }, [triage(first)]);
  expect(applied.verified).toBe(true);
  expect(waited).toEqual([250, 1000]);
});

test("removes a category that the service does not replace, and sets the declared one once more", async () => {
  const held = new Map([[first, "in_progress"]]);
  const { applied, requests } = await applying({ held, keeps: true }, [triage(first), triage(second)]);
  expect(requests).toEqual([
    `POST ${first} wont_fix`,
    `POST ${second} wont_fix`,
    `DELETE ${first}`,
    `POST ${first} wont_fix`,
  ]);
  expect(applied).toMatchObject({ verified: true, sent: 4 });
  expect([...held.values()]).toEqual(["wont_fix", "wont_fix"]);
});

test("reports a category that the service accepts and does not hold, and asks for it no second time", async () => {
  const service: Service = { held: new Map(), answer: () => ({ triage: null }) };
  const { applied, requests } = await applying(service, [triage(first)]);
  expect(requests).toHaveLength(1);
  expect(applied).toMatchObject({
    verified: false,
    diagnostics: [
      {
        code: "not-converged",
        address: "scanform_finding_triage.first",
        path: "category",
        detail: 'expected "wont_fix", found nothing',
      },
    ],
  });
});

test("a triage that is gone already is removed", async () => {
  const service: Service = {
    held: new Map([[first, "wont_fix"]]),
    refuses: () => {
      service.held.clear();
      return refusal(404);
    },
  };
  const { applied } = await applying(service, [{ ...triage(first), expires: "2001-01-01" }]);
  expect(applied).toMatchObject({ verified: true, outcomes: [{ status: "succeeded" }] });
});

test("a refusal is the failure of its own triage, which is not read back", async () => {
  const service: Service = { held: new Map(), refuses: (text) => (text.includes(first) ? refusal(403) : undefined) };
  const { applied, waited } = await applying(service, [triage(first), triage(second)]);
  expect(applied).toMatchObject({ verified: false, outcomes: [{ status: "failed" }, { status: "succeeded" }] });
  expect(waited).toEqual([]);
});

test("counts all requests of the plan in one progress", async () => {
  const seen: string[] = [];
  await applying({ held: new Map() }, [triage(first), triage(second)], {
    onProgress: (done, total) => seen.push(`${String(done)} of ${String(total)}`),
  });
  expect(seen).toEqual(["1 of 2", "2 of 2"]);
});

test("sends nothing after an interruption", async () => {
  const { applied, requests } = await applying({ held: new Map() }, [triage(first)], { signal: AbortSignal.abort() });
  expect(requests).toEqual([]);
  expect(applied).toMatchObject({ verified: false, outcomes: [{ status: "skipped", error: "interrupted" }] });
});
