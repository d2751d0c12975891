import type { Journal } from "../../../src/reconcile/apply/execute";
import type { Write } from "../../../src/reconcile/plan/write";
import { declare, desired, live } from "../account";
import { applying, first, refusal, second, type Service, triage } from "./triaging";

const firstAddress = "scanform_finding_triage.first";

describe("a category that the service does not replace", () => {
  const inProgress = () =>
    new Map([
      [first, "in_progress"],
      [second, "in_progress"],
    ]);

  test("is removed and then set once more, by writes with ids that no other write of the plan has", async () => {
    const sent: Write[] = [];
    const journal = { sending: (write: Write) => sent.push(write), settled: () => undefined };
    const { signal } = new AbortController();
    const { applied } = await applying(
      { held: inProgress(), keeps: true },
      [triage(first), triage(second)],
      { journal, signal, grace: [0] },
      desired([declare("one", { comment: "enabled" })]),
      live({ one: {} }),
    );
    expect(applied).toMatchObject({ verified: true, sent: 7 });
    expect(new Set(sent.map(({ id }) => id)).size).toBe(7);
    for (const finding of [first, second]) {
      const [, removal, again] = sent.filter((write) => "finding" in write && write.finding === finding);
      expect(removal).toMatchObject({ kind: "remove-triage", after: [] });
      expect(again).toMatchObject({ kind: "set-triage", category: "wont_fix", after: [removal?.id] });
      expect(again?.id).toBeGreaterThan(removal?.id ?? Infinity);
    }
  });

  test("is set once more by writes with other ids than that of a configuration that was written once more, in one count", async () => {
    const sent: Write[] = [];
    const counts: string[] = [];
    const settled: number[] = [];
    const journal: Journal = {
      sending: (write) => sent.push(write),
      settled: ({ write }) => settled.push(write.id),
    };
    const { applied } = await applying(
      { held: inProgress(), keeps: true, ignoresPatch: true },
      [triage(first)],
      {
        journal,
        concurrency: 1,
        grace: [0],
        onProgress: (done, total) => counts.push(`${String(done)} of ${String(total)}`),
      },
      desired([declare("one", { comment: "enabled" })]),
      live({ one: {} }),
    );
    expect(sent.map(({ kind }) => kind)).toEqual(["patch", "set-triage", "put", "remove-triage", "set-triage"]);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(5);
    expect(settled).toEqual(sent.map(({ id }) => id));
    expect(counts).toEqual(["1 of 2", "2 of 2", "3 of 5", "4 of 5", "5 of 5"]);
    expect(applied).toMatchObject({
      verified: true,
      sent: 5,
      outcomes: [{ status: "succeeded" }, { address: firstAddress, status: "succeeded" }],
    });
  });

  test("is left where it is a third one, which somebody else has set after the write", async () => {
    const service: Service = {
      held: inProgress(),
      refuses: () => {
        queueMicrotask(() => service.held.set(first, "false_positive"));
        return undefined;
      },
    };
    const { applied, requests } = await applying(service, [triage(first)], { grace: [0] });
    expect(requests).toEqual([`POST ${first} wont_fix`]);
    expect(applied).toMatchObject({ verified: false, outcomes: [{ status: "failed", code: "not-converged" }] });
    expect(service.held.get(first)).toBe("false_positive");
  });

  test("stays where the service refuses to remove it", async () => {
    const service: Service = {
      held: inProgress(),
      keeps: true,
      refuses: (text) => (text.startsWith("DELETE") ? refusal(403) : undefined),
    };
    const { applied, requests } = await applying(service, [triage(first)], { grace: [0] });
    expect(requests).toEqual([`POST ${first} wont_fix`, `DELETE ${first}`]);
    expect(applied).toMatchObject({ verified: false, outcomes: [{ address: firstAddress, status: "failed" }] });
  });

  test("is not verified where it was removed, the answer was lost, and it was not set again", async () => {
    const service: Service = {
      held: inProgress(),
      keeps: true,
      refuses: (text) => {
        if (!text.startsWith("DELETE")) return undefined;
        service.held.delete(first);
        return refusal(502);
      },
    };
    const { applied, requests } = await applying(service, [triage(first)], { grace: [0] });
    expect(requests).toEqual([`POST ${first} wont_fix`, `DELETE ${first}`]);
    expect(applied).toMatchObject({ verified: false, outcomes: [{ address: firstAddress, status: "failed" }] });
  });

  test("stays after an interruption, and is reported", async () => {
    const stop = new AbortController();
    const service: Service = {
      held: inProgress(),
      keeps: true,
      refuses: () => {
        stop.abort();
        return undefined;
      },
    };
    const { applied, requests, waited } = await applying(service, [triage(first)], { signal: stop.signal });
    expect([requests, waited]).toEqual([[`POST ${first} wont_fix`], []]);
    expect(applied).toMatchObject({
      verified: false,
      outcomes: [{ address: firstAddress, status: "failed", code: "not-converged" }],
      diagnostics: [{ code: "not-converged", detail: 'expected "wont_fix", found "in_progress"' }],
    });
  });
});
