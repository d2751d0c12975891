terraform {
  required_providers {
    scanform = { source = "scanform/scanform" }
  }
}

provider "scanform" {}

resource "scanform_configuration" "strict" {
  name    = "strict"
  comment = "enabled"
  analyzers = {
    secrets         = { enabled = true, blocking = true }
    "sql-injection" = { enabled = true, blocking = true, risk_level = "high" }
  }

  lifecycle {
    create_before_destroy = true
  }
}

resource "scanform_repository_assignments" "routing" {
  rules = [
    { repository_names = ["legacy-monolith"], leave = true },
    { repository_pattern = "payments-%", configuration_id = scanform_configuration.strict.id },
  ]
}
