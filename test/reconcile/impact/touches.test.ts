import { compareSettings } from "../../../src/model/compare-settings";
import type { CombinedFinding } from "../../../src/model/findings";
import type { Settings } from "../../../src/model/settings";
import { mayMatch, touchesOf } from "../../../src/reconcile/impact/touches";
import { finding } from "./findings";

const found: Readonly<Record<string, CombinedFinding>> = {
  pullrequest: finding(1, "one"),
  deepscan: finding(2, "one", { finding_type: "deepscan" }),
  policy: finding(3, "one", { finding_type: "code_policy" }),
  test: finding(4, "one", { filename: "Tests/b.ts" }),
};

/** What the change of settings may do to each kind of finding: r, b and n for the three figures. */
function touched(before: Settings | undefined, after: Settings | undefined): Readonly<Record<string, string>> {
  const touches = touchesOf(compareSettings(before, after ?? {}), { before, after });
  const letters = { noLongerReported: "r", noLongerBlocking: "b", newlyBlocking: "n" } as const;
  return Object.fromEntries(
    Object.entries(found).map(([name, each]) => [
      name,
      Object.entries(letters)
        .filter(([figure]) => touches.some((touch) => touch.figure === figure && touch.mayCount(each)))
        .map(([, letter]) => letter)
        .join(""),
    ]),
  );
}

const analyzer = (entry: NonNullable<Settings["analyzers"]>[string]): Settings => ({ analyzers: { a: entry } });
const policy = (entry: object): Settings => ({ code_policies: [{ id: "p", ...entry }] });

type Row = [title: string, before: Settings, after: Settings, ...kinds: string[]];

test.each<Row>([
  // what changes                  before                                     after                                       pullrequest deepscan policy test
  ["an analyzer goes off", analyzer({ enabled: true }), analyzer({ enabled: false }), "rb", "rb", "", "rb"],
  ["an analyzer goes on", analyzer({ enabled: false }), analyzer({ enabled: true }), "n", "n", "", "n"],
  ["enabled is no longer set", analyzer({ enabled: true }), analyzer({}), "rb", "rb", "", "rb"],
  [
    "it goes off and has never blocked",
    analyzer({ enabled: true, blocking: false }),
    analyzer({ enabled: false, blocking: false }),
    ...["r", "r", "", "r"],
  ],
  [
    "it goes off, did not block, and has a risk level",
    analyzer({ enabled: true, blocking: false, risk_level: "fail" }),
    analyzer({ enabled: false, blocking: false, risk_level: "fail" }),
    ...["rb", "rb", "", "rb"],
  ],
  [
    "it changes while it is off",
    analyzer({ enabled: false, blocking: false }),
    analyzer({ enabled: false, blocking: true }),
    ...["", "", "", ""],
  ],
  ["it blocks no more", analyzer({ blocking: true }), analyzer({ blocking: false }), "b", "b", "", "b"],
  ["it blocks", analyzer({ blocking: false }), analyzer({ blocking: true }), "n", "n", "", "n"],
  ["it is silent", analyzer({ silent: false }), analyzer({ silent: true }), "rb", "rb", "", "rb"],
  [
    "it has another risk level",
    analyzer({ risk_level: "low" }),
    analyzer({ risk_level: "high" }),
    "rbn",
    "rbn",
    "",
    "rbn",
  ],
  ["its entry comes", { analyzers: {} }, analyzer({ enabled: true }), "rbn", "rbn", "", "rbn"],
  ["its entry comes, off", { analyzers: {} }, analyzer({ enabled: false }), "rb", "rb", "", "rb"],
  ["its entry goes", analyzer({ enabled: false }), { analyzers: {} }, "n", "n", "", "n"],
  // what the name of a file rules out; a deepscan may have found it in several files
  ["files are left out", analyzer({ excludes: [] }), analyzer({ excludes: ["tests/**"] }), "", "rb", "", "rb"],
  ["files come back", analyzer({ excludes: ["tests/**"] }), analyzer({ excludes: [] }), "", "n", "", "n"],
  [
    "other files are left out",
    analyzer({ excludes: ["tests/**"] }),
    analyzer({ excludes: ["src/**"] }),
    ...["rb", "rbn", "", "n"],
  ],
  [
    "no files are set",
    analyzer({ excludes: ["tests/**"], blocking: true }),
    analyzer({ blocking: true }),
    "rb",
    "rbn",
    "",
    "rbn",
  ],
  [
    "a pattern may turn others around",
    analyzer({ excludes: ["tests/**"] }),
    analyzer({ excludes: ["tests/**", "!tests/x"] }),
    ...["rbn", "rbn", "", "rbn"],
  ],
  [
    "fewer files are looked at",
    analyzer({ includes: ["src/**", "tests/**"] }),
    analyzer({ includes: ["src/**"] }),
    ...["", "rb", "", "rb"],
  ],
  [
    "only some files are looked at",
    analyzer({ includes: [] }),
    analyzer({ includes: ["tests/**"] }),
    "rb",
    "rbn",
    "",
    "rbn",
  ],
  ["a policy goes off", policy({ enabled: true }), policy({ enabled: false }), "", "", "rb", ""],
  ["a policy comes, off", { code_policies: [] }, policy({ enabled: false }), "", "", "rb", ""],
  ["a policy goes", policy({ enabled: true, blocking: true }), { code_policies: [] }, "", "", "rbn", ""],
  ["comments say less", { comment: "enabled" }, { comment: "silent" }, "r", "r", "r", "r"],
  ["the threshold changes", { risk_threshold: 1 }, { risk_threshold: 2 }, "rbn", "rbn", "rbn", "rbn"],
  ["notifications go off", { notifications: { enabled: true } }, { notifications: { enabled: false } }, "", "", "", ""],
  ["a confirmation is shown", { show_scan_confirmation: false }, { show_scan_confirmation: true }, "", "", "", ""],
  ["a setting changes that is newer than we are", {}, { newer: true } as Settings, "rbn", "rbn", "rbn", "rbn"],
])("What may be touched where %s.", (_title, before, after, pullrequest, deepscan, ofPolicy, inTest) => {
  expect(touched(before, after)).toEqual({ pullrequest, deepscan, policy: ofPolicy, test: inTest });
});

test.each<[title: string, before: Settings | undefined, after: Settings | undefined]>([
  ["had none", undefined, {}],
  ["loses it", { comment: "enabled" }, undefined],
])("Anything may become of the findings of a repository without a configuration: it %s.", (_title, before, after) => {
  expect(touched(before, after)).toEqual({ pullrequest: "rbn", deepscan: "rbn", policy: "rbn", test: "rbn" });
});

test.each([
  ["src/**", "src/a.ts", true],
  ["src/**", "SRC/a.ts", true],
  ["src/**", "lib/a.ts", false],
  ["**/*.test.ts", "lib/a.test.ts", true],
  ["**/*.test.ts", "lib/a.ts", false],
  ["docs/", "a/docs/b.md", true],
  ["tests*", "test/a.ts", true], // in a regular expression the s may be absent
  ["a_b", "a-b.ts", true], // in an SQL LIKE pattern _ is any character
  ["*", "a.ts", true],
  ["{src,lib}/**", "docs/a.ts", true],
  ["!src/**", "docs/a.ts", true],
  ["[a-c].ts", "d.ts", true],
  ["", "a.ts", true],
])("Whether %p may match %p.", (pattern, file, may) => {
  expect(mayMatch([pattern])?.(file) ?? true).toBe(may);
});

test("One of several patterns may match.", () => {
  const judge = mayMatch(["src/**", "docs/**"]);
  expect(["src/a", "docs/a", "lib/a"].map((file) => judge?.(file))).toEqual([true, true, false]);
});
