import { accountComment, type FileTexts, type NamedAccount } from "./project-files";

/**
 * What terraform needs besides the resources.
 *
 * @param constraint of the provider's version
 * @param account without it, SCANFORM_ACCOUNT_ID or the key says which account is meant
 */
export const hclFiles = (constraint: string, account?: NamedAccount): FileTexts => ({
  "main.tf": `terraform {
  required_providers {
    scanform = {
      source  = "scanform/scanform"
      version = "${constraint}"
    }
  }
}

${
  account === undefined
    ? `# The account and its key come from SCANFORM_BASE_URL and SCANFORM_API_KEY.
provider "scanform" {}
`
    : `# The service and its key come from SCANFORM_BASE_URL and SCANFORM_API_KEY.
${providerBlock(account)}`
}`,
});

/** The provider block of an account, with the account's name in a comment. */
export const providerBlock = (account: NamedAccount): string => `${accountComment("#", account)}provider "scanform" {
  account_id = "${account.id}"
}
`;

/** What programs make: packages, the providers, the state, what scanform keeps, journals, saved plans. */
export const hclGitignore = `node_modules/
.terraform/
.scanform/
*.journal
*.tfstate
*.tfstate.*
*.tfplan
*.plan
`;
