import { describeWithTerraform } from "../../support/terraform";
import { reattachedWorkspace as workspace } from "./workspace";

const strict = `resource "scanform_configuration" "strict" {
  name    = "strict"
  comment = "enabled"
}
`;

/** A configuration, and what gives it a repository. */
const made = (name: string): string => `resource "scanform_configuration" "${name}" {
  name = "${name}"
  lifecycle {
    create_before_destroy = true
  }
}
`;
const routed = (name: string): string => `resource "scanform_repository_assignments" "routing" {
  rules = [{ repository_names = ["docs-site"], configuration_id = scanform_configuration.${name}.id }]
}
`;

describeWithTerraform("among resources", () => {
  test("those that depend on one another are done in one apply", async () => {
    const at = await workspace();
    at.write(`${strict}
resource "scanform_configuration" "next" {
  name    = "after-\${scanform_configuration.strict.name}"
  comment = scanform_configuration.strict.comment
  analyzers = { for each in data.scanform_analyzers.all.analyzers : each.slug => { enabled = true } }
}
resource "scanform_configuration" "last" {
  name       = "last-\${scanform_configuration.next.id}"
  depends_on = [scanform_repository_assignments.routing]
}
data "scanform_analyzers" "all" {}
resource "scanform_repository_assignments" "routing" {
  rules = [
    { repository_names = ["docs-site"], configuration_id = scanform_configuration.next.id },
    { repository_pattern = "docs%", configuration_id = scanform_configuration.strict.id },
  ]
}
`);
    await at.apply();
    await at.nothingToDo();
    expect(at.names()).toHaveLength(5);
  });

  test("with create_before_destroy a repository has moved before its configuration goes", async () => {
    const at = await workspace();
    at.write(made("old") + made("new") + routed("old"));
    await at.apply();
    const { id } = at.live("old");
    at.forget();
    at.write(made("new") + routed("new"));
    expect(await at.apply()).toContain('Warning: "old" is destroyed, and ');
    expect(at.writes()).toEqual(["POST /configurations/assign_repositories", `DELETE /configurations/${id}`]);
    await at.nothingToDo();
  });
});
