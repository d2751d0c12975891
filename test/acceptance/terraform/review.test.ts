import { describeWithTerraform } from "../../support/terraform";
import { repositoryNamed, type Workspace, workspace } from "./workspace";

// In which order resources are planned and applied is tested without terraform: review/order-of-resources.test.ts.

const strict = "scanform_configuration.strict";
const routing = "scanform_repository_assignments.routing";

/** A configuration, and rules that give it repositories. */
const declared = (name: string, inside: string, repositories: readonly string[]): string => `
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
    readonly actions: readonly string[];
    readonly after: { readonly review?: { readonly weakens: number; readonly [name: string]: unknown } } | null;
    readonly after_unknown: { readonly review?: unknown };
  };
}

/** Plans into `saved`. @returns each planned change by its address */
async function planned(
  at: Workspace,
  ...flags: readonly string[]
): Promise<ReadonlyMap<string, PlannedChange["change"]>> {
  await at.terraform("plan", "-out", "saved", ...flags);
  const { code, stdout } = await at.raw.run("show", "-json", "saved");
  expect(code).toBe(0);
  const { resource_changes: all } = JSON.parse(stdout) as { readonly resource_changes: readonly PlannedChange[] };
  return new Map(all.map(({ address, change }) => [address, change]));
}

/** A policy, as one is written over `terraform show -json`: the addresses that it denies. */
const denied = (changes: ReadonlyMap<string, PlannedChange["change"]>): readonly string[] =>
  [...changes].flatMap(([address, { actions, after, after_unknown: unknown }]) =>
    !actions.includes("no-op") && ((after?.review?.weakens ?? 0) > 0 || unknown.review === true) ? [address] : [],
  );

describeWithTerraform("the review of a plan", () => {
  test("counts who has the configuration, is what a policy reads, and is applied only while it holds", async () => {
    const at = await workspace();
    at.write(declared("strict", blocking(true), ["checkout", "docs-site"]));
    const made = await planned(at);
    expect(made.get(strict)?.after?.review).toMatchObject({ weakens: 0, unclassified: 0, strengthens: 0, details: [] });
    // the target is known only after apply
    expect(made.get(routing)?.after_unknown.review).toBe(true);
    await at.terraform("apply", "saved");
    expect(at.state(routing)).toMatchObject({ review: { details: expect.anything() as unknown } });
    await at.nothingToDo();

    at.write(declared("strict", blocking(false), ["checkout", "docs-site"]));
    const changes = await planned(at);
    expect(denied(changes)).toEqual([strict]);
    const review = {
      weakens: 2,
      unclassified: 0,
      strengthens: 0,
      summary: "weakens 2 repositories",
      details: [
        '2 repositories, which have "strict": "checkout" and "docs-site"',
        "  weaker: secrets no longer blocks pull requests (true -> false)",
      ],
    };
    expect(changes.get(strict)?.after?.review).toEqual(review);
    await at.meddle(at.live("strict").id, { comment: "enabled" });
    await at.elsewhere("POST", "/configurations/assign_repositories", {
      configuration_id: at.live("strict").id,
      repository_ids: [repositoryNamed("payments-api")],
    });
    const { code, stderr } = await at.raw.run("apply", "-no-color", "saved");
    expect([code, stderr]).toEqual([1, expect.stringMatching(/inconsistent final plan[^]*review/)]);
    expect(at.live("strict").settings).toMatchObject({ analyzers: { secrets: { blocking: true } } });

    const again = await planned(at);
    expect(again.get(strict)?.after?.review).toMatchObject({ weakens: 3, summary: "weakens 3 repositories" });
    await at.terraform("apply", "saved");
    expect(at.state(strict)).toMatchObject({ review: again.get(strict)?.after?.review });
    await at.nothingToDo();
  });

  test("the review of a configuration that is only renamed is zeros, also after a change that weakened", async () => {
    const at = await workspace();
    at.write(declared("strict", blocking(true), ["checkout"]));
    await at.apply();
    at.write(declared("strict", blocking(false), ["checkout"]));
    await at.apply();
    expect(at.state(strict)).toMatchObject({ review: { weakens: 1 } });
    at.write(declared("strict", blocking(false), ["checkout"]).replace('name = "strict"', 'name = "renamed"'));
    const changes = await planned(at);
    const nothing = { weakens: 0, unclassified: 0, strengthens: 0, details: [] };
    expect(changes.get(strict)?.after?.review).toMatchObject(nothing);
    await at.terraform("apply", "saved");
    expect(at.state(strict)).toMatchObject({ review: nothing });
    await at.nothingToDo();
  });

  test("the review of repositories that move is unknown while their target changes, and then reports the outcome", async () => {
    const at = await workspace();
    const both = (value: boolean, to: string): string =>
      declared("strict", blocking(value), []) + declared("lax", blocking(value), []) + routed(to, ["checkout"]);
    at.write(both(true, `${strict}.id`));
    await at.apply();
    at.write(both(false, "scanform_configuration.lax.id"));
    const changes = await planned(at);
    expect(changes.get(routing)?.after_unknown.review).toBe(true);
    expect(changes.get(strict)?.after?.review).toMatchObject({ weakens: 1 });
    expect(denied(changes)).toEqual([strict, routing]);
    await at.meddle(at.live("strict").id, { comment: "enabled" });
    await at.meddle(at.live("lax").id, { risk_threshold: 4 });
    await at.terraform("apply", "saved");
    expect(at.state(routing)).toMatchObject({
      review: {
        weakens: 1,
        unclassified: 0,
        details: [
          '1 repository, "strict" -> "lax" (rule 1): "checkout"',
          expect.stringMatching(/^ {2}weaker: .*secrets no longer blocks pull requests \(true -> false\)$/),
          // what somebody else has set by then
          "  unclassified: risk_threshold (not set -> 4)",
        ],
      },
    });
    await at.nothingToDo();

    at.write(both(false, `${strict}.id`));
    // what somebody else has set in "lax" goes with it
    expect((await planned(at)).get(routing)?.after?.review).toMatchObject({ weakens: 0, unclassified: 1 });
  });
});
