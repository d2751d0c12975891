# Needs neither a key nor the service.

mock_provider "scanform" {
  source = "./mocks"
}

run "the_secrets_analyzer_blocks" {
  command = plan

  assert {
    condition     = scanform_configuration.strict.analyzers["secrets"].blocking
    error_message = "The strict configuration must let secrets block."
  }
}

run "payments_are_strict" {
  assert {
    condition     = scanform_repository_assignments.routing.rules[1].configuration_id == output.strict
    error_message = "The repositories that are selected must get the strict configuration."
  }
  assert {
    condition     = length(scanform_configuration.strict.review.weaker) == 0
    error_message = join(", ", scanform_configuration.strict.review.weaker)
  }
}
