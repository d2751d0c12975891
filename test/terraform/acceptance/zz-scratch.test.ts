import { describeWithTerraform } from "../../support/terraform";
import { workspace } from "./workspace";
const show = async (at: Awaited<ReturnType<typeof workspace>>, ...argv: string[]) => {
  const r = await at.raw.run(...argv);
  console.log(argv.join(" "), r.code, r.stdout.replace(/[^]*for which|[^]*published\nreleases\./, "") + r.stderr);
};
describeWithTerraform("scratch", () => {
  test("dup", async () => {
    const at = await workspace();
    at.write(`resource "scanform_configuration" "a" {
  name = "x"
}
resource "scanform_configuration" "b" {
  name = "x"
  comment = "silent"
}`);
    await show(at, "plan");
    at.write(`resource "scanform_configuration" "a" {
  name = "x"
}
`);
    await at.apply();
    at.write(`resource "scanform_configuration" "a" {
  name = "y"
}
resource "scanform_configuration" "b" {
  name = "x"
}
`);
    await show(at, "plan");
    at.write(`resource "scanform_configuration" "a" {
  name = "x"
}
`);
    await at.terraform("taint", "scanform_configuration.a");
    await show(at, "apply", "-auto-approve");
    await show(at, "plan");
    console.log(at.names());
  });
});
