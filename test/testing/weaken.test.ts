import { Configuration, RepositoryAssignments, type RepositoryAssignmentsProps } from "../../src/constructs";
import type { TerraformStack } from "cdktf";
import { snapshot } from "../../src/testing";
import { acme, failureOf, refusal, stackOf, twoConfigurations } from "./stacks";

type Configurations = ReturnType<typeof twoConfigurations>;

const routed = (rules: (all: Configurations, stack: TerraformStack) => RepositoryAssignmentsProps["rules"]) =>
  stackOf((stack) => {
    const all = twoConfigurations(stack);
    new RepositoryAssignments(stack, "routing", { rules: rules(all, stack) });
  });

const before = () => snapshot(acme());
const weakens = (after: TerraformStack, was = before()): readonly string[] =>
  failureOf(after).toWeakenNothingComparedTo(was).split("\n").slice(1);

const at = String.raw`test/testing/[a-z]+(\.test)?\.ts:\d+:\d+`;

test("nothing is weaker than itself", () => {
  expect(acme()).toWeakenNothingComparedTo(before());
  expect(failureOf(acme(), "not").toWeakenNothingComparedTo(before())).toBe(
    "nothing is weaker than in the snapshot, which is not expected.",
  );
});

test("a later change to a stack does not affect its snapshot", () => {
  const stack = stackOf(() => undefined);
  const was = snapshot(stack);
  new Configuration(stack, "more", { name: "more", analyzers: { xss: { enabled: true } } });
  expect(stack).toHaveConfiguration("more");
  expect(was).not.toHaveConfiguration("more");
});

test("a leaf of a configuration is named, with its place", () => {
  const declared = (blocking: boolean) =>
    stackOf((stack) => {
      new Configuration(stack, "strict", { name: "strict", analyzers: { secrets: { enabled: true, blocking } } });
    });
  expect(weakens(declared(false), snapshot(declared(true)))).toEqual([
    expect.stringMatching(
      new RegExp(
        `^  "strict": secrets no longer blocks pull requests \\(analyzers\\["secrets"\\]\\.blocking\\), at ${at}\\.$`,
      ),
    ),
  ]);
  expect(declared(true)).toWeakenNothingComparedTo(snapshot(declared(false)));
});

test("a configuration that is renamed is compared with what it was", () => {
  const named = (name: string, renamedFrom?: string[]) =>
    stackOf((stack) => {
      new Configuration(stack, "one", { name, renamedFrom, analyzers: { xss: { enabled: true } } });
    });
  expect(named("new", ["old"])).toWeakenNothingComparedTo(snapshot(named("old")));
  expect(weakens(named("new"), snapshot(named("old")))).toEqual([
    '  "old", which is not declared any more: xss: no longer set (was on) (analyzers["xss"].enabled).',
  ]);
});

test("repositories that a rule gives to a weaker configuration are named by an example and both rules", () => {
  const after = routed(({ strict, baseline }) => [
    { repositoryNames: ["legacy-monolith"], leave: true },
    { repositoryNames: ["payments-docs"], configuration: baseline },
    { repositoryPattern: "payments-%", configuration: strict },
    { repositoryPattern: "%", configuration: baseline },
  ]);
  const [first = "", ...others] = weakens(after);
  expect(others).toEqual([]);
  expect(first).toMatch(
    new RegExp(
      `^  payments-docs gets "baseline" by rule 2: payments-docs, at ${at}, and not "strict" \\(rule 2: payments-%, at ${at}\\): `,
    ),
  );
  expect(first).toContain('xss no longer blocks pull requests (analyzers["xss"].blocking)');
  expect(first).toContain("comments: no longer set (were enabled) (comment)");
});

test("rules written in another way weaken nothing", () => {
  const after = routed(({ strict, baseline }) => [
    { repositoryPattern: "legacy-monolith", leave: true },
    { repositoryPattern: "payments-_%", configuration: strict },
    { repositoryNames: ["payments-"], configuration: strict },
    { repositoryPattern: "a%", configuration: baseline },
    { repositoryPattern: "%", configuration: baseline },
  ]);
  expect(after).toWeakenNothingComparedTo(before());
});

test("repositories that no rule assigns any more lose what was declared", () => {
  const after = routed(({ baseline }) => [
    { repositoryPattern: "payments-%", leave: true },
    { repositoryPattern: "%", configuration: baseline },
  ]);
  const [first = ""] = weakens(after);
  expect(first).toMatch(
    /^ {2}"payments-…" is left as it is by rule 1: payments-%, at .*, and not "strict" \(rule 2: payments-%/,
  );
  expect(first).toContain("secrets blocking: no longer set (was on)");
});

test("repositories by their ids are compared too", () => {
  const id = "22222222-2222-4222-8222-000000000001";
  const chosen = (name: "strict" | "baseline") => routed((all) => [{ repositoryIds: [id], configuration: all[name] }]);
  expect(chosen("strict")).toWeakenNothingComparedTo(snapshot(chosen("strict")));
  expect(weakens(chosen("baseline"), snapshot(chosen("strict")))).toEqual([
    expect.stringContaining(`"…" gets "baseline" by rule 1: ${id}`),
  ]);
});

test("a repository that is selected by its id may have any name", () => {
  const id = "22222222-2222-4222-8222-000000000001";
  const after = routed(({ strict, baseline }) => [
    { repositoryNames: ["legacy-monolith"], leave: true },
    { repositoryIds: [id], configuration: baseline },
    { repositoryPattern: "payments-%", configuration: strict },
    { repositoryPattern: "%", configuration: baseline },
  ]);
  expect(weakens(after)).toEqual([expect.stringContaining(`"payments-…" gets "baseline" by rule 2: ${id}`)]);
});

test("a configuration is compared with the one of its id, whatever their names", () => {
  const [first, second] = ["33333333-3333-4333-8333-000000000001", "33333333-3333-4333-8333-000000000002"];
  const named = (blocking: boolean) =>
    stackOf((stack) => {
      for (const id of [first, second])
        new Configuration(stack, `strict-${id.slice(-1)}`, {
          name: "strict",
          analyzers: { xss: { blocking: blocking || id === first } },
        }).importFrom(id);
    });
  expect(named(true)).toWeakenNothingComparedTo(snapshot(named(true)));
  expect(weakens(named(false), snapshot(named(true)))).toEqual([
    expect.stringContaining('"strict": xss no longer blocks pull requests'),
  ]);
});

test("a name with an underscore is no pattern", () => {
  const rules = (isNamed: boolean) =>
    routed(({ strict, baseline }) => [
      ...(isNamed ? [{ repositoryNames: ["legacy_monolith"], configuration: strict }] : []),
      { repositoryPattern: "%", configuration: baseline },
    ]);
  expect(weakens(rules(false), snapshot(rules(true)))).toEqual([
    expect.stringContaining('legacy_monolith gets "baseline" by rule 1: %'),
  ]);
});

test("each id is compared that other rules select, and each name whose id no rule selects", () => {
  const [one, two] = ["22222222-2222-4222-8222-000000000001", "22222222-2222-4222-8222-000000000002"];
  const rules = (name: "strict" | "baseline") =>
    routed((all) => [
      { repositoryIds: [one], configuration: all[name] },
      { repositoryIds: [two], configuration: all.strict },
      { repositoryPattern: "web-%", configuration: all[name] },
      { repositoryPattern: "%", configuration: all.baseline },
    ]);
  const [byName = "", byId = "", ...others] = weakens(rules("baseline"), snapshot(rules("strict")));
  expect(others).toEqual([]);
  expect(byName).toContain('  "web-…" gets "baseline" by rule 3: web-%');
  expect(byId).toContain(`gets "baseline" by rule 1: ${one}`);
});

test("each pair of rules that a repository comes from and goes to is named", () => {
  const after = routed(({ baseline }) => [{ repositoryPattern: "%", configuration: baseline }]);
  const was = routed(({ strict, baseline }) => [
    { repositoryPattern: "a-%", configuration: strict },
    { repositoryPattern: "b-%", configuration: strict },
    { repositoryPattern: "%", configuration: baseline },
  ]);
  expect(weakens(after, snapshot(was))).toHaveLength(2);
  const split = routed(({ strict, baseline }) => [
    { repositoryPattern: "a-b-%", leave: true },
    { repositoryPattern: "a-%", configuration: baseline },
    { repositoryPattern: "%", configuration: strict },
  ]);
  expect(weakens(split, snapshot(was)).filter((each) => each.includes("(rule 1: a-%"))).toHaveLength(2);
});

test("repositories that go to a configuration that is not declared lose what was", () => {
  const elsewhere = (name: string) =>
    routed((_all, stack) => [
      { repositoryPattern: "%", configuration: Configuration.fromLookup(stack, "live", { name }) },
    ]);
  const says = [expect.stringContaining('gets "old" by rule 1: %')];
  expect(weakens(elsewhere("old"))).toEqual(expect.arrayContaining(says));
  expect(elsewhere("old")).toWeakenNothingComparedTo(snapshot(elsewhere("old")));
});

test("rules that overlap in too many ways are neither weaker nor not weaker", () => {
  const was = snapshot(routed(({ strict }) => [{ repositoryPattern: "%a%", configuration: strict }]));
  // all names with an a are strict: those in which it is one of the first 12 characters, and longer ones
  const places = Array.from({ length: 12 }, (_, at) => `${"_".repeat(at)}a%`);
  const overlapping = ["b", "c", "d"].map((each) => `%${each}${"_".repeat(12)}z`);
  const after = routed(({ strict, baseline }) => [
    ...[...overlapping, ...places, `${"_".repeat(12)}%`].map((repositoryPattern) => ({
      repositoryPattern,
      configuration: strict,
    })),
    { repositoryPattern: "%", configuration: baseline },
  ]);
  expect(refusal(after, (expected) => expected.toWeakenNothingComparedTo(was))).toContain("takes too long to find out");
});

test("what is no snapshot is refused", () => {
  const stack = acme();
  expect(failureOf(stack).toWeakenNothingComparedTo(stack as never)).toContain("Pass snapshot(stack)");
});
