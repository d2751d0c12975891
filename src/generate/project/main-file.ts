import { type DeclaredConstruct, importOf, usageOf } from "./declared-construct";
import type { Framework } from "./frameworks";

/**
 * `main.ts`: the app that `scanform plan` runs.
 *
 * @param accountId a UUID; without it, SCANFORM_ACCOUNT_ID or the key says which account is meant
 */
export function mainFile(framework: Framework, declared: DeclaredConstruct, accountId?: string): string {
  const [comment, props] =
    accountId === undefined
      ? ["The account and its key come from SCANFORM_BASE_URL and SCANFORM_API_KEY.", ""]
      : [
          "The service and its key come from SCANFORM_BASE_URL and SCANFORM_API_KEY.",
          `, { accountId: "${accountId}" }`,
        ];
  return `import { App, TerraformStack } from "${framework}";
import { ScanformProvider } from "scanform/${framework}";
${importOf(declared)}

const app = new App();
const stack = new TerraformStack(app, "account");

// ${comment}
new ScanformProvider(stack, "scanform"${props});
${usageOf(declared, "stack")}

app.synth();
`;
}
