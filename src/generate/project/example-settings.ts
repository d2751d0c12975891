import type { DeclaredConstruct } from "./declared-construct";
import type { Framework } from "./frameworks";

export const exampleConstruct: DeclaredConstruct = {
  fileName: "settings.ts",
  className: "ScanSettings",
  id: "settings",
};

/** `settings.ts`: a declaration to begin with, which fits the account of `scanform emulator`. */
export const exampleSettings = (framework: Framework): string => `import { Construct } from "constructs";
import { Comment, Configuration, RepositoryAssignments } from "scanform/${framework}";

/** How the repositories of the account are scanned. What is not declared stays as it is in the service. */
export class ${exampleConstruct.className} extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    const strict = new Configuration(this, "strict", {
      name: "strict",
      comment: Comment.ENABLED,
      analyzers: {
        "sql-injection": { enabled: true, blocking: true },
        secrets: { enabled: true, blocking: true },
      },
    });

    // The first rule that matches a repository decides, for repositories created later too.
    new RepositoryAssignments(this, "routing", {
      rules: [{ configuration: strict, repositoryPattern: "payments-%" }],
    });
  }
}
`;
