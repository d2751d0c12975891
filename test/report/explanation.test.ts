import pc from "picocolors";
import { namedIn } from "../../src/cli/commands/explain-account";
import type { Desired } from "../../src/model/desired";
import type { Observed } from "../../src/model/observed";
import type { Settings } from "../../src/model/settings";
import { configurationsMeant, explainConfiguration, explainRepository } from "../../src/reconcile/explain/explain";
import { configurationJson } from "../../src/report/explain/explain-document";
import { configurationText, repositoryText } from "../../src/report/explain/explain-text";
import { meaningLines } from "../../src/report/explain/meaning";
import { declare, desired, give, live, names, planned } from "../reconcile/account";

const view = { colors: pc.createColors(false) };
const enabled = { comment: "enabled" } as const;
const silent = { comment: "silent" } as const;

const shown = (declaration: Desired, observed: Observed) => ({
  account: { ...planned(declaration, observed).account, name: "acme" },
  titles: new Map<string, string>(),
  locationOf: (address: string, rule?: number) => `${address.split("_")[1] ?? ""}:${String(rule ?? "none")}`,
  ...namedIn(planned(declaration, observed), observed),
});

const observed = live({ base: { settings: silent, has: ["api", "web"] }, old: { has: ["docs"] } });
const declaration = desired(
  [declare("base", enabled), declare("strict", enabled)],
  give("strict", names("api")),
  { target: { leave: true }, repositoryPattern: "we_" },
  { target: { leave: true }, repositoryNames: ["web"] },
);

/** What is said of one repository of the account. */
function ofRepository(name: string, wanted = declaration, now = observed) {
  const repository = now.repositories.find((each) => each.name === name);
  if (repository === undefined) throw new Error("no repository");
  const explained = explainRepository(planned(wanted, now), now, repository);
  return { ...shown(wanted, now), ...explained, exists: true, hint: "" };
}

/** What is said of one configuration. */
function ofConfiguration(name: string, wanted: Desired, now: Observed) {
  const plan = planned(wanted, now);
  const [meant] = configurationsMeant(plan, now, name);
  if (meant === undefined) throw new Error("no configuration");
  return { ...shown(wanted, now), ...explainConfiguration(plan, now, meant) };
}

test("what a repository keeps is shown once, also where the service does not list its configuration", () => {
  const unlisted = { ...observed, configurations: observed.configurations.filter(({ id }) => id !== "old") };
  for (const now of [observed, unlisted]) {
    const text = repositoryText(ofRepository("docs", declaration, now), view);
    expect(text).toContain("now, and after an apply: ");
    expect(text.match(/after an apply/g)).toHaveLength(1);
  }
});

test("a configuration that is renamed is called by its new name, and nothing else is said to change", () => {
  const wanted = desired([declare("base", silent, { name: "core", renamedFrom: ["base"] })]);
  const explained = ofConfiguration("core", wanted, observed);
  expect(configurationText(explained, view)).toMatch(
    /^configuration core [^]*\n\nan apply only renames the configuration\n/,
  );
  expect(JSON.parse(configurationJson(explained, []))).toMatchObject({
    configuration: { id: "base", name: "core" },
    location: "configuration.base:none",
    before: { name: "base" },
    after: { name: "core" },
  });
});

test("a configuration that stays as it is is said to", () => {
  const text = configurationText(ofConfiguration("base", desired([declare("base", silent)]), observed), view);
  expect(text).toContain("\n\nan apply changes nothing for it\n");
});

test("a configuration that is to come is said to be created, and one that is to go to be deleted", () => {
  const [, old] = observed.configurations;
  if (old === undefined) throw new Error("no configuration");
  const wanted = { ...declaration, deletions: [old.id] };
  const said = (name: string) => configurationText(ofConfiguration(name, wanted, observed), view);
  expect(said("strict")).toContain("\n\nan apply creates it\n");
  expect(said("old")).toContain("\n\nan apply deletes it\n");
});

test("of a rule that names many repositories, three are listed and how many more", () => {
  const many = ["a1", "a2", "a3", "a4", "a5"];
  const now = live({ base: { settings: silent, has: many } });
  const wanted = desired([declare("base", silent)], give("base", names(...many)));
  const text = configurationText(ofConfiguration("base", wanted, now), view);
  expect(text).toContain("rule 1: a1, a2, a3 and 2 more   base   decides about 5 repositories");
});

const said = (settings: Settings, topic: string): string | undefined =>
  meaningLines(settings, new Map(), { columns: 120, full: true })
    .find((line) => line.startsWith(`  ${topic} `))
    ?.slice(16);

test.each<[string, Settings["notifications"], string]>([
  ["no destination", { enabled: true, integration_names: [] }, "nobody"],
  ["destinations, and are off", { enabled: false, integration_names: ["chat"] }, "nobody: notifications are off"],
  ["destinations", { enabled: true, integration_names: ["chat", "mail"] }, "chat, mail"],
  [
    "destinations, and are neither on nor off",
    { integration_names: ["chat"] },
    "if the service notifies by default: chat",
  ],
  ["nothing", {}, "the service's own default"],
])("where notifications have %s, it is said who is notified", (_what, notifications = {}, expected) => {
  expect(said({ notifications }, "notifies")).toBe(expected);
});

test("an analyzer that is limited to some files is not said to look at all of them", () => {
  const limited = { enabled: true, excludes: [], includes: ["src/**"] };
  expect(said({ analyzers: { a: limited } }, "files")).toBe("the only ones scanned by a: src/**");
  expect(meaningLines({ analyzers: { a: limited } }, new Map(), { columns: 120, full: true }).join()).not.toMatch(
    /all of/,
  );
  expect(said({ analyzers: { a: { ...limited, includes: [] } } }, "files")).toBe("all of them: a");
});

test("what is off neither blocks, nor is silent, nor leaves files out", () => {
  const analyzers = {
    a: { enabled: true, blocking: true, silent: false, excludes: [] },
    b: { enabled: false, blocking: true, silent: true, excludes: ["gen/**"] },
    c: { enabled: true, blocking: false, silent: true, excludes: [] },
  };
  expect(["runs", "blocks", "silent", "files"].map((topic) => said({ analyzers }, topic))).toEqual([
    "a, c",
    "a",
    "c",
    "all of them: a, c",
  ]);
});

const many = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`a${String(at)}`, { enabled: true }]));
const analyzers: Settings["analyzers"] = {
  ...many,
  secrets: { enabled: true, blocking: true, risk_level: "high", excludes: ["test/**"] },
};
const lines = (settings: Settings): readonly string[] =>
  meaningLines(settings, new Map(), { columns: 120, full: true });

test("where many analyzers are the same, each is named once, and counted otherwise", () => {
  expect(lines({ analyzers })).toEqual([
    "  runs          a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, secrets",
    "                the service's own default: all others",
    "  blocks        secrets",
    "                the service's own default: the other 11 analyzers",
    "  silent        the service's own default: 12 analyzers",
    "  files         not scanned by secrets: test/**",
    "                the service's own default: the other 11 analyzers",
    "  risk levels   high: secrets",
    "                the service's own default: the other 11 analyzers",
    "  comments      the service's own default",
    "  confirmation  the service's own default",
    "  threshold     the service's own default",
    "  notifies      the service's own default",
  ]);
});

test("where many analyzers are the same, patterns that they share are said once, and policies are counted too", () => {
  const shared = Object.fromEntries(Object.keys(many).map((slug) => [slug, { blocking: true, excludes: ["docs/**"] }]));
  const code_policies = [{ id: "p", enabled: true, blocking: true }];
  const said = lines({ analyzers: shared, code_policies });
  expect(said).toContain("  blocks        11 analyzers and 1 policy");
  expect(said).toContain("  files         not scanned by 11 analyzers: docs/**");
  expect(said).toContain("  risk levels   the service's own default");
});

test("patterns after a long list of analyzers are not broken within a word", () => {
  const excludes = ["test/**", "legacy/platform/**"];
  const analyzers = Object.fromEntries(
    ["sql-injection", "secrets", "command-injection"].map((slug) => [slug, { enabled: true, excludes }]),
  );
  const shown = meaningLines({ analyzers }, new Map(), { columns: 80, full: true });
  expect(shown.slice(shown.findIndex((line) => line.startsWith("  files"))).slice(0, 2)).toEqual([
    "  files         not scanned by sql-injection, secrets and command-injection:",
    "                test/**, legacy/platform/**",
  ]);
});
