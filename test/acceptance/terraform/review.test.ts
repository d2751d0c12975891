import { describeWithTerraform } from "../../support/terraform";
import { repositoryNamed, type Workspace, workspace } from "./workspace";

// What a review says of each change is tested without terraform: review/review.test.ts.

const strict = "scanform_configuration.strict";
const routing = "scanform_repository_assignments.routing";

/** A configuration, and rules that give it repositories. */
const declared = (name: string, inside: string, repositories: readonly string[] = []): string => `
resource "scanform_configuration" "${name}" {
  name = "${name}"
  ${inside}
}
${repositories.length === 0 ? "" : routed(`scanform_configuration.${name}.id`, repositories)}`;

const routed = (to: string, repositories: readonly string[]): string => `
resource "scanform_repository_assignments" "routing" {
  rules = [{ configuration_id = ${to}, repository_names = ${JSON.stringify(repositories)} }]
}
`;
const blocking = (value: boolean): string =>
  `analyzers = { secrets = { enabled = true, blocking = ${String(value)} } }`;

interface PlannedChange {
  readonly address: string;
  readonly change: {
    readonly after: { readonly review?: unknown } | null;
    readonly after_unknown: { readonly review?: unknown };
  };
}

/** Plans into `saved`. @returns each planned change by its address */
async function planned(at: Workspace): Promise<ReadonlyMap<string, PlannedChange["change"]>> {
  await at.terraform("plan", "-out", "saved");
  const { stdout } = await at.raw.run("show", "-json", "saved");
  const { resource_changes: all } = JSON.parse(stdout) as { readonly resource_changes: readonly PlannedChange[] };
  return new Map(all.map(({ address, change }) => [address, change]));
}

const nothing = { weaker: [], stronger: [], unclassified: [] };

describeWithTerraform("the review of a plan", () => {
  test("is the same in the plan, the apply and the state, whatever somebody else does meanwhile", async () => {
    const at = await workspace();
    at.write(declared("strict", blocking(true), ["checkout", "docs-site"]));
    const made = await planned(at);
    expect(made.get(strict)?.after?.review).toMatchObject({ ...nothing, unclassified: [expect.any(String)] });
    // the target is known only after apply
    expect(made.get(routing)?.after_unknown.review).toBe(true);
    await at.terraform("apply", "saved");
    expect(at.state(routing)?.["review"]).toEqual({
      moves: [`not assigned before -> ${at.live("strict").id} (rule 1)`],
    });
    await at.nothingToDo();

    at.write(declared("strict", blocking(false), ["checkout", "docs-site"]));
    const changes = await planned(at);
    const review = { ...nothing, weaker: ["secrets: no longer blocks pull requests"] };
    expect(changes.get(strict)?.after?.review).toEqual(review);
    await at.meddle(at.live("strict").id, { comment: "enabled" });
    await at.elsewhere("POST", "/configurations/assign_repositories", {
      configuration_id: at.live("strict").id,
      repository_ids: [repositoryNamed("payments-api")],
    });
    await at.terraform("apply", "saved");
    expect(at.live("strict").settings).toMatchObject({
      comment: "enabled",
      analyzers: { secrets: { blocking: false } },
    });
    expect(at.state(strict)?.["review"]).toEqual(review);
    await at.nothingToDo();
  });

  test("has the moves, which a saved plan makes only while the repositories are where the state has them", async () => {
    const at = await workspace();
    const both = (to: string): string =>
      declared("strict", blocking(true)) +
      declared("lax", blocking(false)) +
      routed(`scanform_configuration.${to}.id`, ["checkout", "docs-site"]);
    at.write(both("strict"));
    await at.apply();
    at.write(both("lax"));
    const [before, after] = [at.live("strict").id, at.live("lax").id];
    const review = { moves: [`${before} -> ${after} (rule 1)`] };
    const plan = await at.terraform("plan", "-out", "saved");
    expect(plan).toMatch(
      new RegExp(`Warning: Routing weakens 2 repositories, .*"strict" \\(${before}\\) -> "lax" \\(${after}\\)`),
    );
    await at.elsewhere("POST", "/configurations/assign_repositories", {
      configuration_id: after,
      repository_ids: [repositoryNamed("checkout")],
    });
    at.forget();
    const refused = await at.exits(1, "apply", "saved");
    expect(refused).toContain("Error: Somebody else has changed this since it was planned");
    expect(refused).not.toContain("inconsistent");
    expect(at.writes()).toEqual([]);
    expect((await planned(at)).get(routing)?.after?.review).toEqual(review);
    await at.terraform("apply", "saved");
    expect(at.state(routing)?.["review"]).toEqual(review);
    await at.nothingToDo();
  });
});
