data "scanform_custom_policy" "plaintext" {
  title = "No plaintext secrets"
}

output "policy" {
  value = data.scanform_custom_policy.plaintext.id
}
