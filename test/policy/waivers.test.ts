import fc from "fast-check";
import { baselineOf } from "../../src/policy/baseline";
import { type Waiver, waive, waiverProblems } from "../../src/policy/waivers";
import type { DocumentFinding } from "../../src/report/policy-review";

const now = Date.parse("2026-06-01T12:00:00Z");
const id = "eeeeeeee-0000-4000-8000-000000000001";

const finding = (at: DocumentFinding["at"]): DocumentFinding => ({ policy: "p", level: "deny", message: "is bad", at });

const waiver = (at: Waiver["at"], more: Partial<Waiver> = {}): Waiver => ({
  policy: "p",
  at,
  reason: "because",
  owner: "appsec",
  expires: "2027-01-31",
  ...more,
});

const accountId = "aaaaaaaa-0000-4000-8000-000000000001";

/** What is said about an account. */
const found = (...findings: readonly DocumentFinding[]) => ({ account: { id: accountId, name: "acme" }, findings });

const untilOf = (at: DocumentFinding["at"], ...waivers: readonly Waiver[]): string | undefined =>
  waive([found(finding(at))], waivers, now).findings[0]?.[0]?.waived_until;

const effect = { kind: "effect", id, name: "strict" } as const;
const move = { kind: "effect", id, name: "strict", from: { id: accountId, name: "loose" } } as const;
const repository = { kind: "repository", id, name: "web" } as const;
const triage = { kind: "triage", id, name: "web", path: "f-1" } as const;

test.each([
  ["an effect by its name", effect, { configuration: "strict" }, true],
  ["an effect by its id, in any case", effect, { configuration: id.toUpperCase() }, true],
  ["an effect by a repository", effect, { repository: "web" }, false],
  ["an effect by more than it is about", effect, { configuration: "strict", repository: "web" }, false],
  ["an effect by the configuration that its repositories leave", effect, { configuration: "strict", from: "x" }, false],
  ["a move by both configurations", move, { configuration: "strict", from: "loose" }, true],
  ["a move by an id", move, { configuration: "strict", from: accountId }, true],
  ["a move by what its repositories get alone", move, { configuration: "strict" }, false],
  ["a move by what its repositories leave alone", move, { from: "loose" }, false],
  ["a move of those that had none", { ...effect, from: null }, { configuration: "strict", from: null }, true],
  ["a move of those that had some by none", move, { configuration: "strict", from: null }, false],
  ["a loss by what is lost", { kind: "effect", from: { id, name: "old" } } as const, { from: "old" }, true],
  [
    "a loss by a configuration",
    { kind: "effect", from: { id, name: "old" } } as const,
    { configuration: "old" },
    false,
  ],
  ["a configuration by its name", { ...effect, kind: "configuration" } as const, { configuration: "strict" }, true],
  ["an effect in the account that is named", effect, { configuration: "strict", account: "acme" }, true],
  ["an effect in the account of an id", effect, { configuration: "strict", account: accountId }, true],
  ["an effect in another account", effect, { configuration: "strict", account: "other" }, false],
  ["a repository by its name", repository, { repository: "web" }, true],
  ["a repository by a configuration", repository, { configuration: "web" }, false],
  ["a repository by another name", repository, { repository: "we%" }, false],
  ["a line by its path", { kind: "line", path: "comment" } as const, { path: "comment" }, true],
  ["a triage by its repository and finding", triage, { repository: "web", path: "f-1" }, true],
  ["a triage by its finding alone", triage, { path: "f-1" }, false],
  ["a triage without a repository by its finding", { kind: "triage", path: "f-1" } as const, { path: "f-1" }, true],
  ["a deletion by its name", { kind: "deletion", id, name: "old" } as const, { configuration: "old" }, true],
  [
    "a name that looks like the id of another",
    { kind: "repository", id: "x", name: id } as const,
    { repository: id },
    false,
  ],
  ["what has no name by its id", { kind: "repository", id } as const, { repository: id }, true],
])("waives %s: %j by %j is %s", (_what, at, by, matches) => {
  expect(untilOf(at, waiver(by))).toBe(matches ? "2027-01-31" : undefined);
});

test("waives nothing of another policy", () => {
  expect(untilOf(effect, waiver({ configuration: "strict" }, { policy: "other" }))).toBeUndefined();
});

test("a date holds to the end of its day, and an expired waiver waives nothing", () => {
  const at = { configuration: "strict" };
  expect(untilOf(effect, waiver(at, { expires: "2026-06-01" }))).toBe("2026-06-01");
  expect(untilOf(effect, waiver(at, { expires: "2026-05-31" }))).toBeUndefined();
  expect(untilOf(effect, waiver(at, { expires: "2026-06-01T11:00:00Z" }))).toBeUndefined();
});

test("of several waivers that match, the last to end counts", () => {
  const at = { configuration: "strict" };
  const [first, last] = [waiver(at, { expires: "2026-08-01" }), waiver(at, { expires: "2026-09-01" })];
  expect(untilOf(effect, first, last)).toBe("2026-09-01");
  expect(waive([found(finding(effect))], [first, last], now).unmatched).toEqual([]);
});

test("a waiver is matched if the account that it names has what it names", () => {
  const used = waiver({ configuration: "strict", account: "acme" });
  const other = { account: { id, name: "other" }, findings: [] };
  const waived = waive([other, found(finding(effect))], [used, waiver({ repository: "gone" })], now);
  expect(waived.unmatched).toEqual([waiver({ repository: "gone" })]);
  expect(waived.findings[1]?.[0]?.waiver).toEqual(used);
});

test("a waiver that names no account waives nothing of several", () => {
  const other = { account: { id, name: "other" }, findings: [finding(effect)] };
  const { findings, unmatched } = waive([found(finding(effect)), other], [waiver({ configuration: "strict" })], now);
  expect(findings.flat().filter((each) => each.waived_until !== undefined)).toEqual([]);
  expect(unmatched).toHaveLength(1);
});

test("a name that several have is ambiguous, and says whose it is", () => {
  const other = { account: { id, name: "acme" }, findings: [] };
  const byAccount = waiver({ configuration: "strict", account: "acme" });
  expect(waive([found(), other], [byAccount], now).ambiguous).toEqual([
    { waiver: byAccount, name: "account", text: "acme", ids: [accountId, id] },
  ]);
  const twins = [finding(effect), finding({ ...effect, id: accountId })];
  const byName = waiver({ configuration: "strict" });
  expect(waive([found(...twins)], [byName], now).ambiguous).toEqual([
    { waiver: byName, name: "configuration", text: "strict", ids: [id, accountId] },
  ]);
  expect(waive([found(...twins)], [waiver({ configuration: id })], now).ambiguous).toEqual([]);
  expect(waive([found(finding(effect), finding(effect))], [byName], now).ambiguous).toEqual([]);
});

describe("the waivers of what is there", () => {
  const third = "eeeeeeee-0000-4000-8000-00000000000f";
  const text = fc.constantFrom("a", "b", id);
  const names = fc.record({ id: fc.constantFrom(id, accountId, third), name: text }, { requiredKeys: ["id"] });
  const at = fc.oneof(
    names.map((each) => ({ kind: "repository", ...each }) as const),
    names.map((each) => ({ kind: "configuration", ...each }) as const),
    fc
      .record({ one: names, from: fc.option(names) })
      .map(({ one, from }) => ({ kind: "effect", ...one, from }) as const),
    text.map((path) => ({ kind: "line", path }) as const),
    names.map((each) => ({ kind: "triage", ...each, path: "f-1" }) as const),
  );
  const accounts = fc.array(fc.record({ name: fc.option(text), findings: fc.array(at, { maxLength: 6 }) }), {
    minLength: 1,
    maxLength: 3,
  });

  test("the waivers of what is there are waivers of all of it and nothing else, and none is ambiguous", () => {
    fc.assert(
      fc.property(accounts, (given) => {
        const all = given.map(({ name, findings }, index) => ({
          account: { id: id.replace(/.$/, String(index)), name },
          findings: findings.map(finding),
        }));
        const reviewed = all.map(({ account, findings }) => ({ account, review: { policies: findings } }));
        const made = baselineOf(reviewed, { reason: "because", owner: "appsec", expires: "2027-01-31" });
        expect(waiverProblems(made)).toEqual([]);
        const { findings, unmatched, ambiguous } = waive(all, made, now);
        expect(findings.flat().filter((each) => each.waived_until === undefined)).toEqual([]);
        expect([unmatched, ambiguous]).toEqual([[], []]);
        expect(
          baselineOf(
            all.map(({ account }, at) => ({
              account,
              review: { policies: findings[at]?.map(({ waiver: _matching, ...each }) => each) ?? [] },
            })),
            made[0] ?? waiver({}),
          ),
        ).toEqual([]);
      }),
    );
  });
});

test("what ends within thirty days is distinguished from what has expired", () => {
  const ends = (expires: string) => waiver({ path: expires }, { expires });
  const waivers = [ends("2026-05-31"), ends("2026-06-01"), ends("2026-06-30"), ends("2026-07-01"), ends("2026-07-02")];
  const { expired, ending } = waive([], waivers, now);
  expect(expired.map((each) => each.expires)).toEqual(["2026-05-31"]);
  expect(ending.map((each) => each.expires)).toEqual(["2026-06-01", "2026-06-30"]);
});

test("a waived_until in a document is not trusted", () => {
  expect(waive([found({ ...finding(effect), waived_until: "2099-01-01" })], [], now).findings[0]?.[0]).toEqual(
    finding(effect),
  );
});
