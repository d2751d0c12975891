data "scanform_repository" "web" {
  name = "web-storefront"
}

# Of the most recent deepscan that made one.
data "scanform_sbom" "web" {
  repository_id = data.scanform_repository.web.id
}

check "no_critical_component" {
  assert {
    condition     = data.scanform_sbom.web.vulnerability_summary.critical == 0
    error_message = "The SBOM has components that are critically vulnerable."
  }
}
