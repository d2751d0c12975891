resource "scanform_configuration" "strict" {
  name           = "strict"
  comment        = "enabled"
  risk_threshold = 3

  analyzers = {
    secrets       = { enabled = true, blocking = true }
    sql-injection = { enabled = true, blocking = true, risk_level = "high", excludes = ["test/**"] }
  }

  notifications = {
    enabled           = true
    integration_names = ["appsec-chat"]
  }
}
