data "scanform_repositories" "all" {}

# Fails in the plan, before anything is written, when the rule would match nothing.
check "the_rule_matches" {
  assert {
    condition     = length(provider::scanform::names_like("payments-%", data.scanform_repositories.all.repositories[*].name)) > 0
    error_message = "No repository is like payments-%."
  }
}
