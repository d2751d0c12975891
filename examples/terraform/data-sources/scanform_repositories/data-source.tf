data "scanform_repositories" "payments" {
  name_pattern = "payments-%"
  enabled      = true
}

output "payments" {
  value = data.scanform_repositories.payments.repositories[*].name
}
