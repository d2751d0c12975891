import type { FileTexts } from "./project-files";

/**
 * What terraform needs besides the resources.
 *
 * @param constraint of the provider's version
 * @param accountId a UUID; without it, SCANFORM_ACCOUNT_ID or the key says which account is meant
 */
export const hclFiles = (constraint: string, accountId?: string): FileTexts => ({
  "main.tf": `terraform {
  required_providers {
    scanform = {
      source  = "scanform/scanform"
      version = "${constraint}"
    }
  }
}

${
  accountId === undefined
    ? `# The account and its key come from SCANFORM_BASE_URL and SCANFORM_API_KEY.
provider "scanform" {}
`
    : `# The service and its key come from SCANFORM_BASE_URL and SCANFORM_API_KEY.
${providerBlock(accountId)}`
}`,
});

/** The provider block of an account. @param accountId a UUID */
export const providerBlock = (accountId: string): string => `provider "scanform" {
  account_id = "${accountId}"
}
`;

/** What programs make: packages, the providers, the state, saved plans. */
export const hclGitignore = `node_modules/
.terraform/
*.tfstate
*.tfstate.*
*.tfplan
*.plan
`;
