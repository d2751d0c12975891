import { type TerraformStack, TerraformVariable } from "cdktf";
import {
  Configuration,
  Configurations,
  Deepscan,
  FindingTriage,
  type FindingTriageProps,
  l1,
  Presets,
  Removed,
  Repository,
  RepositoryAssignments,
  ScanformProvider,
  TriageCategory,
} from "../../src/constructs";
import { triageCategories } from "../../src/model/findings";
import { problemsOf, synthesized } from "./synth";

const id = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";
const other = "7a0e2a51-2b7d-4c61-8f0e-6a1d2c3b4e5f";

const declared = (declare: (stack: TerraformStack) => void) =>
  synthesized((stack) => {
    new ScanformProvider(stack, "scanform");
    declare(stack);
  });

const problems = (declare: (stack: TerraformStack) => unknown): string =>
  problemsOf((stack) => {
    new ScanformProvider(stack, "scanform");
    declare(stack);
  });

const triage: FindingTriageProps = {
  findingId: id,
  category: TriageCategory.ACCEPTED_RISK,
  justification: "Only in tests.",
  expires: "2027-01-31",
};

test("a triage, a deepscan and a collection are written under Terraform's names", () => {
  const json = declared((stack) => {
    new FindingTriage(stack, "key", { ...triage, timeouts: { create: "5m" } });
    const web = Repository.fromName(stack, "web", "web");
    new Deepscan(stack, "release", { repositoryId: web.repositoryId, triggers: { release: "1" } });
    const teams = new Configurations(stack, "teams", {
      configurations: { payments: Presets.strict(["secrets"]) },
    });
    teams.addConfiguration("web", { name: "the web", codePolicies: [{ id, enabled: true }], riskThreshold: 3 });
    new RepositoryAssignments(stack, "routing", {
      rules: [{ configuration: teams.configuration("payments"), repositoryPattern: "%" }],
    });
  });
  expect(json["resource"]).toEqual({
    scanform_finding_triage: {
      key: {
        finding_id: id,
        category: "accepted_risk",
        justification: "Only in tests.",
        expires: "2027-01-31",
        timeouts: { create: "5m" },
      },
    },
    scanform_deepscan: {
      release: { repository_id: "${data.scanform_repository.web.id}", triggers: { release: "1" } },
    },
    scanform_configurations: {
      teams: {
        configurations: {
          payments: {
            name: "payments",
            analyzers: { secrets: { enabled: true, silent: false, blocking: true } },
          },
          web: { name: "the web", risk_threshold: 3, code_policies: { [id]: { enabled: true } } },
        },
      },
    },
    scanform_repository_assignments: {
      routing: {
        rules: [
          {
            configuration_id: '${scanform_configurations.teams.configurations["payments"].id}',
            repository_pattern: "%",
          },
        ],
      },
    },
  });
});

test("the constants are exactly the categories of the model", () => {
  const categories: readonly `${TriageCategory}`[] = triageCategories;
  expect(Object.values(TriageCategory)).toEqual(categories);
});

test.each<[string, (stack: TerraformStack) => unknown, string]>([
  [
    "a triage of no finding",
    (s) => new FindingTriage(s, "made", { ...triage, findingId: undefined as never }),
    "findingId is missing. Give the finding's UUID",
  ],
  [
    "a name in place of an id",
    (s) => new FindingTriage(s, "made", { ...triage, findingId: "a" }),
    'findingId is "a", which is not a UUID',
  ],
  [
    "a category",
    (s) => new FindingTriage(s, "made", { ...triage, category: "wontfix" as never }),
    'category is "wontfix", which is none of false_positive, wont_fix, accepted_risk, in_progress. Did you mean "wont_fix"?',
  ],
  [
    "no reason",
    (s) => new FindingTriage(s, "made", { ...triage, justification: " " }),
    "justification is empty. Say why",
  ],
  [
    "no date",
    (s) => new FindingTriage(s, "made", { ...triage, expires: "31.1.2027" }),
    'expires is "31.1.2027", which is neither a date such as 2026-01-31 nor',
  ],
  [
    "a day that is none",
    (s) => new FindingTriage(s, "made", { ...triage, expires: "2027-02-29" }),
    'expires is "2027-02-29", which is neither',
  ],
  [
    "a Date",
    (s) => new FindingTriage(s, "made", { ...triage, expires: new Date(0) as never }),
    "expires is a Date, and must be a text",
  ],
  [
    "a typo",
    (s) => new FindingTriage(s, "made", { ...triage, expiry: "2027-01-31" } as never),
    'expiry cannot be set here. Did you mean "expires"',
  ],
  ["nothing for a triage", (s) => new FindingTriage(s, "made", undefined as never), "Its argument is absent"],
  [
    "a deepscan of nothing",
    (s) => new Deepscan(s, "made", {} as never),
    "repositoryId is missing. Give the repository's UUID",
  ],
  [
    "a trigger",
    (s) => new Deepscan(s, "made", { repositoryId: id, triggers: { a: 1 } } as never),
    "triggers.a is 1, and must be a text",
  ],
  [
    "a list of configurations",
    (s) => new Configurations(s, "made", { configurations: [] as never }),
    "configurations is an empty list, and must be an object",
  ],
  [
    "a typo in a collection",
    (s) => new Configurations(s, "made", { configurations: { a: { coment: "silent" } } } as never),
    'configurations.a.coment cannot be set here. Did you mean "comment"',
  ],
  [
    "an empty name",
    (s) => new Configurations(s, "made", { configurations: { a: { name: "" } } }),
    "configurations.a.name is empty",
  ],
  [
    "a policy twice",
    (s) => new Configurations(s, "made", { configurations: { a: { codePolicies: [{ id }, { id }] } } }),
    `configurations.a.codePolicies has the code policy "${id}" twice`,
  ],
  [
    "two names alike",
    (s) => new Configurations(s, "made", { configurations: { a: { name: "X" }, b: { name: "x" } } }),
    'configurations.b.name is "x", and the name of configurations.a is or looks the same',
  ],
  [
    "a key twice",
    (s) => {
      new Configurations(s, "made", { configurations: { a: {} } }).addConfiguration("a", {});
    },
    "configurations.a is declared twice",
  ],
  ["a removal of nothing", (s) => new Removed(s, "made", {} as never), "from is missing. Give it the address"],
  ["no address", (s) => new Removed(s, "made", { from: "old" }), 'from is "old", which is no address'],
])("refuses %s, and says where", (_what, declare, message) => {
  const found = problems(declare);
  expect(found).toContain(`[acme/made] ${message}`);
  expect(found).toMatch(/\(at test\/constructs\/other-resources\.test\.ts:\d+:\d+\)/);
  expect(found.split("\n").filter((line) => /^\s*\[/.test(line))).toHaveLength(1);
});

test("values may be tokens", () => {
  const declare = (stack: TerraformStack): void => {
    const variable = new TerraformVariable(stack, "any", {});
    const text = variable.stringValue;
    new FindingTriage(stack, "key", { findingId: text, category: text as never, justification: text, expires: text });
    new Deepscan(stack, "release", { repositoryId: text, triggers: { release: text } });
    new Configurations(stack, "teams", { configurations: variable.value as never });
  };
  expect(problems(declare)).toBe("");
});

test("bindings that are used by themselves, and overrides, are checked too", () => {
  const found = problems((stack) => {
    new l1.findingTriage.FindingTriage(stack, "plain", { ...triage, category: "wont_fix", expires: "soon" });
    const { node } = new Deepscan(stack, "release", { repositoryId: id });
    (node.defaultChild as l1.deepscan.Deepscan).addOverride("trigers", { a: "b" });
  });
  expect(found).toContain('"acme/plain": expires is "soon", which is neither a date');
  expect(found).toContain('[acme/release] trigers cannot be set here. Did you mean "triggers"');
});

describe("state", () => {
  test("import, moved and removed blocks are written", () => {
    const json = declared((stack) => {
      const strict = new Configuration(stack, "strict", { name: "strict" });
      strict.importFrom(id);
      strict.movedFrom("scanform_configuration.old");
      strict.movedFrom('scanform_configuration.older["a"]');
      new FindingTriage(stack, "key", triage).importFrom(id);
      const scan = new Deepscan(stack, "release", { repositoryId: id });
      scan.importFrom(`${id}/${other}`);
      scan.movedFrom("scanform_deepscan.old");
      new Configurations(stack, "teams", { configurations: { a: {}, b: {} } }).importFrom({ a: id, b: other });
      const routing = new RepositoryAssignments(stack, "routing", { rules: [{ leave: true, repositoryPattern: "%" }] });
      routing.importFrom(id);
      routing.movedFrom("module.a.scanform_repository_assignments.old");
      new Removed(stack, "gone", { from: "scanform_configuration.gone" });
      new Removed(stack, "deleted", { from: "scanform_configuration.deleted", destroy: true });
    });
    expect(json["import"]).toEqual([
      { to: "scanform_configuration.strict", id },
      { to: "scanform_finding_triage.key", id },
      { to: "scanform_deepscan.release", id: `${id}/${other}` },
      { to: "scanform_configurations.teams", id: `a=${id},b=${other}` },
      { to: "scanform_repository_assignments.routing", id },
    ]);
    expect(json["moved"]).toEqual([
      { from: "scanform_configuration.old", to: "scanform_configuration.strict" },
      { from: 'scanform_configuration.older["a"]', to: "scanform_configuration.strict" },
      { from: "scanform_deepscan.old", to: "scanform_deepscan.release" },
      { from: "module.a.scanform_repository_assignments.old", to: "scanform_repository_assignments.routing" },
    ]);
    expect(json["removed"]).toEqual([
      { from: "scanform_configuration.gone", lifecycle: { destroy: false } },
      { from: "scanform_configuration.deleted", lifecycle: { destroy: true } },
    ]);
  });

  test.each<[string, (stack: TerraformStack) => void, string]>([
    [
      "another's import",
      (stack) => {
        new Deepscan(stack, "made", { repositoryId: id }).importFrom(id);
      },
      `importFrom is "${id}". Give it REPOSITORY_ID/DEEPSCAN_ID`,
    ],
    [
      "an import without ids",
      (stack) => {
        new Configurations(stack, "made", { configurations: { a: {} } }).importFrom({ a: "a" });
      },
      'importFrom.a is "a", which is not a UUID',
    ],
    [
      "a move from a path",
      (stack) => {
        new Configuration(stack, "made", { name: "a" }).movedFrom("acme/old");
      },
      'movedFrom is "acme/old", which is no address',
    ],
  ])("refuses %s", (_what, declare, message) => {
    expect(problems(declare)).toContain(`[acme/made] ${message}`);
  });
});
