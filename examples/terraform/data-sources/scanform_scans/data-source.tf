data "scanform_repository" "web" {
  name = "web-storefront"
}

data "scanform_scans" "failed" {
  repository_id = data.scanform_repository.web.id
  severity      = ["critical", "high"]
}

output "scans" {
  value = data.scanform_scans.failed.scans
}
