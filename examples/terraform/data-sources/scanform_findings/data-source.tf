data "scanform_repository" "web" {
  name = "web-storefront"
}

data "scanform_findings" "web" {
  repository_id = data.scanform_repository.web.id
}

output "findings" {
  value = length(data.scanform_findings.web.findings)
}
