# All configurations of the account as one collection.
list "scanform_configurations" "all" {
  provider         = scanform
  include_resource = true
}
