data "scanform_accounts" "all" {}

output "accounts" {
  value = data.scanform_accounts.all.accounts
}
