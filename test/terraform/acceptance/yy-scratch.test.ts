import { describeWithTerraform } from "../../support/terraform";
import { workspace } from "./workspace";
const show = async (at: Awaited<ReturnType<typeof workspace>>, ...argv: string[]) => {
  const r = await at.raw.run(...argv);
  console.log(argv.join(" "), r.code, r.stdout.replace(/[^]*for which|[^]*published\nreleases\./, "") + r.stderr);
};
describeWithTerraform("scratch", () => {
  test.each([1, 10])("address %s", async (n) => {
    const at = await workspace();
    const one = (a: string) => `resource "scanform_configuration" "${a}" {
  name = "x"
}
`;
    at.write(one("b"));
    await at.apply();
    await at.meddle(at.live("x").id, { risk_threshold: 3 });
    console.log(at.live("x"));
    at.write(one("a"));
    await show(at, "apply", "-auto-approve", `-parallelism=${n}`);
    console.log(at.live("x"));
    at.write(`resource "scanform_configurations" "all" { 
    configurations = { x = { name = "x" } }
}`);
    await show(at, "apply", "-auto-approve", `-parallelism=${n}`);
    console.log(at.live("x"));
  });
});
