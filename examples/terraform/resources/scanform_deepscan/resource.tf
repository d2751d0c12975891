data "scanform_repository" "payments" {
  name = "payments-api"
}

# Another deepscan for each release.
resource "scanform_deepscan" "release" {
  repository_id = data.scanform_repository.payments.id
  triggers      = { release = "2026.11" }
}
