data "scanform_analyzer" "secrets" {
  slug = "secrets"
}

output "what_it_looks_for" {
  value = data.scanform_analyzer.secrets.description
}
