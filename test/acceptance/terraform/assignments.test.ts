import { acmeAccountId, builtinSeed, type Seed } from "../../../src/emulator";
import { stableId } from "../../../src/emulator/support/deterministic";
import { describeWithTerraform } from "../../support/terraform";
import { configurationNamed, repositoryNamed, type Workspace, workspace } from "./workspace";

const [standard, baseline] = [configurationNamed("default"), configurationNamed("baseline")];
const routing = "scanform_repository_assignments.routing";

const rules = (list: readonly string[], name = "routing"): string => `
resource "scanform_repository_assignments" "${name}" {
  rules = [
    ${list.join(",\n    ")}
  ]
}
`;
const leave = '{ repository_names = ["payments-fraud"], leave = true }';
const payments = (id: string): string => `{ repository_pattern = "payments-%", configuration_id = ${id} }`;
const strict = 'resource "scanform_configuration" "strict" {\n  name = "strict"\n}\n';
const assign = "POST /configurations/assign_repositories";

/** The names of the repositories that have a configuration, in order. */
const having = ({ emulator }: Workspace, id: string | null): readonly string[] =>
  emulator.store
    .repositories(acmeAccountId)
    .flatMap((each) => (each.configuration_id === id ? [each.name ?? ""] : []))
    .sort();

describeWithTerraform("the life of assignments", () => {
  test("to a configuration that is new: which move is shown, and one request moves them", async () => {
    const at = await workspace();
    at.write(strict + rules([leave, payments("scanform_configuration.strict.id")]));
    const said = await at.apply();
    expect(said).toMatch(/Warning: Routing is unclassified for 4 repositories, such as "payments-api" with /);
    expect(said).toMatch(
      /4 repositories, "default" \([-0-9a-f]+\) -> one that is known only after apply \(rule 2\): "payments-api", "payments-gateway", "payments-ledger" and "payments-refunds"/,
    );
    expect(said).toMatch(/\+ assigned = \(known after apply\) \+ assigned_digest = "[0-9a-f]{32}"/);
    const { id } = at.live("strict");
    const moved = ["payments-api", "payments-gateway", "payments-ledger", "payments-refunds"];
    expect(having(at, id)).toEqual(moved);
    expect(at.writes()).toEqual(["POST /configurations", assign]);
    expect(at.state(routing)?.["assigned"]).toEqual({ [id]: 4 });
    await at.nothingToDo();
  });

  test("what somebody else moved is moved back, and a repository that came is shown and then moved too", async () => {
    let seed: Seed = builtinSeed;
    const at = await workspace({ seed: () => seed });
    at.write(rules([leave, payments(`"${baseline}"`)]));
    await at.apply();
    const assigned = { configuration_id: standard, repository_ids: [repositoryNamed("payments-api")] };
    await at.elsewhere("POST", "/configurations/assign_repositories", assigned);
    at.forget();
    const drifted = await at.apply();
    expect(drifted).toMatch(
      new RegExp(
        `~ assigned = { - "${standard}" = 1 -> null ~ "${baseline}" = 3 -> 4 } ~ assigned_digest = "[0-9a-f]{32}" -> "`,
      ),
    );
    expect(drifted).toMatch(
      /Warning: Routing weakens 1 repository: "payments-api" .* "default" \([-0-9a-f]+\) -> "baseline" \([-0-9a-f]+\) \(rule 2\): "payments-api"/,
    );
    expect(at.writes()).toEqual([assign]);

    seed = withRepository(at.emulator.snapshot(), "payments-new");
    at.emulator.reset();
    at.forget();
    expect(await at.apply()).toMatch(
      /~ "[-0-9a-f]+" = 4 -> 5 } .* Warning: Routing weakens 1 repository: "payments-new" /,
    );
    expect(having(at, baseline)).toContain("payments-new");
    expect(at.writes()).toEqual([assign]);
    expect(at.requests().findLast(({ method }) => method === "POST")?.body).toMatchObject({
      repository_ids: [stableId("payments-new")],
    });
    await at.nothingToDo();
  });

  test("a saved plan is not applied to other repositories than it shows, and says what to do", async () => {
    let seed: Seed = builtinSeed;
    const at = await workspace({ seed: () => seed });
    at.write(rules([leave, payments(`"${baseline}"`)]));
    expect(await at.terraform("plan", "-out=saved")).toContain("before this is applied is not moved along");
    seed = withRepository(at.emulator.snapshot(), "payments-new");
    at.emulator.reset();
    at.forget();
    const { code, stdout, stderr } = await at.raw.run("apply", "saved");
    expect({ code, writes: at.writes() }).toEqual({ code: 1, writes: [] });
    expect(stderr).toContain("inconsistent final plan");
    expect((stdout + stderr).replaceAll(/[\s│]+/g, " ")).toContain(
      "where terraform calls the plan inconsistent, plan again.",
    );
    await at.apply();
    expect(having(at, baseline)).toContain("payments-new");
  });

  test("a repository that no rule claims any more stays, and a destroy writes nothing", async () => {
    const at = await workspace();
    at.write(rules([payments(`"${baseline}"`)]));
    await at.apply();
    const before = having(at, baseline);
    at.forget();
    at.write(rules([leave, payments(`"${baseline}"`)]));
    expect(await at.apply()).toContain(`~ assigned = { ~ "${baseline}" = 5 -> 4 }`);
    await at.nothingToDo();
    const said = await at.terraform("destroy", "-auto-approve");
    expect(said).toContain("Warning: Assignments stay as they are");
    expect(said).toContain("4 repositories keep the configuration that they have");
    expect(at.writes()).toEqual([]);
    expect(having(at, baseline)).toEqual(before);
  });
});

describeWithTerraform("names of repositories that are commands to a pipeline", () => {
  test("begin no line of a plan or of a refresh, wherever terraform breaks its warnings", async () => {
    const names = [
      "payments-\n::error::one",
      "payments-\r\n##[error]two",
      ...Array.from({ length: 18 }, (_, at) => `payments-${"x".repeat(at * 4)} ::error::three ##vso[task]four`),
    ];
    const seed = names.reduce(withRepository, builtinSeed);
    const at = await workspace({ seed });
    const commands = (text: string) => text.split("\n").filter((line) => /^[\s│|]*::|##\w*\[/.test(line));
    at.write(rules([leave, payments(`"${baseline}"`)]));
    for (const argv of [
      ["plan"],
      ["apply", "-auto-approve"],
      ["plan", "-refresh-only"],
      ["destroy", "-auto-approve"],
    ]) {
      const { code, stdout, stderr } = await at.raw.run(...argv);
      expect({ code, commands: commands(stdout + stderr) }).toEqual({ code: 0, commands: [] });
      if (argv[0] === "plan" && argv.length === 1) expect(stdout).toContain("\\u{3a}:error::three");
    }
  });
});

function withRepository(seed: Seed, name: string): Seed {
  const added = { id: stableId(name), name, provider_repo_id: 1, configuration_id: standard, enabled: true };
  const accounts = seed.accounts.map((each) =>
    each.account_id === acmeAccountId ? { ...each, repositories: [...(each.repositories ?? []), added] } : each,
  );
  return { ...seed, accounts };
}

describeWithTerraform("assignments that are imported", () => {
  test("by the account's id, with their declaration generated: there is nothing to do then", async () => {
    const at = await workspace({ profile: { order: "shuffled" } });
    at.write(`import {\n  to = ${routing}\n  id = "${acmeAccountId}"\n}\n`);
    expect(await at.terraform("plan", "-generate-config-out=made.tf")).toContain("Plan: 1 to import, 0 to add");
    await at.apply();
    await at.nothingToDo();
    expect(at.writes()).toEqual([]);
  });
});
