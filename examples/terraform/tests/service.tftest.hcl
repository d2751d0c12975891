# Needs SCANFORM_BASE_URL and SCANFORM_API_KEY of an account for tests, such as that of `npx scanform emulator`: it applies,
# and destroys what it has created. The repositories have the configuration until then, so force_destroy lets it go.

variables {
  prefix        = "test-"
  force_destroy = true
}

run "nothing_is_weakened" {
  command = plan

  assert {
    condition     = length(scanform_configuration.strict.review.weaker) == 0
    error_message = join(", ", scanform_configuration.strict.review.weaker)
  }
}

run "payments_get_the_strict_configuration" {
  assert {
    condition     = scanform_repository_assignments.routing.assigned[output.strict] > 0
    error_message = "No repository has the strict configuration."
  }
}
