data "scanform_configurations" "teams" {
  name_pattern = "team-%"
}

output "ids_of_teams" {
  value = { for each in data.scanform_configurations.teams.configurations : each.name => each.id }
}
