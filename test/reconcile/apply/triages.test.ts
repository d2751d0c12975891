import type { Journal } from "../../../src/reconcile/apply/execute";
import type { Write } from "../../../src/reconcile/plan/write";
import { declare, desired, first, live, second } from "../account";
import { usual } from "../readings";
import { lost, refusal } from "../service";
import { applyTriages, expired, type Given, type Service, triage } from "./applying";

const firstAddress = "scanform_finding_triage.first";
const secondAddress = "scanform_finding_triage.second";
const [post, remove] = [`POST ${first} wont_fix`, `DELETE ${first}`];
const unclear = { odd: true };
const none = { triage: null };
const inProgress = { [first]: "in_progress", [second]: "in_progress" };
const keeps: Given = { reading: { ...usual, category: "keeps the former one" } };

test("an apply of triages reads no list, and each finding once before and once after its write", async () => {
  const { applied, requests, reads, looks } = await applyTriages({}, [triage(first), triage(second)]);
  expect(requests).toEqual([post, `POST ${second} wont_fix`]);
  expect(reads).toEqual([first, second, first, second]);
  expect(applied).toMatchObject({ verified: true, sent: 2, wrote: true });
  expect(looks).toEqual({ configurations: 0, repositories: 0 });
});

test("a refusal is the failure of its own triage, which is not waited for", async () => {
  const refuses = (text: string) => (text.includes(first) ? refusal(403) : undefined);
  const { applied, waits } = await applyTriages({ refuses }, [triage(first), triage(second)]);
  expect(applied).toMatchObject({ verified: false, outcomes: [{ status: "failed" }, { status: "succeeded" }] });
  expect(waits).toEqual([]);
});

describe("a category that the service does not replace", () => {
  test("a category that the service does not replace is removed and then set once more, beside a configuration that is written once more, in one count of unique writes", async () => {
    const sent: Write[] = [];
    const counts: string[] = [];
    const settled: number[] = [];
    const journal: Journal = {
      sending: (write) => sent.push(write),
      settled: ({ write }) => settled.push(write.id),
    };
    const { applied } = await applyTriages(
      { held: inProgress },
      [triage(first), triage(second)],
      {
        ...keeps,
        journal,
        concurrency: 1,
        grace: [0],
        onProgress: (done, total) => counts.push(`${String(done)} of ${String(total)}`),
        // the service accepts a PATCH, and performs none
        after: (kind, account) => {
          if (kind === "patch") account.change("one", { settings: {} });
        },
      },
      desired([declare("one", { comment: "enabled" })]),
      live({ one: {} }),
    );
    const again = ["put", "remove-triage", "set-triage", "remove-triage", "set-triage"];
    expect(sent.map(({ kind }) => kind)).toEqual(["patch", "set-triage", "set-triage", ...again]);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(8);
    expect(settled).toEqual(sent.map(({ id }) => id));
    expect(counts.slice(2)).toEqual(["3 of 3", "4 of 8", "5 of 8", "6 of 8", "7 of 8", "8 of 8"]);
    for (const finding of [first, second]) {
      const [, removal, set] = sent.filter((write) => "finding" in write && write.finding === finding);
      expect(removal).toMatchObject({ kind: "remove-triage", after: [] });
      expect(set).toMatchObject({ kind: "set-triage", category: "wont_fix", after: [removal?.id] });
      expect(set?.id).toBeGreaterThan(removal?.id ?? Infinity);
    }
    expect(applied).toMatchObject({ verified: true, sent: 8 });
  });

  test.each([400, 409, 422])(
    "a category that the service does not replace is removed and then set once more where it was refused with %i",
    async (status) => {
      const refuses: Service["refuses"] = (text, { triages }) =>
        text === post && triages.has(first) ? refusal(status) : undefined;
      const { applied, requests, waits } = await applyTriages({ held: inProgress, refuses }, [triage(first)]);
      expect([requests, waits]).toEqual([[post, remove, post], []]);
      expect(applied).toMatchObject({
        verified: true,
        outcomes: [{ address: firstAddress, status: "succeeded" }],
        diagnostics: [],
      });
    },
  );

  const stop = new AbortController();
  test.each<{ title: string; service: Service; sent: readonly string[]; given?: Given; outcome?: object }>([
    {
      title: "is not removed where it was refused for want of a right",
      service: { held: inProgress, refuses: () => refusal(403) },
      sent: [post],
    },
    {
      title: "is not removed where it was refused as too many requests",
      service: { held: inProgress, refuses: () => refusal(429) },
      sent: [post],
    },
    { title: "is not removed where there is none", service: { refuses: () => refusal(409) }, sent: [post] },
    {
      title: "is reported where it was removed, and the new one is refused once more",
      service: { held: inProgress, refuses: (text) => (text === post ? refusal(422) : undefined) },
      sent: [post, remove, post],
    },
    {
      title: "stays where the service refuses to remove it",
      service: { held: inProgress, refuses: (text) => (text === remove ? refusal(403) : undefined) },
      given: keeps,
      sent: [post, remove],
    },
    {
      title: "is not verified where it was removed, the answer was lost, and it was not set again",
      service: {
        held: inProgress,
        refuses: (text, { triages }) => {
          if (text !== remove) return undefined;
          triages.delete(first);
          return refusal(502);
        },
      },
      given: keeps,
      sent: [post, remove],
    },
    {
      title: "is left where it is a third one, which somebody else has set after the write",
      service: { held: inProgress },
      given: {
        after: (_kind, { triages }) => {
          triages.set(first, "false_positive");
        },
      },
      sent: [post],
      outcome: { code: "not-converged" },
    },
    {
      title: "stays after an interruption",
      service: {
        held: inProgress,
        refuses: () => {
          stop.abort();
          return undefined;
        },
      },
      given: { ...keeps, signal: stop.signal },
      sent: [post],
      outcome: { code: "not-converged" },
    },
  ])("$title", async ({ service, sent, given, outcome }) => {
    const { applied, requests } = await applyTriages(service, [triage(first)], { grace: [0], ...given });
    expect(requests).toEqual(sent);
    expect(applied).toMatchObject({
      verified: false,
      outcomes: [{ address: firstAddress, status: "failed", ...outcome }],
    });
  });
});

test("the read after a triage is repeated while one finding of several shows nothing", async () => {
  let asked = 0;
  const answer: Service["answer"] = (category, finding) =>
    finding === first && ++asked < 1 + 3 ? none : { triage: category === undefined ? null : { category } }; // the look comes first
  const { applied, waits } = await applyTriages({ answer }, [triage(first), triage(second)]);
  expect(waits).toEqual([250, 1000]);
  expect(applied).toMatchObject({ verified: true, diagnostics: [] });
});

test("the read after a triage is not repeated after the wait in which an interrupt comes", async () => {
  const interrupt = new AbortController();
  const onWait = (): void => {
    interrupt.abort();
  };
  const { waits, reads } = await applyTriages({ answer: () => none }, [triage(first)], {
    signal: interrupt.signal,
    onWait,
  });
  expect({ waits, reads }).toEqual({ waits: [250], reads: [first, first, first] });
});

test("the read after a triage warns of each finding whose answer says nothing clear, does not wait for it, and counts it as a failure", async () => {
  const service: Service = { held: { [second]: "wont_fix" }, answer: () => unclear };
  const { applied, requests, waits } = await applyTriages(service, [triage(first), expired(second)]);
  expect([requests, waits]).toEqual([[post, `DELETE ${second}`], []]);
  const notReadBack = { status: "failed", code: "not-read-back" };
  expect(applied).toMatchObject({ verified: false, unread: true, wrote: true, outcomes: [notReadBack, notReadBack] });
  expect(applied.diagnostics.map(({ code, severity, address }) => [code, severity, address])).toEqual([
    ["triage-unreadable", "warning", firstAddress],
    ["triage-unreadable", "warning", secondAddress],
    ["not-read-back", "error", undefined],
  ]);
  expect(applied.diagnostics[0]?.detail).toContain(first);
});

test("the read after a triage warns of an unclear finding, and reports beside it one that the service accepts and does not hold", async () => {
  const answer: Service["answer"] = (_category, finding) => (finding === first ? unclear : none);
  const { applied, requests } = await applyTriages({ answer }, [triage(first), triage(second)], { grace: [0] });
  expect(requests).toHaveLength(2);
  expect(applied.diagnostics).toMatchObject([
    { code: "not-converged", address: secondAddress, path: "category", detail: 'expected "wont_fix", found nothing' },
    { code: "triage-unreadable", address: firstAddress },
    { code: "not-read-back" },
  ]);
  expect(applied.outcomes).toMatchObject([
    { address: firstAddress, status: "failed", code: "not-read-back" },
    { address: secondAddress, status: "failed", code: "not-converged" },
  ]);
});

const unreadable = {
  code: "service-error",
  severity: "error",
  detail: expect.stringContaining("status 500") as string,
};

test("the read after a triage leaves the result unknown where the service refuses it, with its reason", async () => {
  let asked = 0;
  const answer = () => (++asked > 1 ? refusal(500) : none); // the look is answered, and no read after it
  const { applied, requests } = await applyTriages({ answer }, [triage(first)]);
  expect(requests).toEqual([post]);
  expect(applied).toMatchObject({
    verified: false,
    unread: true,
    wrote: true,
    sent: 1,
    outcomes: [{ address: firstAddress, status: "failed", code: "not-read-back" }],
    diagnostics: [unreadable, { code: "not-read-back" }],
  });
});

test("the read after a triage is refused like the look before it, and nothing was sent", async () => {
  const { applied, requests } = await applyTriages({ answer: () => refusal(500) }, [triage(first)]);
  expect(requests).toEqual([]);
  expect(applied).toMatchObject({
    verified: false,
    unread: false,
    wrote: false,
    sent: 0,
    outcomes: [{ address: firstAddress, status: "failed" }],
    diagnostics: [
      {
        code: "write-failed",
        detail: expect.stringContaining("what it would replace could not be read") as string,
      },
      unreadable,
    ],
  });
});

test("the read after a triage hides no defect", async () => {
  await expect(applyTriages({ answer: () => new RangeError("x") }, [triage(first)])).rejects.toThrow(RangeError);
});

test("a triage to be removed is gone where the service does not know the finding any more", async () => {
  const service: Service = { held: { [first]: "wont_fix" }, answer: () => refusal(404) };
  const { applied, waits } = await applyTriages(service, [expired(first)]);
  expect(waits).toEqual([]);
  expect(applied).toMatchObject({
    verified: true,
    diagnostics: [],
    outcomes: [{ address: firstAddress, status: "succeeded" }],
  });
});

test("a triage to be removed is reported where the service still holds it, and is not asked for again", async () => {
  const service: Service = { held: { [first]: "wont_fix" }, answer: () => ({ triage: { category: "wont_fix" } }) };
  const { applied, requests } = await applyTriages(service, [expired(first)]);
  expect(requests).toEqual([remove]);
  const detail = 'expected nothing, found "wont_fix"';
  expect(applied).toMatchObject({
    verified: false,
    diagnostics: [{ code: "not-converged", address: firstAddress, path: "category", detail }],
  });
});

test("a triage whose answer is lost has succeeded where the service holds it", async () => {
  const refuses: Service["refuses"] = (_text, { triages }) => {
    triages.set(first, "wont_fix");
    return lost();
  };
  const { applied } = await applyTriages({ refuses }, [triage(first)]);
  expect(applied.outcomes).toEqual([{ address: firstAddress, status: "succeeded" }]);
  expect(applied).toMatchObject({ unread: false, diagnostics: [] });
});

test("a triage whose answer is lost has failed where the service holds another category, which stays", async () => {
  const { applied, requests, waits } = await applyTriages({ held: inProgress, refuses: () => lost() }, [triage(first)]);
  expect(requests).toEqual([post]);
  expect(waits).toEqual([250, 1000, 3000]);
  expect(applied).toMatchObject({
    outcomes: [{ address: firstAddress, status: "failed" }],
    diagnostics: [{ code: "write-failed", address: firstAddress }],
  });
});
