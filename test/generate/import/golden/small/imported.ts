import { Construct } from "constructs";
import { Comment, Configuration, RepositoryAssignments } from "scanform/cdktn";

/** Configurations and routing as they were live when this was imported. */
export class ImportedAccount extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    const defaultConfiguration = new Configuration(this, "default", {
      name: "default",
      comment: Comment.ENABLED,
      analyzers: {
        secrets: { enabled: true, blocking: true },
        xss: { enabled: true },
      },
    });
    const docs = new Configuration(this, "docs", {
      name: "docs",
      comment: Comment.SILENT,
      analyzers: { secrets: { enabled: true, blocking: true } },
    });

    // The first rule that matches decides, for repositories created later too.
    const routing = new RepositoryAssignments(this, "routing");
    routing.addRule({
      configuration: defaultConfiguration,
      repositoryNames: ["api", "app", "website", "worker"],
    });
    routing.addRule({
      configuration: docs,
      repositoryNames: ["docs", "docs-search", "docs-theme"],
    });
  }
}
