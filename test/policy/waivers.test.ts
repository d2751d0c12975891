import { type Waiver, waive } from "../../src/policy/waivers";
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
