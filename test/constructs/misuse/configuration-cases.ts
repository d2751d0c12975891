import { Configuration } from "../../../src/constructs";
import { type Declare, id, type Misuse } from "./misuse";

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

export const configurationMisuses: readonly Misuse[] = [
  ofConfiguration("riskTreshold", { riskTreshold: 3 }, { riskThreshold: 3 }, "riskTreshold", '"riskThreshold"'),
  ofConfiguration("risk_threshold", { risk_threshold: 3 }, { riskThreshold: 3 }, "risk_threshold", '"riskThreshold"'),
  ofConfiguration("coment", { coment: "enabled" }, { comment: "enabled" }, "coment", '"comment"'),
  ofConfiguration("renameFrom", { renameFrom: ["a"] }, { renamedFrom: ["a"] }, "renameFrom", '"renamedFrom"'),
  ofConfiguration("codePolicy", { codePolicy: [] }, { codePolicies: [] }, "codePolicy", '"codePolicies"'),
  ofConfiguration(
    "blocking beside analyzers",
    { blocking: true },
    { analyzers: { xss: { blocking: true } } },
    "blocking",
    "write analyzers: { SLUG: { blocking: ... } }",
  ),
  ofConfiguration("name: null", { name: null }, { name: "a" }, "name", "is missing"),
  ofConfiguration("forEach", { forEach: {} }, {}, "forEach", "in a loop"),
  ofConfiguration(
    "comment: enable",
    { comment: "enable" },
    { comment: "enabled" },
    "comment",
    'Did you mean "enabled"?',
  ),
  ofConfiguration("comment: null", { comment: null }, {}, "comment", "Leave it out"),
  ofConfiguration("comment: true", { comment: true }, { comment: "silent" }, "comment", "is true, and must be"),
  ofConfiguration("threshold: text", { riskThreshold: "3" }, { riskThreshold: 3 }, "riskThreshold", "whole number"),
  ofConfiguration("threshold: NaN", { riskThreshold: NaN }, { riskThreshold: 0 }, "riskThreshold", "is NaN"),
  ofConfiguration(
    "flag: text",
    { exclusiveAnalyzers: "true" },
    { exclusiveAnalyzers: true },
    "exclusiveAnalyzers",
    "true or false",
  ),
  ofConfiguration("name: number", { name: 7 }, { name: "7" }, "name", "is 7, and must be a text"),
  ofConfiguration("name: blank", { name: " " }, { name: "a" }, "name", "Give the configuration the name"),
  ofConfiguration("renamedFrom: text", { renamedFrom: "a" }, { renamedFrom: ["a"] }, "renamedFrom", 'such as ["a"]'),
  ofConfiguration(
    "renamedFrom: itself",
    { renamedFrom: ["strict"] },
    { renamedFrom: ["x"] },
    "renamedFrom",
    "emove it",
  ),
  ofConfiguration("analyzers: list", { analyzers: ["xss"] }, { analyzers: { xss: {} } }, "analyzers", "an object"),
  ofConfiguration(
    "analyzers: Map",
    { analyzers: new Map() },
    { analyzers: {} },
    "analyzers",
    "is a Map, and must be an object",
  ),
  ofConfiguration(
    "analyzer: true",
    { analyzers: { xss: true } },
    { analyzers: { xss: { enabled: true } } },
    "analyzers.xss",
    "an object",
  ),
  ofConfiguration("analyzer: null", { analyzers: { xss: null } }, { analyzers: {} }, "analyzers.xss", "is null"),
  ofConfiguration("empty slug", { analyzers: { "": {} } }, { analyzers: { a: {} } }, "analyzers", "whose key is empty"),
  ofAnalyzer("blokcing", { blokcing: true }, { blocking: true }, "blokcing", '"blocking"'),
  ofAnalyzer("risk_level", { risk_level: "high" }, { riskLevel: "high" }, "risk_level", '"riskLevel"'),
  ofAnalyzer("riskLevel: HIGH", { riskLevel: "HIGH" }, { riskLevel: "high" }, "riskLevel", '"high"'),
  ofAnalyzer("excludes: text", { excludes: "test/**" }, { excludes: ["test/**"] }, "excludes", 'such as ["test/**"]'),
  ofAnalyzer("excludes: numbers", { excludes: ["a", 1] }, { excludes: ["a", "1"] }, "excludes[1]", "must be a text"),
  ofAnalyzer("excludes: Set", { excludes: new Set(["a"]) }, { excludes: ["a"] }, "excludes", "is a Set"),
  ofAnalyzer("enabled: 1", { enabled: 1 }, { enabled: true }, "enabled", "true or false"),
  ofAnalyzer("silent: null", { silent: null }, {}, "silent", "Leave it out"),
  ofConfiguration(
    "policies: by name",
    { codePolicies: { tokens: {} } },
    { codePolicies: { [id]: {} } },
    "codePolicies.tokens",
    "which is not a UUID",
  ),
  ofConfiguration(
    "policy: no id",
    { codePolicies: [{ enabled: true }] },
    { codePolicies: [{ id }] },
    "codePolicies[0].id",
    "is missing. Give the id of the policy",
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
];
