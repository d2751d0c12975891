terraform {
  required_providers {
    scanform = {
      source  = "scanform/scanform"
      version = "~> 0.1"
    }
  }
}

locals {
  # One configuration for each team, by a key that stays when the name changes.
  teams = {
    docs     = { name = "team-docs", repositories = "docs-%", blocking = false }
    payments = { name = "team-payments", repositories = "payments-%", blocking = true }
    web      = { name = "team-web", repositories = "web-%", blocking = true }
  }
}

resource "scanform_configuration" "team" {
  for_each = local.teams

  name      = each.value.name
  analyzers = { secrets = { enabled = true, blocking = each.value.blocking } }

  lifecycle {
    create_before_destroy = true
  }
}

resource "scanform_repository_assignments" "routing" {
  rules = [
    for key, team in local.teams :
    { configuration_id = scanform_configuration.team[key].id, repository_pattern = team.repositories }
  ]
}
