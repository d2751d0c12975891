# What all repositories of the account have, as rules.
list "scanform_repository_assignments" "routing" {
  provider         = scanform
  include_resource = true
}
