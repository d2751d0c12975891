import { Fn, Testing, TerraformStack, TerraformVariable } from "cdktf";
import {
  Analyzer,
  CodePolicy,
  Configuration,
  Deepscan,
  FindingTriage,
  Presets,
  Removed,
  Repository,
  RepositoryAssignments,
  ScanformProvider,
} from "../../../src/constructs";
import { builtinSeed } from "../../../src/emulator";
import { describeWithTerraform } from "../../support/terraform";
import { declare, untriaged } from "./declare";
import { workspace } from "./workspace";

const title = builtinSeed.accounts[0]?.custom_policies?.[0]?.title ?? "";

describeWithTerraform("constructs", () => {
  test("of every kind, with lookups and extensions, are applied and then there is nothing to do", async () => {
    const at = await workspace();
    const finding = await untriaged(at);
    declare(at, (stack) => {
      const policy = CodePolicy.fromTitle(stack, "policy", title);
      const { slug } = Analyzer.fromSlug(stack, "secrets", "secrets");
      const base = new Configuration(stack, "base", {
        name: "base",
        analyzers: { [slug]: { enabled: true } },
        codePolicies: { [policy.codePolicyId]: { enabled: true } },
      });
      Configuration.extend(stack, "extended", base, { name: "extended", riskThreshold: 3 });
      const payments = new Configuration(stack, "payments", { name: "payments", ...Presets.strict(["secrets"]) });
      const checkout = Repository.fromName(stack, "checkout", "checkout");
      new RepositoryAssignments(stack, "routing", {
        rules: [{ repositoryIds: [checkout.repositoryId], configuration: payments }],
      });
      new Deepscan(stack, "release", { repositoryId: checkout.repositoryId, triggers: { release: "1" } });
      new FindingTriage(stack, "decided", {
        findingId: finding,
        category: "in_progress",
        justification: "Somebody works on it.",
        expires: "2999-12-31",
      });
    });
    await at.apply();
    await at.nothingToDo();
    expect(at.live("extended").settings).toMatchObject({
      risk_threshold: 3,
      analyzers: { secrets: { enabled: true } },
      code_policies: [{ enabled: true }],
    });
    expect(at.live("payments").settings).toEqual({
      analyzers: { secrets: { enabled: true, silent: false, blocking: true } },
    });
  });

  test("that move, are forgotten and are imported change nothing in the service", async () => {
    const at = await workspace();
    declare(at, (stack) => {
      new Configuration(stack, "old", { name: "one", comment: "silent" });
      new Configuration(stack, "gone", { name: "two", comment: "silent" });
      new Configuration(stack, "team", { name: "three", comment: "silent" });
    });
    await at.apply();
    const { id } = at.live("three");
    at.forget();
    declare(at, (stack) => {
      new Configuration(stack, "new", { name: "one", comment: "silent" }).movedFrom("scanform_configuration.old");
      new Removed(stack, "gone", { from: "scanform_configuration.gone" });
      new Removed(stack, "team", { from: "scanform_configuration.team" });
      new Configuration(stack, "three", { name: "three", comment: "silent" }).importFrom(id);
    });
    await at.apply();
    expect(at.writes()).toEqual([]);
    expect(at.names()).toEqual(expect.arrayContaining(["one", "two", "three"]));
    await at.nothingToDo();
  });

  test("terraform rejects problems that no validation has reported, with place and problem", async () => {
    const at = await workspace();
    const mistakes = (stack: TerraformStack): void => {
      new Configuration(stack, "strict", {
        name: "strict",
        analyzers: { secrets: { enabled: true, blokcing: true } as never },
      });
      new Configuration(stack, "lax", { name: "lax", riskThreshold: "3" as never });
    };
    // terraform converts the text, and knows nothing of a leaf that it has no name for
    const acme = new TerraformStack(Testing.app(), "stack");
    new ScanformProvider(acme, "scanform");
    mistakes(acme);
    at.write(Testing.synth(acme), "main.tf.json");
    at.write("", "versions.tf");
    const said = await at.exits(1, "validate");
    expect(said).toContain('"refused by scanform: \\"stack/strict\\": analyzers.secrets.blokcing cannot be set here.');
    expect(said).toContain('"refused by scanform: \\"stack/lax\\": riskThreshold is \\"3\\", and must be');
    expect(at.writes()).toEqual([]);
  });

  test("with tokens become what Terraform makes of lists, maps and rules that only it knows", async () => {
    const at = await workspace();
    declare(at, (stack) => {
      const files = new TerraformVariable(stack, "files", { type: "list(string)", default: ["vendor/**"] });
      const both = Fn.concat([files.listValue, ["test/**"]]) as never;
      const strict = new Configuration(stack, "strict", {
        name: "strict",
        comment: "silent",
        analyzers: { "sql-injection": { enabled: true, riskLevel: "high", excludes: both } },
        notifications: { integrationNames: files.listValue },
      });
      strict.notify("appsec-chat");
      new Configuration(stack, "merged", {
        name: "merged",
        analyzers: Fn.merge([{ secrets: { enabled: true } }, { xss: { enabled: false } }]) as never,
      });
      new RepositoryAssignments(stack, "routing", {
        rules: [{ configuration: strict.configurationId, repositoryNames: Fn.distinct(["checkout", "checkout"]) }],
      });
    });
    await at.apply();
    await at.nothingToDo();
    expect(at.live("strict").settings).toEqual({
      comment: "silent",
      analyzers: { "sql-injection": { enabled: true, risk_level: "high", excludes: ["test/**", "vendor/**"] } },
      notifications: { enabled: true, integrationNames: ["appsec-chat", "vendor/**"] },
    });
    expect(at.live("merged").settings).toEqual({
      analyzers: { secrets: { enabled: true }, xss: { enabled: false } },
    });
  });
});
