resource "scanform_configurations" "teams" {
  configurations = {
    for key, each in local.configurations : key => {
      name      = each.name
      analyzers = { secrets = { enabled = true, blocking = each.blocking } }
    }
  }
}

# For one apply: terraform forgets the single ones, and the collection takes them over by their ids.
removed {
  from = scanform_configuration.team
  lifecycle {
    destroy = false
  }
}

data "scanform_configurations" "live" {}

locals {
  ids = { for each in data.scanform_configurations.live.configurations : each.name => each.id }
}

import {
  to = scanform_configurations.teams
  id = join(",", [for key, each in local.configurations : "${key}=${local.ids[each.name]}"])
}
