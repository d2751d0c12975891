import { ServiceError } from "../../../src/service/service-error";
import { declare, desired, live } from "../account";
import { applying, expired, first, refusal, second, type Service, triage } from "./triaging";

const firstAddress = "scanform_finding_triage.first";
const secondAddress = "scanform_finding_triage.second";
const unclear = (): { readonly odd: true } => ({ odd: true });

/** An answer that did not arrive. */
const lost = () =>
  new ServiceError({ method: "POST", path: "/v1", code: "service-unreachable", detail: "reset", fault: "lost" });

describe("the read after a triage", () => {
  test("is one GET per finding where every finding is as declared, as is the look before each write", async () => {
    const { reads } = await applying({ held: new Map() }, [triage(first), triage(second)]);
    expect(reads).toEqual([first, second, first, second]);
  });

  test("is repeated while a finding still shows its former category, and nothing is sent again", async () => {
    const service: Service = { held: new Map([[first, "in_progress"]]), late: 1 + 2 }; // the look comes first
    const { applied, requests, waited } = await applying(service, [triage(first)]);
    expect(requests).toEqual([`POST ${first} wont_fix`]);
    expect(waited).toEqual([250, 1000]);
    expect(applied).toMatchObject({ verified: true, diagnostics: [] });
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
    const { applied, waited } = await applying(service, [triage(first), triage(second)]);
    expect(waited).toEqual([250, 1000]);
    expect(applied).toMatchObject({ verified: true, diagnostics: [] });
  });

  test("warns of each finding whose answer says nothing clear, does not wait for it, and counts it as a failure", async () => {
    const service: Service = { held: new Map([[second, "wont_fix"]]), answer: unclear };
    const { applied, requests, waited } = await applying(service, [triage(first), expired(second)]);
    expect(requests).toEqual([`POST ${first} wont_fix`, `DELETE ${second}`]);
    expect(waited).toEqual([]);
    expect(applied).toMatchObject({
      verified: false,
      unread: true,
      wrote: true,
      outcomes: [
        { address: firstAddress, status: "failed", code: "not-read-back" },
        { address: secondAddress, status: "failed", code: "not-read-back" },
      ],
      diagnostics: [
        {
          code: "triage-unreadable",
          severity: "warning",
          address: firstAddress,
          detail: expect.stringContaining(first) as string,
        },
        {
          code: "triage-unreadable",
          severity: "warning",
          address: secondAddress,
          detail: expect.stringContaining(second) as string,
        },
        { code: "not-read-back", severity: "error" },
      ],
    });
  });

  test("warns of an unclear finding and reports a wrong one beside it", async () => {
    const service: Service = {
      held: new Map(),
      answer: (_category, finding) => (finding === first ? unclear() : { triage: null }),
    };
    const { applied } = await applying(service, [triage(first), triage(second)], { grace: [0] });
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
  const unreadable = { code: "service-error", severity: "error", detail: expect.stringContaining("no") as string };

  test("leaves the result unknown where the service refuses it, with its reason", async () => {
    const { applied, requests } = await applying(onceReadable(), [triage(first)]);
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
    const { applied, requests } = await applying({ held: new Map(), answer: () => refusal(500) }, [triage(first)]);
    expect(requests).toEqual([]);
    expect(applied).toMatchObject({
      verified: false,
      unread: true,
      wrote: false,
      sent: 0,
      outcomes: [{ address: firstAddress, status: "failed" }],
      diagnostics: [
        { code: "write-failed", detail: expect.stringContaining("what it would replace could not be read") as string },
        unreadable,
        { code: "not-read-back", detail: expect.stringContaining("No request left this machine") as string },
      ],
    });
  });

  test("is reported beside configurations that cannot be read back either", async () => {
    const service: Service = { ...onceReadable(), unlisted: lost() };
    const one = desired([declare("one", { comment: "enabled" })]);
    const { applied } = await applying(service, [triage(first)], {}, one, live({ one: {} }));
    expect(applied.unread).toBe(true);
    expect(applied.diagnostics.map(({ code }) => code)).toEqual([
      "write-failed", // the configuration could not be looked at
      "write-failed", // so no triage was sent either
      "service-unreachable",
      "not-read-back",
    ]);
  });

  test("hides no defect", async () => {
    const service: Service = { held: new Map(), answer: () => new RangeError("x") };
    await expect(applying(service, [triage(first)])).rejects.toThrow(RangeError);
  });
});

describe("a triage to be removed", () => {
  test("is gone where the service does not know the finding any more", async () => {
    const service: Service = { held: new Map([[first, "wont_fix"]]), answer: () => refusal(404) };
    const { applied, waited } = await applying(service, [expired(first)]);
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
    const { applied, requests } = await applying(service, [expired(first)]);
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

  test("fails where the service refuses to remove it", async () => {
    const service: Service = { held: new Map([[first, "wont_fix"]]), refuses: () => refusal(403) };
    const { applied } = await applying(service, [expired(first)]);
    expect(applied).toMatchObject({
      verified: false,
      wrote: false,
      outcomes: [{ address: firstAddress, status: "failed" }],
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
    const { applied } = await applying({ held, refuses }, [triage(first)]);
    expect(applied.outcomes).toEqual([{ address: firstAddress, status: "succeeded" }]);
    expect(applied).toMatchObject({ unread: false, diagnostics: [] });
  });

  test("has failed where the service holds another category, which stays", async () => {
    const service: Service = { held: new Map([[first, "in_progress"]]), refuses: lost };
    const { applied, requests, waited } = await applying(service, [triage(first)]);
    expect(requests).toEqual([`POST ${first} wont_fix`]);
    expect(waited).toEqual([250, 1000, 3000]);
    expect(applied).toMatchObject({
      outcomes: [{ address: firstAddress, status: "failed" }],
      diagnostics: [{ code: "write-failed", address: firstAddress }],
    });
  });
});
