data "scanform_repositories" "all" {}

# Warns in the plan when the rule would match nothing; as a precondition of a resource it would be an error, before anything is written.
check "the_rule_matches" {
  assert {
    condition     = length(provider::scanform::names_like("payments-%", data.scanform_repositories.all.repositories[*].name)) > 0
    error_message = "No repository is like payments-%."
  }
}
