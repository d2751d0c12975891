# The account of the provider.
data "scanform_account" "this" {}

output "account" {
  value = data.scanform_account.this.name
}
