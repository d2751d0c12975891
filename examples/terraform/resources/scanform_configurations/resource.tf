locals {
  teams = toset(["payments", "search", "web"])
}

resource "scanform_configurations" "teams" {
  configurations = {
    for team in local.teams : team => {
      name    = "team-${team}"
      comment = "enabled"
      analyzers = {
        secrets       = { enabled = true, blocking = true }
        sql-injection = { enabled = true, blocking = team == "payments" }
      }
    }
  }
}

output "payments" {
  value = scanform_configurations.teams.configurations["payments"].id
}
