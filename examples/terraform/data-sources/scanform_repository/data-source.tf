data "scanform_repository" "web" {
  name = "web-storefront"
}

output "configuration_of_web" {
  value = data.scanform_repository.web.configuration_id
}
