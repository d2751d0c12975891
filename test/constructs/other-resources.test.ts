import { type TerraformStack, TerraformVariable } from "cdktf";
import {
  Configuration,
  Deepscan,
  FindingTriage,
  type FindingTriageProps,
  l1,
  Removed,
  Repository,
  RepositoryAssignments,
  ScanformProvider,
  TriageCategory,
} from "../../src/constructs";
import { triageCategories } from "../../src/model/findings";
import { id, linesOf, other, problems, resources, synthesized } from "./synth";

const triage: FindingTriageProps = {
  findingId: id,
  category: TriageCategory.ACCEPTED_RISK,
  justification: "Only in tests.",
  expires: "2027-01-31",
};

test("writes a triage and a deepscan under Terraform's names", () => {
  const made = resources((stack) => {
    new FindingTriage(stack, "key", { ...triage, timeouts: { create: "5m" } });
    const web = Repository.fromName(stack, "web", "web");
    new Deepscan(stack, "release", { repositoryId: web.repositoryId, triggers: { release: "1" } });
  });
  expect(made).toEqual({
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
  });
});

test("has a constant for each category of the model, and no other", () => {
  const categories: readonly `${TriageCategory}`[] = triageCategories;
  expect(Object.values(TriageCategory)).toEqual(categories);
});

test.each<[string, (stack: TerraformStack) => unknown, string]>([
  [
    "a Date",
    (s) => new FindingTriage(s, "made", { ...triage, expires: new Date(0) as never }),
    "expires is a Date, and must be a string",
  ],
  [
    "a typo",
    (s) => new FindingTriage(s, "made", { ...triage, expiry: "2027-01-31" } as never),
    'expiry cannot be set here. Did you mean "expires"',
  ],
  [
    "a trigger",
    (s) => new Deepscan(s, "made", { repositoryId: id, triggers: { a: 1 } } as never),
    "triggers.a is 1, and must be a string",
  ],
  ["a removal of nothing", (s) => new Removed(s, "made", {} as never), "from is missing. Give it the address"],
  ["no address", (s) => new Removed(s, "made", { from: "old" }), 'from is "old", which is not an address'],
])("refuses %s, and says where", (_what, declare, message) => {
  const found = problems(declare);
  expect(found).toContain(`[acme/made] ${message}`);
  expect(found).toMatch(/\(at test\/constructs\/other-resources\.test\.ts:\d+:\d+\)/);
  expect(linesOf(found)).toHaveLength(1);
});

test("accepts tokens as values", () => {
  const declare = (stack: TerraformStack): void => {
    const variable = new TerraformVariable(stack, "any", {});
    const text = variable.stringValue;
    new FindingTriage(stack, "key", { findingId: text, category: text as never, justification: text, expires: text });
    new Deepscan(stack, "release", { repositoryId: text, triggers: { release: text } });
  };
  expect(problems(declare)).toBe("");
});

test("checks generated bindings that are used by themselves, and overrides", () => {
  const found = problems((stack) => {
    new l1.findingTriage.FindingTriage(stack, "plain", { ...triage, category: "wont_fix", expires: "soon" });
    const { node } = new Deepscan(stack, "release", { repositoryId: id });
    (node.defaultChild as l1.deepscan.Deepscan).addOverride("trigers", { a: "b" });
  });
  expect(found).toContain('"acme/plain": expires is "soon", which is neither a date');
  expect(found).toContain('[acme/release] trigers cannot be set here. Did you mean "triggers"');
});

test("state is written as import, moved and removed blocks", () => {
  const json = synthesized((stack) => {
    new ScanformProvider(stack, "scanform");
    const strict = new Configuration(stack, "strict", { name: "strict" });
    strict.importFrom(id);
    strict.movedFrom("scanform_configuration.old");
    strict.movedFrom('scanform_configuration.older["a"]');
    new FindingTriage(stack, "key", triage).importFrom(id);
    const scan = new Deepscan(stack, "release", { repositoryId: id });
    scan.importFrom(`${id}/${other}`);
    scan.movedFrom("scanform_deepscan.old");
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
    "an import without an id",
    (stack) => {
      new Configuration(stack, "made", { name: "a" }).importFrom("a");
    },
    'importFrom is "a", which is not a UUID',
  ],
  [
    "a move from a path",
    (stack) => {
      new Configuration(stack, "made", { name: "a" }).movedFrom("acme/old");
    },
    'movedFrom is "acme/old", which is not an address',
  ],
])("state refuses %s", (_what, declare, message) => {
  expect(problems(declare)).toContain(`[acme/made] ${message}`);
});

test("state takes a deepscan with the id of its account, too", () => {
  const imported = (text: string) =>
    problems((stack) => {
      new Deepscan(stack, "release", { repositoryId: id }).importFrom(text);
    });
  expect(imported(`${other}/${id}/${other}`)).toBe("");
  for (const wrong of [`${id}/${other}/${id}/${other}`, `${id}/release`])
    expect(imported(wrong)).toContain("Give it REPOSITORY_ID/DEEPSCAN_ID");
});
