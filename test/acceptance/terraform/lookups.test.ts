import { builtinSeed, type Seed } from "../../../src/emulator";
import { describeWithTerraform } from "../../support/terraform";
import { configurationNamed, reattachedWorkspace as workspace } from "./workspace";

const [acme] = builtinSeed.accounts;

/** The account with two custom policies of one title. */
const policy = acme?.custom_policies?.[0];
const twinId = "11111111-1111-4111-8111-000000000001";
const withTwins: Seed = {
  ...builtinSeed,
  accounts: builtinSeed.accounts.map((each) =>
    each !== acme || policy === undefined
      ? each
      : { ...each, custom_policies: [...(each.custom_policies ?? []), { ...policy, id: twinId }] },
  ),
};

const title = policy?.title ?? "";
const byTitle = `data "scanform_custom_policy" "it" {
  title = "${title}"
}
`;

describeWithTerraform("a lookup", () => {
  test("finds one object of each kind, in the order of what depends on it", async () => {
    const at = await workspace();
    at.write(`${byTitle}
      data "scanform_account" "this" {}
      data "scanform_analyzer" "secrets" {
        slug = "secrets"
      }
      data "scanform_configuration" "baseline" {
        name = "baseline"
      }
      data "scanform_repository" "docs" {
        name = "docs-site"
      }
      resource "scanform_repository_assignments" "docs" {
        rules = [{
          configuration_id = data.scanform_configuration.baseline.id
          repository_ids   = [data.scanform_repository.docs.id]
        }]
      }
      output "found" {
        value = join(" ", [
          data.scanform_custom_policy.it.id, data.scanform_account.this.id, data.scanform_analyzer.secrets.slug,
        ])
      }
    `);
    await at.apply();
    const found = [policy?.id, acme?.account_id, "secrets"].join(" ");
    expect(await at.terraform("output", "found")).toContain(found);
    expect(at.state("scanform_repository_assignments.docs")).toMatchObject({
      rules: [{ configuration_id: configurationNamed("baseline") }],
    });
    await at.nothingToDo();
  });

  test("of what two share is an error that names both ids, and one of them can be given", async () => {
    const at = await workspace({ seed: withTwins });
    at.write(byTitle);
    const said = await at.exits(1, "plan");
    expect(said).toContain("Error: More than one custom policy has this title");
    expect(said).toContain(`There are 2 with the title "${title}": "${policy?.id ?? ""}" and "${twinId}".`);
    at.write(`data "scanform_custom_policy" "it" {\n  id = "${twinId}"\n}\n`);
    await at.apply();
    expect(await at.terraform("state", "show", "data.scanform_custom_policy.it")).toContain(title);
  });
});
