import { describeWithTerraform } from "../../support/terraform";
import { workspace } from "./workspace";

// What comes of each reading of the specification is tested without terraform: test/soak/endless-diffs.test.ts.

/** One that loses a pattern, and two that change alike. */
const declared = (patterns: string, comment: string): string => `resource "scanform_configuration" "strict" {
  name      = "strict"
  analyzers = { secrets = { enabled = true, excludes = [${patterns}] } }
}

resource "scanform_configuration" "plain" {
  for_each = toset(["plain", "other"])
  name     = each.key
  comment  = "${comment}"
}
`;

describeWithTerraform("where no request brings about what is declared", () => {
  test("an apply says so at the resource, others are done, and the plan shows what is left", async () => {
    const at = await workspace({
      profile: { patch_merge: "deep", bulk_merge: "deep", put_omitted: "merged", deep_lists: "merged" },
    });
    at.write(declared('"test/**", "docs/**"', "silent"));
    await at.apply();
    at.write(declared('"docs/**"', "disabled"));
    const said = await at.exits(1, "apply", "-auto-approve");
    expect(said).toContain("The service does not hold what was applied with scanform_configuration.strict");
    expect(said).toContain('analyzers["secrets"].excludes: expected ["docs/**"], found');
    expect(["plain", "other"].map((name) => at.live(name).settings["comment"])).toEqual(["disabled", "disabled"]);
    const left = await at.somethingToDo();
    expect(left).toContain("# scanform_configuration.strict will be updated in-place");
    expect(left).not.toMatch(/scanform_configuration.plain\S* will/);
  });
});
