# Every configuration whose name begins with payments-; without limit, terraform stops at 100.
list "scanform_configuration" "payments" {
  provider         = scanform
  limit            = 5000
  include_resource = true

  config {
    name_pattern = "payments-%"
  }
}
