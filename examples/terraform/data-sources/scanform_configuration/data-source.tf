data "scanform_configuration" "baseline" {
  name = "default"
}

output "analyzers_of_baseline" {
  value = data.scanform_configuration.baseline.analyzers
}
