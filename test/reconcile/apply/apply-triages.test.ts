import { applying, expired, first, refusal, second, type Service, triage } from "./triaging";

test("reads no list of configurations where only triages are written", async () => {
  const { applied, requests, looks } = await applying({ held: new Map() }, [triage(first), triage(second)]);
  expect(requests).toEqual([`POST ${first} wont_fix`, `POST ${second} wont_fix`]);
  expect(applied).toMatchObject({ verified: true, sent: 2, wrote: true });
  expect(looks).toEqual({ configurations: 0, repositories: 0 });
});

test("waits for a service that shows a triage late", async () => {
  const { applied, waited } = await applying({ held: new Map(), late: 1 + 2 }, [triage(first)]); // the look comes first
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
  const { applied } = await applying(service, [expired(first)]);
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
