// An app of many configurations, made with scanform's constructs or with the generated bindings they stand on.
// Arguments: `constructs` or `bindings`, the number of configurations, and the folder to write to.
const { App, TerraformStack } = require("cdktf");
const { Configuration, l1, ScanformProvider } = require("../dist/constructs");

const analyzersEach = 20;
const [kind, count, outdir] = process.argv.slice(2);

const settings = (at) => ({
  name: `team-${at}`,
  comment: "enabled",
  riskThreshold: at % 7,
  analyzers: Object.fromEntries(
    Array.from({ length: analyzersEach }, (_, each) => [
      `analyzer-${each}`,
      { enabled: true, blocking: each % 2 === 0, riskLevel: "high", excludes: ["test/**"] },
    ]),
  ),
});

const app = new App({ outdir });
const stack = new TerraformStack(app, "bench");
const plain = kind === "bindings";
const [Provider, Resource] = plain
  ? [l1.provider.ScanformProvider, l1.configuration.Configuration]
  : [ScanformProvider, Configuration];
new Provider(stack, "scanform", {});
for (let at = 0; at < Number(count); at += 1) new Resource(stack, `team-${at}`, settings(at));
app.synth();
