import { App, TerraformStack } from "cdktn";
import type { Construct } from "constructs";
import { Comment, Configuration, RepositoryAssignments, RiskLevel, ScanformProvider } from "scanform/cdktn";

/** The scan settings of the account "acme", and the assignment of its repositories. */
class Acme extends TerraformStack {
  constructor(scope: Construct) {
    super(scope, "acme");

    // The account and its key come from SCANFORM_BASE_URL and SCANFORM_API_KEY.
    new ScanformProvider(this, "scanform");

    // Exists already: scanform finds it by its name, and changes only what is declared here.
    // That sql-injection no longer blocks is reported as weakening, for a reviewer to notice.
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

    // The first matching rule wins.
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
