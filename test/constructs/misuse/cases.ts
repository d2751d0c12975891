import type { TerraformStack } from "cdktf";
import { Configuration, RepositoryAssignments, ScanformProvider } from "../../../src/constructs";

export const id = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";

/** Properties in the form in which a test passes them: untyped, since TypeScript refuses most of them. */
export type As = (props: object) => never;

/** One mistake: what a user writes, what is said of it, and the same declaration without it. */
export interface Misuse {
  readonly what: string;
  readonly wrong: Declare;
  readonly right: Declare;
  /** The path of the construct. */
  readonly at: string;
  readonly key: string;
  /** What is written instead, as far as it matters. */
  readonly advice: string;
}

type Declare = (stack: TerraformStack, as: As) => void;

const configuration =
  (props: object): Declare =>
  (stack, as) => {
    new Configuration(stack, "strict", as({ name: "strict", ...props }));
  };

const ofConfiguration = (what: string, wrong: object, right: object, key: string, advice: string): Misuse => ({
  what,
  wrong: configuration(wrong),
  right: configuration(right),
  at: "acme/strict",
  key,
  advice,
});

const ofAnalyzer = (what: string, wrong: object, right: object, key: string, advice: string): Misuse =>
  ofConfiguration(what, { analyzers: { xss: wrong } }, { analyzers: { xss: right } }, `analyzers.xss.${key}`, advice);

const rules =
  (...all: readonly object[]): Declare =>
  (stack, as) => {
    new RepositoryAssignments(stack, "routing", as({ rules: all }));
  };

const ofRule = (what: string, wrong: object, right: object, key: string, advice: string): Misuse => ({
  what,
  wrong: rules({ configuration: id, ...wrong }),
  right: rules({ configuration: id, ...right }),
  at: "acme/routing",
  key: `rules[0]${key}`,
  advice,
});

const provider =
  (props: object): Declare =>
  (stack, as) => {
    new ScanformProvider(stack, "west", as({ alias: "west", ...props }));
  };

const ofProvider = (what: string, wrong: object, right: object, key: string, advice: string): Misuse => ({
  what,
  wrong: provider(wrong),
  right: provider(right),
  at: "acme/west",
  key,
  advice,
});

/** A method of a configuration, with what it is given. */
const method = (
  what: string,
  wrong: (strict: Configuration, as: As) => void,
  right: (strict: Configuration, as: As) => void,
  key: string,
  advice: string,
): Misuse => {
  const declare =
    (more: typeof wrong): Declare =>
    (stack, as) => {
      more(new Configuration(stack, "strict", { name: "strict" }), as);
    };
  return { what, wrong: declare(wrong), right: declare(right), at: "acme/strict", key, advice };
};

export const misuses: readonly Misuse[] = [
  ofConfiguration("riskTreshold", { riskTreshold: 3 }, { riskThreshold: 3 }, "riskTreshold", '"riskThreshold"'),
  ofConfiguration("risk_threshold", { risk_threshold: 3 }, { riskThreshold: 3 }, "risk_threshold", '"riskThreshold"'),
  ofConfiguration("coment", { coment: "enabled" }, { comment: "enabled" }, "coment", '"comment"'),
  ofConfiguration("renameFrom", { renameFrom: ["a"] }, { renamedFrom: ["a"] }, "renameFrom", '"renamedFrom"'),
  ofConfiguration("codePolicy", { codePolicy: [] }, { codePolicies: [] }, "codePolicy", '"codePolicies"'),
  ofConfiguration("forEach", { forEach: {} }, {}, "forEach", "in a loop"),
  ofConfiguration(
    "comment: enable",
    { comment: "enable" },
    { comment: "enabled" },
    "comment",
    '"disabled", "silent" or "enabled"',
  ),
  ofConfiguration("comment: null", { comment: null }, {}, "comment", "leave it out"),
  ofConfiguration("comment: true", { comment: true }, { comment: "silent" }, "comment", "is true: give it"),
  ofConfiguration("threshold: text", { riskThreshold: "3" }, { riskThreshold: 3 }, "riskThreshold", "whole number"),
  ofConfiguration("threshold: NaN", { riskThreshold: NaN }, { riskThreshold: 0 }, "riskThreshold", "is NaN"),
  ofConfiguration(
    "flag: text",
    { exclusiveAnalyzers: "true" },
    { exclusiveAnalyzers: true },
    "exclusiveAnalyzers",
    "true or false",
  ),
  ofConfiguration("name: number", { name: 7 }, { name: "7" }, "name", "is 7: give it a text"),
  ofConfiguration("name: blank", { name: " " }, { name: "a" }, "name", "give the configuration the name"),
  ofConfiguration("renamedFrom: text", { renamedFrom: "a" }, { renamedFrom: ["a"] }, "renamedFrom", 'such as ["a"]'),
  ofConfiguration(
    "renamedFrom: itself",
    { renamedFrom: ["strict"] },
    { renamedFrom: ["x"] },
    "renamedFrom",
    "remove it",
  ),
  ofConfiguration("analyzers: list", { analyzers: ["xss"] }, { analyzers: { xss: {} } }, "analyzers", "an object"),
  ofConfiguration(
    "analyzers: Map",
    { analyzers: new Map() },
    { analyzers: {} },
    "analyzers",
    "is a Map: give it an object",
  ),
  ofConfiguration(
    "analyzer: true",
    { analyzers: { xss: true } },
    { analyzers: { xss: { enabled: true } } },
    "analyzers.xss",
    "an object",
  ),
  ofConfiguration("analyzer: null", { analyzers: { xss: null } }, { analyzers: {} }, "analyzers.xss", "is null"),
  ofConfiguration("empty slug", { analyzers: { "": {} } }, { analyzers: { a: {} } }, "analyzers", "empty key"),
  ofAnalyzer("blokcing", { blokcing: true }, { blocking: true }, "blokcing", '"blocking"'),
  ofAnalyzer("risk_level", { risk_level: "high" }, { riskLevel: "high" }, "risk_level", '"riskLevel"'),
  ofAnalyzer("riskLevel: HIGH", { riskLevel: "HIGH" }, { riskLevel: "high" }, "riskLevel", '"high"'),
  ofAnalyzer("excludes: text", { excludes: "test/**" }, { excludes: ["test/**"] }, "excludes", 'such as ["test/**"]'),
  ofAnalyzer("excludes: numbers", { excludes: ["a", 1] }, { excludes: ["a", "1"] }, "excludes[1]", "give it a text"),
  ofAnalyzer("excludes: Set", { excludes: new Set(["a"]) }, { excludes: ["a"] }, "excludes", "is a Set"),
  ofAnalyzer("enabled: 1", { enabled: 1 }, { enabled: true }, "enabled", "true or false"),
  ofAnalyzer("silent: null", { silent: null }, {}, "silent", "leave it out"),
  ofConfiguration(
    "policies: map",
    { codePolicies: { [id]: {} } },
    { codePolicies: [{ id }] },
    "codePolicies",
    "[{ id, enabled: true }]",
  ),
  ofConfiguration(
    "policy: no id",
    { codePolicies: [{ enabled: true }] },
    { codePolicies: [{ id }] },
    "codePolicies[0].id",
    "its UUID",
  ),
  ofConfiguration(
    "policy: a title",
    { codePolicies: [{ id: "no-logs" }] },
    { codePolicies: [{ id }] },
    "codePolicies[0].id",
    "not a UUID",
  ),
  ofConfiguration(
    "policy: a typo",
    { codePolicies: [{ id, enbled: true }] },
    { codePolicies: [{ id, enabled: true }] },
    "codePolicies[0].enbled",
    '"enabled"',
  ),
  ofConfiguration(
    "integrationName",
    { notifications: { integrationName: ["a"] } },
    { notifications: { integrationNames: ["a"] } },
    "notifications.integrationName",
    '"integrationNames"',
  ),
  ofConfiguration(
    "names: text",
    { notifications: { integrationNames: "a" } },
    { notifications: { integrationNames: ["a"] } },
    "notifications.integrationNames",
    'such as ["a"]',
  ),
  ofConfiguration(
    "preventDestory",
    { lifecycle: { preventDestory: true } },
    { lifecycle: { preventDestroy: true } },
    "lifecycle.preventDestory",
    '"preventDestroy"',
  ),
  ofConfiguration(
    "timeouts",
    { timeouts: { created: "5m" } },
    { timeouts: { create: "5m" } },
    "timeouts.created",
    '"create"',
  ),
  ofConfiguration("provider: text", { provider: "west" }, {}, "provider", "a ScanformProvider"),
  ofRule(
    "repositoryPatern",
    { repositoryPatern: "a%" },
    { repositoryPattern: "a%" },
    ".repositoryPatern",
    '"repositoryPattern"',
  ),
  ofRule("repositories", { repositoryName: ["a"] }, { repositoryNames: ["a"] }, ".repositoryName", '"repositoryNames"'),
  ofRule(
    "configurationId",
    { configurationId: id, repositoryPattern: "%" },
    { repositoryPattern: "%" },
    ".configurationId",
    '"configuration"',
  ),
  ofRule(
    "a name",
    { configuration: "strict", repositoryPattern: "%" },
    { repositoryPattern: "%" },
    ".configuration",
    "the Configuration itself",
  ),
  ofRule(
    "names: text",
    { repositoryNames: "api" },
    { repositoryNames: ["api"] },
    ".repositoryNames",
    'such as ["api"]',
  ),
  ofRule(
    "names: empty",
    { repositoryNames: ["api", ""] },
    { repositoryNames: ["api"] },
    ".repositoryNames[1]",
    "remove it",
  ),
  ofRule(
    "ids: names",
    { repositoryIds: ["api"] },
    { repositoryIds: [id] },
    ".repositoryIds[0]",
    "names belong in repositoryNames",
  ),
  ofRule(
    "pattern: *",
    { repositoryPattern: "api-*" },
    { repositoryPattern: "api-%" },
    ".repositoryPattern",
    'write "api-%"',
  ),
  ofRule(
    "pattern: ?",
    { repositoryPattern: "api-?" },
    { repositoryPattern: "api-\\?" },
    ".repositoryPattern",
    'write "api-_"',
  ),
  ofRule("pattern: null", { repositoryPattern: null }, { repositoryPattern: "%" }, ".repositoryPattern", "is null"),
  ofRule(
    "no selector",
    { repositoryNames: [] },
    { repositoryNames: ["a"] },
    "",
    "repositoryNames, repositoryIds, or a repositoryPattern",
  ),
  ofRule("two targets", { leave: true, repositoryPattern: "%" }, { repositoryPattern: "%" }, "", "remove one of them"),
  {
    ...ofRule("a rule after %", {}, {}, "", "rules[0]"),
    wrong: rules({ leave: true, repositoryPattern: "%" }, { configuration: id, repositoryPattern: "a%" }),
    right: rules({ configuration: id, repositoryPattern: "a%" }, { leave: true, repositoryPattern: "%" }),
    key: "rules[1]",
    advice: 'rules[0] ("%") comes first and takes every repository: move it before rules[0]',
  },
  ofProvider("acountId", { acountId: "a" }, { accountId: "a" }, "acountId", '"accountId"'),
  ofProvider(
    "managedScope: text",
    { managedScope: "a-%" },
    { managedScope: { names: "a-%" } },
    "managedScope",
    "an object",
  ),
  ofProvider(
    "max_deletes",
    { managedScope: { max_deletes: 1 } },
    { managedScope: { maxDeletes: 1 } },
    "managedScope.max_deletes",
    '"maxDeletes"',
  ),
  ofProvider("apiKey", { apiKey: "k" }, {}, "apiKey", "SCANFORM_API_KEY"),
  method(
    "addAnalyzer: a typo",
    (strict, as) => {
      strict.addAnalyzer("xss", as({ enable: true }));
    },
    (strict, as) => {
      strict.addAnalyzer("xss", as({ enabled: true }));
    },
    "analyzers.xss.enable",
    '"enabled"',
  ),
  method(
    "addCodePolicy: a typo",
    (strict, as) => {
      strict.addCodePolicy(as({ id, block: true }));
    },
    (strict, as) => {
      strict.addCodePolicy(as({ id, blocking: true }));
    },
    "codePolicies[0].block",
    '"blocking"',
  ),
  method(
    "addAnalyzer: nothing",
    (strict) => {
      strict.addAnalyzer("xss", undefined as never);
    },
    (strict) => {
      strict.addAnalyzer("xss", {});
    },
    "analyzers.xss",
    "is absent: give it an object",
  ),
  method(
    "notify: a list",
    (strict) => {
      strict.notify(["a", "b"] as never);
    },
    (strict) => {
      strict.notify("a", "b");
    },
    "notify[0]",
    "give it a text",
  ),
  method(
    "importFrom: a name",
    (strict) => {
      strict.importFrom("strict");
    },
    (strict) => {
      strict.importFrom(id);
    },
    "importFrom",
    "not a UUID",
  ),
];
