resource "scanform_configuration" "team" {
  for_each = local.configurations

  name      = each.value.name
  analyzers = { secrets = { enabled = true, blocking = each.value.blocking } }
}
