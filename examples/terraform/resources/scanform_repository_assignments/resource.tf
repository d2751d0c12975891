data "scanform_configuration" "baseline" {
  name = "default"
}

resource "scanform_configuration" "strict" {
  name      = "strict"
  analyzers = { secrets = { enabled = true, blocking = true } }

  lifecycle {
    create_before_destroy = true
  }
}

# The first rule that matches a repository decides.
resource "scanform_repository_assignments" "routing" {
  rules = [
    { repository_names = ["legacy-monolith"], leave = true },
    { repository_pattern = "payments-%", configuration_id = scanform_configuration.strict.id },
    { repository_pattern = "%", configuration_id = data.scanform_configuration.baseline.id },
  ]
}
