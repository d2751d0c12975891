# Findings of one repository that are to stay; without limit, terraform stops at 100.
list "scanform_finding_triage" "accepted" {
  provider         = scanform
  limit            = 5000
  include_resource = true

  config {
    categories      = ["accepted_risk", "wont_fix"]
    repository_name = "payments-api"
  }
}
