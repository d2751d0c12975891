import fc from "fast-check";
import { compareSettings } from "../../src/model/compare-settings";
import type { LeafVerdict } from "../../src/model/leaf-verdict";
import type { Settings } from "../../src/model/settings";
import { agreesOn, settingPairs } from "./verdict-judge";

/** Each cell of the table of a leaf's verdict (decision 13). */

const a = (entry: object): Settings => ({ analyzers: { a: entry } });
/** An analyzer that is set, whatever else is. */
const on = (entry: object) => a({ risk_level: "high", ...entry });
const policy = (entry: object): Settings => ({ code_policies: [{ id: "p", ...entry }] });
const notifications = (entry: object): Settings => ({ notifications: entry });
const told = (entry: object) => notifications({ deduplicate: true, ...entry });
const nothing = undefined;

/** The leaf before and after, and the verdict there and back; `same` where nothing changes. */
type Row = readonly [
  what: string,
  before: Settings | undefined,
  after: Settings | undefined,
  there: LeafVerdict | "same",
  back: LeafVerdict | "same",
];

const loud = { comment: "loud" as string } as Settings;
const perhaps = (leaf: string) => on({ [leaf]: "perhaps" });

const ordered: readonly Row[] = [
  ["enabled", a({ enabled: true }), a({ enabled: false }), "weaker", "stronger"],
  ["blocking", a({ blocking: true }), a({ blocking: false }), "weaker", "stronger"],
  ["silent", a({ silent: false }), a({ silent: true }), "weaker", "stronger"],
  [
    "comment, from the strongest to what is between",
    { comment: "enabled" },
    { comment: "silent" },
    "weaker",
    "stronger",
  ],
  [
    "comment, from what is between to the weakest",
    { comment: "silent" },
    { comment: "disabled" },
    "weaker",
    "stronger",
  ],
  ["comment, two steps", { comment: "enabled" }, { comment: "disabled" }, "weaker", "stronger"],
  ["the weakest that is not set any more, and is set again", on({ blocking: false }), on({}), "unclassified", "weaker"],
  ["silent, which is not set any more", on({ silent: true }), on({}), "unclassified", "weaker"],
  ["enabled, which was not set", on({}), on({ enabled: false }), "weaker", "unclassified"],
  ["the strongest that is not set any more", on({ blocking: true }), on({}), "weaker", "stronger"],
  ["what is between and not set any more", { comment: "silent" }, {}, "unclassified", "unclassified"],
  ["the weakest at the top", {}, { comment: "disabled" }, "weaker", "unclassified"],
  ["the strongest at the top", {}, { comment: "enabled" }, "stronger", "weaker"],
  ["a value that is not known, to the strongest", loud, { comment: "enabled" }, "unclassified", "unclassified"],
  ["a value that is not known, to what is between", loud, { comment: "silent" }, "unclassified", "unclassified"],
  ["a value that is not known, to the weakest", loud, { comment: "disabled" }, "weaker", "unclassified"],
  ["a value that is not known, to not set", loud, {}, "unclassified", "unclassified"],
  ["blocking, of a value that is not known", perhaps("blocking"), on({ blocking: false }), "weaker", "unclassified"],
  ["silent, of a value that is not known", perhaps("silent"), on({ silent: true }), "weaker", "unclassified"],
];

/** Where an entry comes: an analyzer or the notifications, or the configuration for what is at the top. */
const coming: readonly Row[] = [
  ["an analyzer's weakest blocking", {}, a({ blocking: false }), "unclassified", "unclassified"],
  ["an analyzer's weakest silent", {}, a({ silent: true }), "unclassified", "unclassified"],
  ["an analyzer's strongest blocking", {}, a({ blocking: true }), "stronger", "weaker"],
  ["an analyzer that is off", {}, a({ enabled: false }), "weaker", "unclassified"],
  ["an analyzer beside another", a({}), { analyzers: { a: {}, b: { silent: true } } }, "unclassified", "unclassified"],
  ["notifications that are off", {}, notifications({ enabled: false }), "weaker", "unclassified"],
  ["notifications that are on", {}, notifications({ enabled: true }), "stronger", "weaker"],
  ["the weakest comment of a first configuration", nothing, { comment: "disabled" }, "unclassified", "unclassified"],
  ["the strongest comment of a first configuration", nothing, { comment: "enabled" }, "stronger", "weaker"],
  ["what is between in a first configuration", nothing, { comment: "silent" }, "unclassified", "unclassified"],
  ["an analyzer of a first configuration that is off", nothing, a({ enabled: false }), "weaker", "unclassified"],
  ["an analyzer of a first configuration", nothing, a({ blocking: false }), "unclassified", "unclassified"],
];

const excludes = (...patterns: readonly string[]) => on({ excludes: patterns });
const excluding = (...patterns: readonly string[]) => a({ excludes: patterns });

const excluded: readonly Row[] = [
  ["that gain", excludes("x"), excludes("x", "y"), "weaker", "stronger"],
  ["that gain and lose", excludes("x"), excludes("y"), "weaker", "weaker"],
  ["that are not set in an entry that is", on({}), excludes("y"), "weaker", "stronger"],
  ["that are empty, and not set in an entry that is", on({}), excludes(), "same", "same"],
  ["in another order", excludes("x", "y"), excludes("y", "x"), "same", "same"],
  ["of everything where there was no entry", {}, excluding("y", "**"), "weaker", "unclassified"],
  ["of every file where there was no entry", {}, excluding("**/*"), "weaker", "unclassified"],
  ["of every name where there was no entry", {}, excluding("*"), "weaker", "unclassified"],
  ["that are empty where there was no entry", {}, excluding(), "stronger", "weaker"],
  ["of something where there was no entry", {}, excluding("y"), "unclassified", "unclassified"],
];

const includes = (...patterns: readonly string[]) => on({ includes: patterns });
const including = (...patterns: readonly string[]) => a({ includes: patterns });

const included: readonly Row[] = [
  ["where there were none", includes(), includes("x"), "weaker", "unclassified"],
  ["that are not set in an entry that is", on({}), includes("x"), "weaker", "unclassified"],
  ["that lose", includes("x", "y"), includes("x"), "weaker", "stronger"],
  ["that gain and lose", includes("x"), includes("y"), "weaker", "weaker"],
  ["that lose all", includes("x", "y"), includes(), "unclassified", "weaker"],
  ["in another order", includes("x", "y"), includes("y", "x"), "same", "same"],
  ["that are empty where there was no entry", {}, including(), "unclassified", "unclassified"],
  ["of something where there was no entry", {}, including("x"), "unclassified", "unclassified"],
  ["of everything where there was no entry", {}, including("**"), "unclassified", "unclassified"],
];

/** A pattern that begins with `!`, or is empty, may turn the meaning of its list around. */
const turned: readonly Row[] = [
  ["excludes that lose it", excludes("**", "!x"), excludes("**"), "unclassified", "weaker"],
  ["excludes that lose the empty one", excludes("x", ""), excludes("x"), "unclassified", "weaker"],
  ["excludes that lose another one", excludes("x", "y", "!z"), excludes("x", "!z"), "unclassified", "weaker"],
  ["excludes that lose all", excludes("!x"), excludes(), "unclassified", "weaker"],
  ["excludes that gain and lose", excludes("!x"), excludes("!y"), "weaker", "weaker"],
  ["excludes in another order", excludes("**", "!x"), excludes("!x", "**"), "unclassified", "unclassified"],
  [
    "excludes with the empty one in another order",
    excludes("a", ""),
    excludes("", "a"),
    "unclassified",
    "unclassified",
  ],
  ["excludes that say it twice", excludes("!x", "a"), excludes("!x", "a", "!x"), "unclassified", "unclassified"],
  ["excludes in the same order", excludes("**", "!x"), excludes("**", "!x"), "same", "same"],
  ["excludes where there was no entry", {}, excluding("!x"), "unclassified", "unclassified"],
  ["excludes of everything where there was no entry", {}, excluding("**", "!x"), "weaker", "unclassified"],
  ["includes that gain it", includes("x"), includes("x", "!y"), "unclassified", "weaker"],
  ["includes that gain another one", includes("!x"), includes("!x", "y"), "unclassified", "weaker"],
  ["includes where there were none", includes(), includes("!x"), "weaker", "unclassified"],
  ["includes in another order", includes("a", "!x"), includes("!x", "a"), "unclassified", "unclassified"],
  ["includes where there was no entry", {}, including("!x"), "unclassified", "unclassified"],
];

const to = (...names: readonly string[]) => told({ integration_names: names });
const onlyTo = (...names: readonly string[]) => notifications({ integration_names: names });

const integrations: readonly Row[] = [
  ["that lose one", to("x", "y"), to("x"), "weaker", "stronger"],
  ["that lose all", to("x"), to(), "weaker", "stronger"],
  ["that gain and lose", to("x"), to("y"), "weaker", "weaker"],
  ["that are not set in notifications that are", told({}), to("x"), "stronger", "weaker"],
  ["in another order", to("!x", "y"), to("y", "!x"), "same", "same"],
  ["none where there were no notifications", {}, onlyTo(), "weaker", "unclassified"],
  ["some where there were no notifications", {}, onlyTo("x"), "unclassified", "unclassified"],
];

const policies: readonly Row[] = [
  ["that comes", {}, policy({}), "stronger", "weaker"],
  ["that comes beside another", policy({}), { code_policies: [{ id: "p" }, { id: "q" }] }, "stronger", "weaker"],
  ["that comes and blocks", {}, policy({ blocking: true, silent: false }), "stronger", "weaker"],
  ["that comes and is silent", {}, policy({ silent: true }), "unclassified", "weaker"],
  ["that comes and does not block", {}, policy({ enabled: true, blocking: false }), "unclassified", "weaker"],
  ["of a first configuration", nothing, policy({}), "stronger", "weaker"],
  ["that comes and is off", { code_policies: [] }, policy({ enabled: false }), "neutral", "neutral"],
  ["that comes and is off, and does not block", {}, policy({ enabled: false, blocking: false }), "neutral", "neutral"],
  ["that is switched off", policy({ enabled: true }), policy({ enabled: false }), "weaker", "stronger"],
  ["that no longer blocks", policy({ blocking: true }), policy({ blocking: false }), "weaker", "stronger"],
  ["of which it was not set whether it blocks", policy({}), policy({ blocking: false }), "weaker", "unclassified"],
  ["whose list is empty", {}, { code_policies: [] }, "same", "same"],
];

const others: readonly Row[] = [
  ["a risk threshold", { risk_threshold: 1 }, { risk_threshold: 2 }, "unclassified", "unclassified"],
  ["a risk threshold that is set", {}, { risk_threshold: 2 }, "unclassified", "unclassified"],
  ["a risk level", a({ risk_level: "low" }), a({ risk_level: "high" }), "unclassified", "unclassified"],
  ["a field that is not known", on({}), on({ depth: 3 }), "unclassified", "unclassified"],
  ["a setting that is not known", {}, { new_setting: true } as Settings, "unclassified", "unclassified"],
  [
    "a setting that is not known, of a first configuration",
    nothing,
    { tomorrow: 1 } as Settings,
    "unclassified",
    "unclassified",
  ],
  ["the confirmation", { show_scan_confirmation: true }, { show_scan_confirmation: false }, "neutral", "neutral"],
  ["deduplication", told({}), told({ deduplicate: false }), "neutral", "neutral"],
];

const verdictsOf = (before: Settings | undefined, after: Settings | undefined): readonly LeafVerdict[] =>
  compareSettings(before, after ?? {}).map(({ verdict }) => verdict);

const expected = (verdict: LeafVerdict | "same"): readonly LeafVerdict[] => (verdict === "same" ? [] : [verdict]);

describe.each(Object.entries({ ordered, coming, excluded, included, turned, integrations, policies, others }))(
  "the table's rows %s",
  (_name, rows) => {
    test.each(rows)("judges %s, in both directions", (_what, before, after, there, back) => {
      expect(verdictsOf(before, after)).toEqual(expected(there));
      expect(verdictsOf(after ?? {}, before)).toEqual(expected(back));
    });
  },
);

test("a first configuration that lets an analyzer run and not block is not weaker", () => {
  expect(verdictsOf(undefined, a({ enabled: true, blocking: false }))).toEqual(["stronger", "unclassified"]);
});

test("agrees with a judge that was written from the words of the design, for random settings", () => {
  fc.assert(
    fc.property(settingPairs, ([before, after]) => {
      agreesOn(before, after);
    }),
    { numRuns: 200 },
  );
});
