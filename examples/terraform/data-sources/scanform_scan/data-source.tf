data "scanform_scan" "latest" {
  repository_id = "7c1e2a90-4d6b-4f38-b5a7-91e0c3d2f846"
  scan_id       = "e4d3c2b1-0a9f-4e8d-b7c6-5a4f3e2d1c0b"
}

output "findings" {
  value = jsondecode(data.scanform_scan.latest.findings_json)
}
