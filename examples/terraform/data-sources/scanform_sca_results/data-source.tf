data "scanform_sca_results" "severe" {
  repository_id = "7c1e2a90-4d6b-4f38-b5a7-91e0c3d2f846"
  deepscan_id   = "a2b7c9d4-1e5f-4a83-96c0-3f8d7b6e5a12"
  severity      = ["critical"]
}

output "packages" {
  value = data.scanform_sca_results.severe.findings
}
