data "scanform_repository" "web" {
  name = "web-storefront"
}

# Of the most recent deepscan.
data "scanform_sbom" "web" {
  repository_id = data.scanform_repository.web.id
}

output "sbom" {
  value     = data.scanform_sbom.web.download_url
  sensitive = true
}
