import type { Journal } from "../../../src/reconcile/apply/execute";
import type { Write } from "../../../src/reconcile/plan/write";
import { declare, desired, first, live, second } from "../account";
import { lost, refusal } from "../service";
import { applyTriages, expired, type Service, triage } from "./applying";

const firstAddress = "scanform_finding_triage.first";
const secondAddress = "scanform_finding_triage.second";
const unclear = (): { readonly odd: true } => ({ odd: true });

test("reads no list of configurations where only triages are written", async () => {
  const { applied, requests, looks } = await applyTriages({ held: new Map() }, [triage(first), triage(second)]);
  expect(requests).toEqual([`POST ${first} wont_fix`, `POST ${second} wont_fix`]);
  expect(applied).toMatchObject({ verified: true, sent: 2, wrote: true });
  expect(looks).toEqual({ configurations: 0, repositories: 0 });
});

test("reports a category that the service accepts and does not hold, and asks for it no second time", async () => {
  const service: Service = { held: new Map(), answer: () => ({ triage: null }) };
  const { applied, requests } = await applyTriages(service, [triage(first)]);
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

test("a refusal is the failure of its own triage, which is not read back", async () => {
  const service: Service = {
    held: new Map(),
    refuses: (text) => (text.includes(first) ? refusal(403) : undefined),
  };
  const { applied, waited } = await applyTriages(service, [triage(first), triage(second)]);
  expect(applied).toMatchObject({ verified: false, outcomes: [{ status: "failed" }, { status: "succeeded" }] });
  expect(waited).toEqual([]);
});

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
    const { applied } = await applyTriages(
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

  test.each([400, 409, 422])("is removed and then set once more where it was refused with %i", async (status) => {
    const service: Service = {
      held: inProgress(),
      refuses: (text) => (text.startsWith("POST") && service.held.has(first) ? refusal(status) : undefined),
    };
    const { applied, requests, waited } = await applyTriages(service, [triage(first)]);
    expect(requests).toEqual([`POST ${first} wont_fix`, `DELETE ${first}`, `POST ${first} wont_fix`]);
    expect(applied).toMatchObject({
      verified: true,
      outcomes: [{ address: firstAddress, status: "succeeded" }],
      diagnostics: [],
    });
    expect(waited).toEqual([]);
  });

  test.each<[string, number, readonly string[]]>([
    ["for want of a right", 403, ["in_progress"]],
    ["as too many requests", 429, ["in_progress"]],
    ["without one", 409, []],
  ])("is not removed where it was refused %s", async (_why, status, category) => {
    const service: Service = {
      held: new Map(category.map((each) => [first, each])),
      refuses: () => refusal(status),
    };
    const { applied, requests } = await applyTriages(service, [triage(first)]);
    expect(requests).toEqual([`POST ${first} wont_fix`]);
    expect(applied).toMatchObject({ verified: false, diagnostics: [{ code: "write-failed", address: firstAddress }] });
  });

  test("is reported where it was removed, and the new one is refused once more", async () => {
    const service: Service = {
      held: inProgress(),
      refuses: (text) => (text.startsWith("POST") ? refusal(422) : undefined),
    };
    const { applied, requests } = await applyTriages(service, [triage(first)]);
    expect(requests).toEqual([`POST ${first} wont_fix`, `DELETE ${first}`, `POST ${first} wont_fix`]);
    expect(applied).toMatchObject({ verified: false, outcomes: [{ address: firstAddress, status: "failed" }] });
  });

  test("is set once more by writes with other ids than that of a configuration that was written once more, in one count", async () => {
    const sent: Write[] = [];
    const counts: string[] = [];
    const settled: number[] = [];
    const journal: Journal = {
      sending: (write) => sent.push(write),
      settled: ({ write }) => settled.push(write.id),
    };
    const { applied } = await applyTriages(
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
    const { applied, requests } = await applyTriages(service, [triage(first)], { grace: [0] });
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
    const { applied, requests } = await applyTriages(service, [triage(first)], { grace: [0] });
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
    const { applied, requests } = await applyTriages(service, [triage(first)], { grace: [0] });
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
    const { applied, requests, waited } = await applyTriages(service, [triage(first)], { signal: stop.signal });
    expect([requests, waited]).toEqual([[`POST ${first} wont_fix`], []]);
    expect(applied).toMatchObject({
      verified: false,
      outcomes: [{ address: firstAddress, status: "failed", code: "not-converged" }],
      diagnostics: [{ code: "not-converged", detail: 'expected "wont_fix", found "in_progress"' }],
    });
  });
});

describe("the read after a triage", () => {
  test("is one GET per finding where every finding is as declared, as is the look before each write", async () => {
    const { reads } = await applyTriages({ held: new Map() }, [triage(first), triage(second)]);
    expect(reads).toEqual([first, second, first, second]);
  });

  test("is repeated while one finding of several shows nothing", async () => {
    let asked = 0;
    const service: Service = {
      held: new Map(),
      answer: (category, finding) =>
        finding === first && ++asked < 1 + 3
          ? { triage: null }
          : { triage: category === undefined ? null : { category } }, // the look comes first
    };
    const { applied, waited } = await applyTriages(service, [triage(first), triage(second)]);
    expect(waited).toEqual([250, 1000]);
    expect(applied).toMatchObject({ verified: true, diagnostics: [] });
  });

  test("warns of each finding whose answer says nothing clear, does not wait for it, and counts it as a failure", async () => {
    const service: Service = { held: new Map([[second, "wont_fix"]]), answer: unclear };
    const { applied, requests, waited } = await applyTriages(service, [triage(first), expired(second)]);
    expect([requests, waited]).toEqual([[`POST ${first} wont_fix`, `DELETE ${second}`], []]);
    const notReadBack = { status: "failed", code: "not-read-back" };
    expect(applied).toMatchObject({ verified: false, unread: true, wrote: true, outcomes: [notReadBack, notReadBack] });
    expect(applied.diagnostics.map(({ code, severity, address }) => [code, severity, address])).toEqual([
      ["triage-unreadable", "warning", firstAddress],
      ["triage-unreadable", "warning", secondAddress],
      ["not-read-back", "error", undefined],
    ]);
    expect(applied.diagnostics[0]?.detail).toContain(first);
  });

  test("warns of an unclear finding and reports a wrong one beside it", async () => {
    const service: Service = {
      held: new Map(),
      answer: (_category, finding) => (finding === first ? unclear() : { triage: null }),
    };
    const { applied } = await applyTriages(service, [triage(first), triage(second)], { grace: [0] });
    expect(applied.diagnostics).toMatchObject([
      { code: "not-converged", address: secondAddress, detail: 'expected "wont_fix", found nothing' },
      { code: "triage-unreadable", address: firstAddress },
      { code: "not-read-back" },
    ]);
    expect(applied.outcomes).toMatchObject([
      { address: firstAddress, status: "failed", code: "not-read-back" },
      { address: secondAddress, status: "failed", code: "not-converged" },
    ]);
  });

  /** The look is answered, and no read after it. */
  const onceReadable = (): Service => {
    let asked = 0;
    return { held: new Map(), answer: () => (++asked > 1 ? refusal(500) : { triage: null }) };
  };
  const unreadable = {
    code: "service-error",
    severity: "error",
    detail: expect.stringContaining("status 500") as string,
  };

  test("leaves the result unknown where the service refuses it, with its reason", async () => {
    const { applied, requests } = await applyTriages(onceReadable(), [triage(first)]);
    expect(requests).toEqual([`POST ${first} wont_fix`]);
    expect(applied).toMatchObject({
      verified: false,
      unread: true,
      wrote: true,
      sent: 1,
      outcomes: [{ address: firstAddress, status: "failed", code: "not-read-back" }],
      diagnostics: [unreadable, { code: "not-read-back" }],
    });
  });

  test("is refused like the look before it, and nothing was sent", async () => {
    const { applied, requests } = await applyTriages({ held: new Map(), answer: () => refusal(500) }, [triage(first)]);
    expect(requests).toEqual([]);
    expect(applied).toMatchObject({
      verified: false,
      unread: true,
      wrote: false,
      sent: 0,
      outcomes: [{ address: firstAddress, status: "failed" }],
      diagnostics: [
        {
          code: "write-failed",
          detail: expect.stringContaining("what it would replace could not be read") as string,
        },
        unreadable,
        { code: "not-read-back", detail: expect.stringContaining("No request left this machine") as string },
      ],
    });
  });

  test("hides no defect", async () => {
    const service: Service = { held: new Map(), answer: () => new RangeError("x") };
    await expect(applyTriages(service, [triage(first)])).rejects.toThrow(RangeError);
  });
});

describe("a triage to be removed", () => {
  test("is gone where the service does not know the finding any more", async () => {
    const service: Service = { held: new Map([[first, "wont_fix"]]), answer: () => refusal(404) };
    const { applied, waited } = await applyTriages(service, [expired(first)]);
    expect(waited).toEqual([]);
    expect(applied).toMatchObject({
      verified: true,
      diagnostics: [],
      outcomes: [{ address: firstAddress, status: "succeeded" }],
    });
  });

  test("is reported where the service still holds it, and is not asked for again", async () => {
    const service: Service = {
      held: new Map([[first, "wont_fix"]]),
      answer: () => ({ triage: { category: "wont_fix" } }),
    };
    const { applied, requests } = await applyTriages(service, [expired(first)]);
    expect(requests).toEqual([`DELETE ${first}`]);
    expect(applied).toMatchObject({
      verified: false,
      diagnostics: [
        {
          code: "not-converged",
          address: firstAddress,
          path: "category",
          detail: 'expected nothing, found "wont_fix"',
        },
      ],
    });
  });
});

describe("a triage whose answer is lost", () => {
  test("has succeeded where the service holds it", async () => {
    const held = new Map<string, string>();
    const refuses = () => {
      held.set(first, "wont_fix");
      return lost();
    };
    const { applied } = await applyTriages({ held, refuses }, [triage(first)]);
    expect(applied.outcomes).toEqual([{ address: firstAddress, status: "succeeded" }]);
    expect(applied).toMatchObject({ unread: false, diagnostics: [] });
  });

  test("has failed where the service holds another category, which stays", async () => {
    const service: Service = { held: new Map([[first, "in_progress"]]), refuses: () => lost() };
    const { applied, requests, waited } = await applyTriages(service, [triage(first)]);
    expect(requests).toEqual([`POST ${first} wont_fix`]);
    expect(waited).toEqual([250, 1000, 3000]);
    expect(applied).toMatchObject({
      outcomes: [{ address: firstAddress, status: "failed" }],
      diagnostics: [{ code: "write-failed", address: firstAddress }],
    });
  });
});
