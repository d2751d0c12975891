import type { TerraformStack } from "cdktf";
import { Configuration, DataScanformRepository, RepositoryAssignments, ScanformProvider } from "../../src/constructs";
import { id, linesOf, problems } from "./synth";

// What TypeScript refuses and JavaScript, JSON or a spread passes on. Mistakes that every way in knows: test/mistakes.

/** Properties in the form in which a test passes them, without their types. */
type As = (props: object) => never;
type Declare = (stack: TerraformStack, as: As) => unknown;

/** What a user writes, the same without the mistake, and what is said of it at the construct `at`. */
interface Misuse {
  readonly at: string;
  readonly wrong: Declare;
  readonly right: Declare;
  readonly key: string;
  readonly advice: string;
}

const misuse =
  (at: string, declare: (props: object) => Declare) =>
  (wrong: object, right: object, key: string, advice: string): Misuse => ({
    at,
    wrong: declare(wrong),
    right: declare(right),
    key,
    advice,
  });

const configuration = misuse(
  "acme/strict",
  (props) => (stack, as) => new Configuration(stack, "strict", as({ name: "strict", ...props })),
);
const analyzer = (wrong: object, right: object, key: string, advice: string): Misuse =>
  configuration({ analyzers: { xss: wrong } }, { analyzers: { xss: right } }, `analyzers.xss.${key}`, advice);
const rule = misuse(
  "acme/routing",
  (props) => (stack, as) =>
    new RepositoryAssignments(
      stack,
      "routing",
      as({ rules: Array.isArray(props) ? props : [{ configuration: id, ...props }] }),
    ),
);
const provider = misuse(
  "acme/west",
  (props) => (stack, as) => new ScanformProvider(stack, "west", as({ alias: "west", ...props })),
);
const lookup = misuse("acme/api", (props) => (stack, as) => new DataScanformRepository(stack, "api", as(props)));

/** What a method of a configuration is given. */
function method(
  wrong: (strict: Configuration, as: As) => void,
  right: (strict: Configuration, as: As) => void,
  key: string,
  advice: string,
): Misuse {
  const declare =
    (call: typeof wrong): Declare =>
    (stack, as) => {
      call(new Configuration(stack, "strict", { name: "strict" }), as);
    };
  return { at: "acme/strict", wrong: declare(wrong), right: declare(right), key, advice };
}

const pattern = { repositoryPattern: "a%" };
const leaving = { leave: true, repositoryPattern: "%" };

const misuses: readonly Misuse[] = [
  configuration({ riskTreshold: 3 }, { riskThreshold: 3 }, "riskTreshold", '"riskThreshold"'),
  configuration({ risk_threshold: 3 }, { riskThreshold: 3 }, "risk_threshold", '"riskThreshold"'),
  configuration({ codePolicy: [] }, { codePolicies: [] }, "codePolicy", '"codePolicies"'),
  configuration({ blocking: true }, {}, "blocking", "write analyzers: { SLUG: { blocking: ... } }"),
  configuration({ forEach: {} }, {}, "forEach", "in a loop"),
  configuration({ provider: "west" }, {}, "provider", "a ScanformProvider"),
  configuration({ comment: null }, {}, "comment", "Leave it out"),
  configuration({ comment: "enable" }, { comment: "enabled" }, "comment", 'Did you mean "enabled"?'),
  configuration({ riskThreshold: NaN }, { riskThreshold: 0 }, "riskThreshold", "is NaN"),
  configuration({ renamedFrom: "a" }, { renamedFrom: ["a"] }, "renamedFrom", 'such as ["a"]'),
  configuration({ analyzers: new Map() }, { analyzers: {} }, "analyzers", "is a Map, and must be an object"),
  configuration({ analyzers: { xss: null } }, { analyzers: {} }, "analyzers.xss", "is null"),
  configuration({ codePolicies: [{ id, enbled: true }] }, {}, "codePolicies[0].enbled", '"enabled"'),
  configuration(
    { codePolicies: [{ enabled: true }] },
    {},
    "codePolicies[0].id",
    "is missing. Give the id of the policy",
  ),
  configuration({ codePolicies: withHole({ id }) }, { codePolicies: [{ id }] }, "codePolicies[0]", "is absent"),
  configuration(
    { notifications: { integrationName: ["a"] } },
    { notifications: { integrationNames: ["a"] } },
    "notifications.integrationName",
    '"integrationNames"',
  ),
  configuration(
    { lifecycle: { preventDestory: true } },
    { lifecycle: { preventDestroy: true } },
    "lifecycle.preventDestory",
    '"preventDestroy"',
  ),
  configuration({ timeouts: { created: "5m" } }, { timeouts: { create: "5m" } }, "timeouts.created", '"create"'),
  analyzer({ risk_level: "high" }, { riskLevel: "high" }, "risk_level", '"riskLevel"'),
  analyzer({ excludes: new Set(["a"]) }, { excludes: ["a"] }, "excludes", "is a Set"),
  analyzer({ excludes: ["a", 1] }, { excludes: ["a", "1"] }, "excludes[1]", "must be a string"),
  rule({ repositoryPatern: "a%" }, pattern, "rule 1: repositoryPatern", '"repositoryPattern"'),
  rule({ configurationId: id, ...pattern }, pattern, "rule 1: configurationId", '"configuration"'),
  rule({ configuration: "strict", ...pattern }, pattern, "rule 1: configuration", "the Configuration itself"),
  rule({ repositoryIds: ["api"] }, { repositoryIds: [id] }, "rule 1: repositoryIds[0]", "Put names into the"),
  rule({ repositoryPattern: null }, pattern, "rule 1: repositoryPattern", "is null"),
  rule({ repositoryNames: [] }, pattern, "rule 1", "repositoryNames, repositoryIds or repositoryPattern"),
  rule(
    [leaving, { configuration: id, ...pattern }],
    [{ configuration: id, ...pattern }, leaving],
    'rule 1 ("%")',
    "so rule 2 can never match. Move it to the end",
  ),
  rule(withHole(leaving), [leaving], "rule 1", "is absent, and must be an object"),
  provider({ acountId: "a" }, { accountId: "a" }, "acountId", '"accountId"'),
  provider({ managedScope: { max_deletes: 1 } }, {}, "managedScope.max_deletes", '"maxDeletes"'),
  provider({ maxDeletes: 1 }, { managedScope: { maxDeletes: 1 } }, "maxDeletes", "managedScope: { maxDeletes: ... }"),
  provider({ apiKey: "k" }, {}, "apiKey", "SCANFORM_API_KEY"),
  provider({ api_key: "k" }, {}, "api_key", "SCANFORM_API_KEY"),
  lookup({ name: "api", nmae: "web" }, { name: "api" }, "nmae", '"name"'),
  lookup({ name: null }, { name: "api" }, "name", "is null"),
  method(
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
    (strict, as) => {
      strict.addCodePolicy(as({ id, block: true }));
    },
    (strict, as) => {
      strict.addCodePolicy(as({ id, blocking: true }));
    },
    "codePolicies[0].block",
    '"blocking"',
  ),
  ...[undefined, {}, [], Symbol("xss")].map((slug) =>
    method(
      (strict) => {
        strict.addAnalyzer(slug as never, { enabled: true });
      },
      (strict) => {
        strict.addAnalyzer("xss", {});
      },
      "addAnalyzer.slug",
      "must be a string",
    ),
  ),
  method(
    (strict) => {
      strict.addAnalyzer("__proto__", { enabled: true });
    },
    (strict) => {
      strict.addAnalyzer("prototype", { enabled: true });
    },
    "analyzers.__proto__",
    "cannot be written",
  ),
  method(
    (strict) => {
      strict.notify(["a", "b"] as never);
    },
    (strict) => {
      strict.notify("a", "b");
    },
    "notify[0]",
    "must be a string",
  ),
  method(
    (strict) => {
      strict.importFrom("strict");
    },
    (strict) => {
      strict.importFrom(id);
    },
    "importFrom",
    "not a UUID. Give it the id that the configuration has in the account",
  ),
];

const literally: As = (props) => props as never;

function refuses({ wrong, at, key, advice }: Misuse, as: As): void {
  const lines = linesOf(problems((stack) => wrong(stack, as)));
  expect(lines).toEqual([expect.stringContaining(`[${at}] ${key} `)]);
  expect(lines[0]).toContain(advice);
}

test.each(misuses)("refuses $key at $at once, with the advice $advice", (each) => {
  refuses(each, literally);
});

test.each(misuses)("accepts what is right in place of $key: $advice", ({ right }) => {
  expect(problems((stack) => right(stack, literally))).toBe("");
});

class Preset {
  describe(): string {
    return "as people keep them in a library";
  }
}

/** An object made again, with the objects in it. */
const rebuilt = (value: unknown, make: (entries: object) => object): unknown => {
  if (Array.isArray(value)) return value.map((each) => rebuilt(each, make));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return make(Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rebuilt(each, make)])));
};

test.each<[string, (entries: object) => object]>([
  ["a frozen object", (entries) => Object.freeze(entries)],
  ["an object without a prototype", (entries) => Object.assign(Object.create(null) as object, entries)],
  ["an instance of a class", (entries) => Object.assign(new Preset(), entries)],
  ["an object that inherits", (entries) => Object.create(entries) as object],
])("reads %s like a literal", (_form, make) => {
  const as: As = (props) => rebuilt(props, make) as never;
  for (const each of misuses.filter((_, at) => at % 5 === 0)) {
    refuses(each, as);
    expect(problems((stack) => each.right(stack, as))).toBe("");
  }
});

test("reports the mistakes of all constructs of a stack at once", () => {
  const found = problems((stack) => {
    for (const key of ["riskTreshold", "rule 1: repositoryPatern", "apiKey"])
      misuses.find((each) => each.key === key)?.wrong(stack, literally);
  });
  expect(linesOf(found)).toHaveLength(3);
});

/** A list whose first member is not there. */
function withHole(member: object): readonly object[] {
  const list: object[] = [];
  list[1] = member;
  return list;
}
