import { App, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { Comment, Configuration, RepositoryAssignments, RiskLevel, ScanformProvider } from "scanform/cdktf";

/** The scan settings of the account "acme", and which repository gets which. */
class Acme extends TerraformStack {
  constructor(scope: Construct) {
    super(scope, "acme");

    // Which account, and the key to it, come from SCANFORM_BASE_URL and SCANFORM_API_KEY.
    new ScanformProvider(this, "scanform");

    // Exists already: scanform finds it by its name, and changes only what is declared here.
    // That sql-injection no longer blocks is for a reviewer to notice: the plan says that it weakens.
    const baseline = new Configuration(this, "baseline", {
      name: "baseline",
      comment: Comment.ENABLED,
      analyzers: {
        "sql-injection": { enabled: true, blocking: false },
        secrets: { enabled: true, blocking: true },
      },
    });

    const strict = new Configuration(this, "strict", { name: "strict", comment: Comment.ENABLED, riskThreshold: 3 });
    strict.addAnalyzer("sql-injection", { enabled: true, blocking: true, riskLevel: RiskLevel.HIGH });
    for (const slug of ["secrets", "xss", "ssrf"]) strict.addAnalyzer(slug, { enabled: true, blocking: true });
    strict.notify("appsec-chat");

    // The first rule that matches a repository decides.
    new RepositoryAssignments(this, "routing", {
      rules: [
        { repositoryNames: ["legacy-monolith"], leave: true },
        { repositoryPattern: "payments-%", configuration: strict },
        { repositoryPattern: "%", configuration: baseline },
      ],
    });
  }
}

const app = new App();
new Acme(app);
app.synth();
