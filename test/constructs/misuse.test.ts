import type { TerraformStack } from "cdktf";
import {
  Configuration,
  DataScanformAnalyzer,
  DataScanformRepository,
  l1,
  RepositoryAssignments,
  ScanformProvider,
} from "../../src/constructs";
import { id, linesOf, problems, problems as found } from "./synth";

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

const binding = (configuration: Configuration): l1.configuration.Configuration =>
  configuration.node.defaultChild as l1.configuration.Configuration;

describe.each<[string, unknown]>([
  ["undefined", undefined],
  ["null", null],
  ["a text", "strict"],
  ["a list", [{ name: "strict" }]],
  ["a function", () => ({ name: "strict" })],
  ["a promise", Promise.resolve({ name: "strict" })],
])("%s", (what, props) => {
  test.each<[string, (stack: TerraformStack) => unknown]>([
    ["a configuration", (stack) => new Configuration(stack, "made", props as never)],
    // undefined is the default of the others
    ["assignments", (stack) => new RepositoryAssignments(stack, "made", (props ?? null) as never)],
    ["a provider", (stack) => new ScanformProvider(stack, "made", (props ?? null) as never)],
    [
      "an analyzer",
      (stack) => {
        made(stack).addAnalyzer("xss", props as never);
      },
    ],
    [
      "a code policy",
      (stack) => {
        made(stack).addCodePolicy(props as never);
      },
    ],
    [
      "a rule",
      (stack) => {
        new RepositoryAssignments(stack, "made").addRule(props as never);
      },
    ],
    ["an id", (stack) => Configuration.fromConfigurationId(stack, "made", props as never)],
  ])(`${what} in place of the properties of %s is a problem, not an exception`, (_construct, declare) => {
    expect(found(declare)).toMatch(/\[acme\/made\] [A-Za-z][^\n]* is [^\n]*/);
    expect(found(declare)).not.toContain("TypeError");
  });
});

const made = (stack: TerraformStack) => new Configuration(stack, "made", { name: "a" });

test("refuses a second importFrom", () => {
  const said = found((stack) => {
    made(stack).importFrom(id);
    const strict = new Configuration(stack, "strict", { name: "strict" });
    strict.importFrom(id);
    strict.importFrom(id);
  });
  expect(said).toContain("[acme/strict] importFrom is called twice");
  expect(said).not.toContain("acme/made");
});

test.each<[string, (stack: TerraformStack) => unknown, string]>([
  [
    "a resource of another kind",
    (stack) => new RepositoryAssignments(stack, "first", { rules: [{ leave: true, repositoryPattern: "a%" }] }),
    'is the construct "acme/first", and must be a Configuration',
  ],
  ["an object with an empty id", () => ({ configurationId: "" }), 'is "", which is not a UUID'],
])("refuses %s in place of a configuration", (_what, given, message) => {
  const said = found((stack) => {
    const rules = [{ configuration: given(stack) as never, repositoryPattern: "%" }];
    new RepositoryAssignments(stack, "routing", { rules });
  });
  expect(said).toContain(`[acme/routing] rule 1: configuration ${message}`);
});

test("reports the wrong id of a configuration once, where it is given", () => {
  const said = found((stack) => {
    const live = Configuration.fromConfigurationId(stack, "live", "strict");
    new RepositoryAssignments(stack, "routing", { rules: [{ configuration: live, repositoryPattern: "%" }] });
  });
  expect(said).toContain('[acme/live] configurationId is "strict", which is not a UUID');
  expect(said).not.toContain("acme/routing");
});

test("reports a lookup without properties", () => {
  expect(found((stack) => new DataScanformAnalyzer(stack, "xss", undefined as never))).toContain(
    "[acme/xss] Its argument is absent, and must be an object",
  );
});

const override = (path: string, value: unknown) =>
  found((stack) => {
    binding(new Configuration(stack, "strict", { name: "strict", analyzers: { xss: {} } })).addOverride(path, value);
  });

test.each<[string, unknown, string]>([
  ["riskThreshold", 3, '[acme/strict] riskThreshold cannot be set here. Did you mean "risk_threshold"'],
  ["analyzers.xss.blokcing", true, "[acme/strict] analyzers.xss.blokcing cannot be set here"],
  ["analyzers.xss.risk_level", "hihg", '[acme/strict] analyzers.xss.risk_level is "hihg", which is none of info'],
  ["comment", "loud", '[acme/strict] comment is "loud", which is none of disabled, silent, enabled'],
  ["code_policies", [{ id }], "[acme/strict] code_policies is a list, and must be an object"],
  ["code_policies.secrets", {}, '[acme/strict] code_policies.secrets is "secrets", which is not a UUID'],
  ["lifecycle.prevent_destory", true, "[acme/strict] lifecycle.prevent_destory cannot be set here"],
  ["name", "", "[acme/strict] name is empty. Give the configuration the name"],
  ["name", undefined, "[acme/strict] name is missing"],
])("an override of %s with %j is refused", (path, value, message) => {
  expect(override(path, value)).toContain(message);
});

test.each<[string, unknown]>([
  ["risk_threshold", null],
  ["comment", "${var.comment}"],
  [`code_policies.${id}`, { enabled: true }],
  ["code_policies", { "${var.policy}": { enabled: true } }],
  ["analyzers.secrets", { enabled: true, excludes: ["a"] }],
  ["lifecycle.prevent_destroy", true],
  ["depends_on", ["scanform_configuration.other"]],
  ["count", 1],
])("an override of %s with %j is accepted", (path, value) => {
  expect(override(path, value)).toBe("");
});

test("overrides are checked for assignments and providers", () => {
  const said = found((stack) => {
    const routing = new RepositoryAssignments(stack, "routing", {
      rules: [{ leave: true, repositoryPattern: "a%" }],
    });
    const resource = routing.node.defaultChild as l1.repositoryAssignments.RepositoryAssignments;
    resource.addOverride("rules", [{ configuration_id: id, repository_pattern: "a-*" }]);
    new ScanformProvider(stack, "west", { alias: "west" }).addOverride("acount_id", "a");
  });
  expect(said).toContain('[acme/routing] rule 2: repository_pattern is "a-*"');
  expect(said).toContain("[acme/routing] rule 2 can never match");
  expect(said).toContain('[acme/west] acount_id cannot be set here. Did you mean "account_id"');
});

test("a number that a property of the binding is set to is checked as an override is", () => {
  const said = found((stack) => {
    binding(made(stack)).riskThreshold = Number.NaN;
  });
  expect(said).toContain("risk_threshold is NaN");
});

test("generated bindings that are used by themselves are checked, with their overrides", () => {
  const said = found((stack) => {
    new l1.configuration.Configuration(stack, "plain", { name: "plain", comment: "loud" });
    new l1.repositoryAssignments.RepositoryAssignments(stack, "routing", { rules: [{ leave: true }] });
    new l1.provider.ScanformProvider(stack, "west", { alias: "west" }).addOverride("dry_runs", true);
  });
  expect(said).toContain('"acme/plain": comment is "loud"');
  expect(said).toContain('"acme/routing": rule 1 selects no repository. Give it repository_names');
  expect(said).toContain('"acme/west": dry_runs cannot be set here');
});
