import { App, TerraformStack, Testing } from "cdktf";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Configuration, Configurations, DataScanformRepository, Deepscan, FindingTriage, Removed, RepositoryAssignments, ScanformProvider, Repository } from "../../src/constructs";
import { problemsIn } from "../declaration/folder";
import { id } from "./synth";

type As = (props: object) => never;
const as = ((props: object) => props) as As;

test("dump", () => {
  const text = Testing.synthScope((stack) => {
    new ScanformProvider(stack, "scanform", as({ apiKey: "geheim", managedScope: "a", max_concurrency: 3 }));
    const strict = new Configuration(stack, "strict", as({ name: "strict", coment: "x", comment: "loud", dependsOn: "x", analyzers: { xss: { enabled: true, blokcing: true, riskLevel: "HIGH" }, ok: { enabled: true } }, codePolicies: [{ id: "no" }], notifications: { integrationNames: "chat" } }));
    strict.addAnalyzer("more", as({ enabled: "yes" }));
    strict.addCodePolicy(as({ id: "b" }));
    strict.notify("c");
    strict.importFrom("nope");
    strict.movedFrom("nope");
    const r = new RepositoryAssignments(stack, "routing", { rules: [as({ configuration: strict, repositoryPattern: 7 }), as(null as never), { configuration: id, repositoryPattern: "%" }] });
    r.addRule(as({ configuration: strict, repositoryPatern: "a" }));
    new Configurations(stack, "teams", as({ configurations: { a: null, b: { comment: "loud" }, c: {} } }));
    new FindingTriage(stack, "t", as({ findingId: "1", category: "x", justification: "", expire: "y" }));
    new DataScanformRepository(stack, "data", as({ nmae: "x" }));
    Repository.fromName(stack, "rep", 7 as never);
    Configuration.fromLookup(stack, "l", as({ nmae: "x" }));
    new Removed(stack, "rem", as({ from: 7 }));
    new Deepscan(stack, "d", as({ repositoryId: "api" }));
  });
  console.log(text);
});
