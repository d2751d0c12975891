# With limit = 0 they are only counted, and none is kept in the state.
data "scanform_all_findings" "severe" {
  days     = 30
  severity = ["critical"]
  limit    = 0
}

check "nothing_critical" {
  assert {
    condition     = data.scanform_all_findings.severe.total == 0
    error_message = "${data.scanform_all_findings.severe.total} critical findings in the last 30 days."
  }
}
