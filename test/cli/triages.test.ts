import { accountOf, type Ran } from "../support/desk";
import {
  categoryOf,
  decide,
  findingId,
  otherFindingId,
  sought,
  triageDesk,
  wontFix,
  written,
} from "../support/triages";

const path = `/findings/${findingId}/triage`;
const unknownId = "00000000-0000-4000-8000-000000000000";
const dayAfter = { now: () => Date.parse("2030-02-01T00:00:00Z") };
const until = { ...wontFix, expires: "2030-01-31" };

const codes = (ran: Ran) =>
  (accountOf(ran)["diagnostics"] as readonly { readonly code: string }[]).map(({ code }) => code);

describe("a plan", () => {
  test("shows a triage with its reason, its end and its place, and leaves the verdict alone", async () => {
    const at = await triageDesk({ key: until });
    const { code, out } = await at.plan("--detailed-exitcode");
    expect(code).toBe(2);
    expect(out).toContain("dismisses 1 finding (1 high)");
    expect(out).toMatch(/none of 26 repositories is affected\n {2}dismisses 1 finding \(1 high\) {3}1 request\n/);
    expect(out).toContain("weakens nothing");
    expect(out).toContain(
      [
        "TRIAGES 1 set (not part of the verdict)",
        `  + wont_fix until 2030-01-31   finding ${findingId}`,
        '      high "All endpoints check authorization" in checkout,',
        "      src/coupons/create.ts",
        '      because "Only in tests."',
        "      scanform_finding_triage.key",
      ].join("\n"),
    );
    expect(at.writes()).toEqual([]);
  });

  test("as a document has the triages, and counts them", async () => {
    const at = await triageDesk({ key: until, other: { ...wontFix, finding_id: otherFindingId } });
    await decide(at, "in_progress");
    expect(accountOf(await at.plan("--json"))).toMatchObject({
      summary: { triage: { set: 2, remove: 0 }, repositories: { weakens: 0, neutral: 0 } },
      triages: [
        {
          address: "scanform_finding_triage.key",
          finding_id: findingId,
          action: "set",
          before: "in_progress",
          after: "wont_fix",
          justification: "Only in tests.",
          expires: "2030-01-31",
        },
        { finding_id: otherFindingId, before: null, after: "wont_fix", expires: null },
      ],
      requests: { planned: 2, one_by_one: 2, lower_bound: 2 },
      changes: [],
      effects: [],
    });
  });

  test("as Markdown has them in a section of their own", async () => {
    const { out } = await (await triageDesk()).plan("--format", "markdown");
    expect(out).toContain("<summary>TRIAGES 1 set (not part of the verdict)</summary>");
    expect(out).toContain('because "Only in tests."');
  });

  test("asks once for each declared finding, and for none where nothing is declared", async () => {
    const at = await triageDesk({ key: wontFix, other: { ...wontFix, finding_id: otherFindingId } });
    await at.plan();
    const about = () => at.emulator.requests.map((each) => each.path).filter((each) => each.includes("/findings/"));
    expect(about()).toHaveLength(2);
    at.emulator.clearRequests();
    at.declare({});
    await at.plan();
    expect(about()).toEqual([]);
  });

  test("says which finding each triage is about, from the list of all findings", async () => {
    const at = await triageDesk({ key: wontFix, other: { ...wontFix, finding_id: otherFindingId } });
    const { triages } = accountOf(await at.plan("--json"));
    expect(triages).toMatchObject([
      {
        category: "wont_fix",
        finding: {
          title: sought.type,
          severity: "high",
          file: sought.filename,
          repository: { id: expect.any(String) as string, name: "checkout" },
        },
      },
      { category: "wont_fix", finding: null }, // older than a year
    ]);
    const lists = at.emulator.requests.map((each) => each.path).filter((each) => each.includes("all_findings"));
    expect(lists).toHaveLength(1);
  });

  test("reads no findings where every triage is as declared", async () => {
    const at = await triageDesk();
    await decide(at, "wont_fix");
    await at.plan();
    expect(at.emulator.requests.filter((each) => each.path.includes("all_findings"))).toEqual([]);
  });

  test("of a finding that the service does not know is an error with its address, and nothing is written", async () => {
    const at = await triageDesk({ key: wontFix, gone: { ...wontFix, finding_id: unknownId } });
    const { code, err } = await at.apply();
    expect(code).toBe(1);
    expect(err).toContain("[finding-unknown]");
    expect(err).toContain("scanform_finding_triage.gone");
    expect(at.writes()).toEqual([]);
  });

  test("of two triages of one finding names both", async () => {
    const at = await triageDesk({ key: wontFix, again: { ...wontFix, finding_id: findingId.toUpperCase() } });
    const { code, err } = await at.plan();
    expect(code).toBe(1);
    expect(err).toContain("which another triage decides about. Remove it here, or scanform_finding_triage.key.");
  });

  test("takes the list where the answers of the service are 404", async () => {
    const at = await triageDesk();
    await decide(at, "wont_fix");
    at.emulator.setFaults([{ fault: "status", status: 404, path: "/**/triage", method: "GET" }]);
    expect((await at.plan("--detailed-exitcode")).code).toBe(0);
    expect(at.emulator.requests.filter((each) => each.path.includes("all_findings"))).toHaveLength(1);
  });
});

describe("an apply", () => {
  test("sets the category with one request, reads it back, and has nothing left to do", async () => {
    const at = await triageDesk();
    const ran = await at.apply("--json");
    expect(ran.code).toBe(0);
    expect(accountOf(ran)).toMatchObject({
      verified: true,
      requests: { planned: 1, sent: 1 },
      outcomes: [{ address: "scanform_finding_triage.key", status: "succeeded" }],
    });
    expect(categoryOf(at)).toBe("wont_fix");
    expect(written(at)).toEqual([`POST ${path}`]);
    expect(JSON.stringify(at.writes())).not.toContain("Only in tests");
    const again = await at.plan("--detailed-exitcode");
    expect(again.code).toBe(0);
    expect(again.out).toContain("no changes (0 configurations, 26 repositories)");
  });

  test("removes what has expired, says so, and then leaves the finding to others", async () => {
    const at = await triageDesk({ key: until });
    await at.apply();
    const apply = ["apply", "--synthesized", "app", "--auto-approve", "--json"];
    const ran = await at.run(apply, dayAfter);
    expect(accountOf(ran)).toMatchObject({
      verified: true,
      summary: { triage: { set: 0, remove: 1 } },
      triages: [{ action: "remove", before: "wont_fix", after: null }],
    });
    expect(codes(ran)).toEqual(["triage-expired"]);
    expect(categoryOf(at)).toBeUndefined();
    await decide(at, "in_progress");
    const later = await at.run(apply, dayAfter);
    expect(codes(later)).toEqual(["triage-expired"]);
    expect(categoryOf(at)).toBe("in_progress");
    expect(at.writes()).toEqual([]);
  });

  test("sends triages after configurations and assignments, and all of them are in one plan", async () => {
    const at = await triageDesk();
    at.declare({ triages: { key: wontFix }, configurations: { fresh: { name: "fresh", comment: "enabled" } } });
    const ran = await at.apply("--json");
    expect(accountOf(ran)).toMatchObject({ verified: true, requests: { planned: 2, sent: 2 } });
    expect(at.writes().map((each) => each.path.split("/").at(-1))).toEqual(["configurations", "triage"]);
  });

  test("writes to the finding as the service spells its id, in whichever case it is declared", async () => {
    const at = await triageDesk({ key: { ...wontFix, finding_id: findingId.toUpperCase() } });
    expect(accountOf(await at.apply("--json"))).toMatchObject({ verified: true });
    expect(written(at)).toEqual([`POST ${path}`]);
    expect((await at.plan("--detailed-exitcode")).code).toBe(0);
  });

  test("that is refused reports the triage alone", async () => {
    const at = await triageDesk({ key: wontFix, other: { ...wontFix, finding_id: otherFindingId } });
    at.emulator.setFaults([{ fault: "status", status: 403, path: `/**/${findingId}/triage`, method: "POST" }]);
    const ran = await at.apply("--json");
    expect(ran.code).toBe(5);
    expect(accountOf(ran)).toMatchObject({
      verified: false,
      outcomes: [
        { address: "scanform_finding_triage.key", status: "failed" },
        { address: "scanform_finding_triage.other", status: "succeeded" },
      ],
    });
    expect([categoryOf(at), categoryOf(at, otherFindingId)]).toEqual([undefined, "wont_fix"]);
  });

  test("whose answer was lost is found out by reading", async () => {
    const at = await triageDesk();
    at.emulator.setFaults([{ fault: "reset", at: "after", operation: "setTriage" }]);
    expect(accountOf(await at.apply("--json"))).toMatchObject({
      verified: true,
      outcomes: [{ status: "succeeded" }],
    });
    expect(categoryOf(at)).toBe("wont_fix");
  });

  test("is stale when its triage expires while it asks", async () => {
    const at = await triageDesk({ key: until });
    let now = Date.parse("2030-01-31T23:00:00Z");
    const { code, err } = await at.run(["apply", "--synthesized", "app"], {
      now: () => now,
      interactive: true,
      ask: () => {
        now = dayAfter.now();
        return Promise.resolve("yes");
      },
    });
    expect(code).toBe(4);
    expect(err).toMatch(/finding .*: reviewed none -> wont_fix until .*, no longer planned/);
    expect(at.writes()).toEqual([]);
  });

  test("asks with the triages beside the verdict", async () => {
    const at = await triageDesk();
    let asked = "";
    await at.run(["apply", "--synthesized", "app"], {
      interactive: true,
      ask: (question) => {
        asked = question;
        return Promise.resolve("no");
      },
    });
    expect(asked).toContain("weakens nothing; dismisses 1 finding (1 high)\n");
    expect(at.writes()).toEqual([]);
  });
});
