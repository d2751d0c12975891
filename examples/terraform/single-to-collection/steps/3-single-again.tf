resource "scanform_configuration" "team" {
  for_each = local.configurations

  name      = each.value.name
  analyzers = { secrets = { enabled = true, blocking = each.value.blocking } }
}

# For one apply: terraform forgets the collection, and the single ones take over by their ids.
removed {
  from = scanform_configurations.teams
  lifecycle {
    destroy = false
  }
}

data "scanform_configurations" "live" {}

locals {
  ids = { for each in data.scanform_configurations.live.configurations : each.name => each.id }
}

import {
  for_each = local.configurations
  to       = scanform_configuration.team[each.key]
  id       = local.ids[each.value.name]
}
