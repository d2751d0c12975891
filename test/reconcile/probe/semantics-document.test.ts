import type { Semantics } from "../../../src/reconcile/plan/plan";
import { parseSemantics, refuseOthers, semanticsDocument } from "../../../src/reconcile/probe/semantics-document";

const url = "https://findings.example.com";
const id = "5f0c41d2-9a3e-4b67-8c15-d20e7f6a9b34";
const all: Semantics = { patchMerge: "deep", bulkMerge: "entries", put: "keeps", fillsIn: false };

const usage = (text: string): Error =>
  expect.objectContaining({
    diagnostics: [
      expect.objectContaining({ code: "usage", path: "known.json", detail: expect.stringContaining(text) as string }),
    ],
  }) as Error;

test("writes the result under the names of the format", () => {
  expect(semanticsDocument(url, id, all)).toEqual({
    format: "scanform-semantics",
    format_version: "1.0",
    base_url: url,
    account_id: id,
    semantics: { patch_merge: "deep", bulk_merge: "entries", put: "keeps", fills_in: false },
  });
});

test.each<Semantics>([
  all,
  {},
  { patchMerge: "shallow" },
  { bulkMerge: "deep" },
  { put: "replaces" },
  { put: "merges" },
  { fillsIn: true },
])("a written document is read back unchanged: %j", (semantics) => {
  const text = JSON.stringify(semanticsDocument(url, id, semantics));
  expect(parseSemantics(text, "known.json")).toEqual({
    source: "known.json",
    baseUrl: url,
    accountId: id,
    semantics,
  });
});

test("reads a later minor version, and ignores additional fields", () => {
  const later = { ...semanticsDocument(url, id, all), format_version: "1.7", found_at: "2031" };
  expect(parseSemantics(JSON.stringify(later), "known.json").semantics).toEqual(all);
});

test.each<[string, string, string]>([
  ["no JSON", "{", "known.json cannot be read: "],
  ["too deep", "[".repeat(20_000), "known.json cannot be read: nested more than 150 levels deep"],
  ["another format", JSON.stringify({ ...semanticsDocument(url, id, all), format: "x" }), "format: "],
  ...["2.1", "2.1.0", "11.0"].map((version): [string, string, string] => [
    `the version ${version}`,
    JSON.stringify({ ...semanticsDocument(url, id, all), format_version: version }),
    "format_version: must be 1.0",
  ]),
  [
    "an unknown answer",
    JSON.stringify({ ...semanticsDocument(url, id, all), semantics: { put: "x" } }),
    "semantics.put: ",
  ],
  ["an unknown question", JSON.stringify({ ...semanticsDocument(url, id, all), semantics: { get: 1 } }), "semantics: "],
  [
    "null for an answer",
    JSON.stringify({ ...semanticsDocument(url, id, all), semantics: { put: null } }),
    "semantics.put: Invalid option",
  ],
  ["nothing", "null", "is not what scanform probe writes: "],
])("%s is refused with its place and a remedy", (_what, text, words) => {
  expect(() => parseSemantics(text, "known.json")).toThrow(usage(words));
  expect(() => parseSemantics(text, "known.json")).toThrow(usage("Make it with `scanform probe --out FILE`."));
});

test("rejects semantics of another account or service", () => {
  const found = { source: "known.json", baseUrl: url, accountId: id, semantics: all };
  expect(() => {
    refuseOthers(found, url, id.toUpperCase());
  }).not.toThrow();
  for (const [otherUrl, otherId] of [
    [url, "another"],
    ["https://other.example.com", id],
  ] as const)
    expect(() => {
      refuseOthers(found, otherUrl, otherId);
    }).toThrow(
      usage(`describes the account ${id} of ${url}, but this is ${otherId} of ${otherUrl}. Probe this account.`),
    );
});
