import { App, TerraformStack } from "cdktf";
import { Configuration, Removed, ScanformProvider } from "../../src/constructs";
import { at, folder, read, readOne } from "./folder";

test("moved blocks are no matter of the CLI, and removed ones are said to do nothing", () => {
  const outdir = folder({});
  const app = new App({ outdir });
  const stack = new TerraformStack(app, "acme");
  new ScanformProvider(stack, "scanform");
  new Configuration(stack, "strict", { name: "strict" }).movedFrom("scanform_configuration.old");
  new Removed(stack, "gone", { from: "scanform_configuration.gone", destroy: true });
  app.synth();
  const { desired, diagnostics } = readOne(outdir);
  expect(desired.configurations).toHaveLength(1);
  expect(diagnostics).toMatchObject([{ code: "resource-unsupported", severity: "warning" }]);
  expect(diagnostics[0]?.detail).toContain("The CLI has no state to forget scanform_configuration.gone from.");
});

test("each removed block is named with its place", () => {
  const removed = [{ from: "null_resource.a" }, { from: "scanform_configuration.gone" }];
  const said = read({ resource: { scanform_configuration: { strict: { name: "strict" } } }, removed }).diagnostics;
  expect(said.map(({ code, address, path }) => ({ code, address, path }))).toEqual([
    { code: "resource-unsupported", address: "scanform_configuration.gone", path: at("/removed/1") },
  ]);
});

test("removed blocks of other providers, and in the short form, are read", () => {
  const configuration = { scanform_configuration: { strict: { name: "strict" } } };
  const provider = { scanform: [{}] };
  const codes = (removed: unknown) =>
    read({ provider, resource: configuration, removed }).diagnostics.map(({ code }) => code);
  expect(codes([{ from: "null_resource.a" }])).toEqual([]);
  expect(codes({ from: "scanform_configuration.gone" })).toEqual(["resource-unsupported"]);
});
