import {
  Configuration,
  DataScanformRepository,
  RepositoryAssignments,
  ScanformProvider,
} from "../../../src/constructs";
import { type As, type Declare, id, type Misuse } from "./misuse";

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

const ofLookup = (what: string, wrong: object, key: string, advice: string): Misuse => {
  const declare =
    (props: object): Declare =>
    (stack, as) => {
      new DataScanformRepository(stack, "api", as(props));
    };
  return {
    what: `lookup: ${what}`,
    wrong: declare(wrong),
    right: declare({ name: "api" }),
    at: "acme/api",
    key,
    advice,
  };
};

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

export const otherMisuses: readonly Misuse[] = [
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
    "emove it",
  ),
  ofRule(
    "ids: names",
    { repositoryIds: ["api"] },
    { repositoryIds: [id] },
    ".repositoryIds[0]",
    "Names belong into the repository names",
  ),
  ofRule(
    "pattern: *",
    { repositoryPattern: "api-*" },
    { repositoryPattern: "api-%" },
    ".repositoryPattern",
    'Write "api-%"',
  ),
  ofRule(
    "pattern: ?",
    { repositoryPattern: "api-?" },
    { repositoryPattern: "api-\\?" },
    ".repositoryPattern",
    'Write "api-_"',
  ),
  ofRule("pattern: null", { repositoryPattern: null }, { repositoryPattern: "%" }, ".repositoryPattern", "is null"),
  ofRule(
    "no selector",
    { repositoryNames: [] },
    { repositoryNames: ["a"] },
    "",
    "repositoryNames, repositoryIds or repositoryPattern",
  ),
  ofRule("two targets", { leave: true, repositoryPattern: "%" }, { repositoryPattern: "%" }, "", "Keep one"),
  {
    ...ofRule("a rule after %", {}, {}, "", "rules[0]"),
    wrong: rules({ leave: true, repositoryPattern: "%" }, { configuration: id, repositoryPattern: "a%" }),
    right: rules({ configuration: id, repositoryPattern: "a%" }, { leave: true, repositoryPattern: "%" }),
    key: "rules[1]",
    advice: 'rules[0] ("%") comes first and takes every repository. Move it before rules[0]',
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
  ofProvider(
    "managedScope: *",
    { managedScope: { names: "platform-*" } },
    { managedScope: { names: "platform-%" } },
    "managedScope.names",
    'Write "platform-%"',
  ),
  ofProvider(
    "maxDeletes beside managedScope",
    { maxDeletes: 1 },
    { managedScope: { maxDeletes: 1 } },
    "maxDeletes",
    "Write managedScope: { maxDeletes: ... }",
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
    "is absent, and must be an object",
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
    "must be a text",
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
    "not a UUID. Give it the id that the configuration has in the account",
  ),
  ...[undefined, null, 7, {}, [], Symbol("xss")].map((slug) =>
    method(
      `addAnalyzer: a slug that is ${Object.prototype.toString.call(slug)}`,
      (strict) => {
        strict.addAnalyzer(slug as never, { enabled: true });
      },
      (strict) => {
        strict.addAnalyzer("xss", { enabled: true });
      },
      "addAnalyzer.slug",
      "must be a text",
    ),
  ),
  method(
    "addAnalyzer: __proto__",
    (strict) => {
      strict.addAnalyzer("__proto__", { enabled: true });
    },
    (strict) => {
      strict.addAnalyzer("prototype", { enabled: true });
    },
    "analyzers.__proto__",
    "cannot be written",
  ),
  {
    what: "a code policy that is left out",
    wrong: (stack, as) => new Configuration(stack, "strict", as({ name: "strict", codePolicies: withHole({ id }) })),
    right: (stack, as) => new Configuration(stack, "strict", as({ name: "strict", codePolicies: [{ id }] })),
    at: "acme/strict",
    key: "codePolicies[0]",
    advice: "is absent, and must be an object",
  },
  {
    ...ofRule("a rule that is left out", {}, { repositoryPattern: "a%" }, "", "is absent, and must be an object"),
    wrong: (stack, as) =>
      new RepositoryAssignments(stack, "routing", as({ rules: withHole({ leave: true, repositoryPattern: "a%" }) })),
  },
  ofLookup("nmae", { name: "api", nmae: "web" }, "nmae", '"name"'),
  ofLookup("a number", { name: 7 }, "name", "must be a text"),
  ofLookup("null", { name: null }, "name", "is null"),
  ofLookup("nothing", {}, "Its argument", "Give its id or its exact name"),
  ofLookup("both", { name: "api", id }, "Its argument", "has both an id and a name"),
  ofLookup("blank", { name: " " }, "name", "is empty"),
  ofProvider("api_key", { api_key: "k" }, {}, "api_key", "SCANFORM_API_KEY"),
];

/** A list whose first member is not there. */
function withHole(member: object): readonly object[] {
  const list: object[] = [];
  list[1] = member;
  return list;
}
