data "scanform_custom_policy" "plaintext" {
  title = "No plaintext secrets"
}

# The policy by its title, in place of its id.
output "policy" {
  value = data.scanform_custom_policy.plaintext.id
}
