data "scanform_deepscans" "all" {}

output "deepscans" {
  value = data.scanform_deepscans.all.deepscans
}
