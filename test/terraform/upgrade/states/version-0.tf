
resource "scanform_configuration" "full" {
  name = "full"
  
      comment = "enabled"
      show_scan_confirmation = true
      risk_threshold = 3
      exclusive_analyzers = false
      renamed_from = ["older", "oldest"]
      analyzers = {
        "sql-injection" = { enabled = true, silent = false, blocking = true, risk_level = "high", excludes = ["test/**", "docs/**"], includes = ["src/**"] }
        secrets = { enabled = true, excludes = [], includes = [] }
        xss = {}
      }
      code_policies = [
        { id = "46885c48-9057-4467-a97a-3a8ff3f19014", enabled = true, silent = false, blocking = true },
        { id = "3f841314-dcbe-4ec9-a747-f9546af74dcc", enabled = false },
      ]
      notifications = { enabled = true, deduplicate = true, integration_names = ["pager", "appsec-chat"] }
    
}
resource "scanform_configuration" "bare" {
  name = "bare"
}
resource "scanform_configuration" "none" {
  name = "none"
  analyzers = {}
  code_policies = []
  notifications = {}
}
resource "scanform_configurations" "all" {
  configurations = {
    full = { name = "c-full", comment = "enabled"
show_scan_confirmation = true
risk_threshold = 3
exclusive_analyzers = false
renamed_from = ["older", "oldest"]
analyzers = {
"sql-injection" = { enabled = true, silent = false, blocking = true, risk_level = "high", excludes = ["test/**", "docs/**"], includes = ["src/**"] }
secrets = { enabled = true, excludes = [], includes = [] }
xss = {}
}
code_policies = [
{ id = "46885c48-9057-4467-a97a-3a8ff3f19014", enabled = true, silent = false, blocking = true },
{ id = "3f841314-dcbe-4ec9-a747-f9546af74dcc", enabled = false },
]
notifications = { enabled = true, deduplicate = true, integration_names = ["pager", "appsec-chat"] } }
    bare = { name = "c-bare" }
  }
}
resource "scanform_configurations" "empty" {
  configurations = {}
}
resource "scanform_repository_assignments" "routing" {
  rules = [
    { repository_names = ["legacy-monolith"], leave = true },
    { configuration_id = scanform_configuration.full.id, repository_ids = ["cfa62dc2-3d96-4065-a452-80e08f1c2b8d"], repository_names = ["payments-ledger", "payments-api"], repository_pattern = "payments-%" },
    { configuration_id = scanform_configuration.bare.id, repository_names = [], repository_pattern = "no-such-%" },
  ]
}
resource "scanform_repository_assignments" "none" {
  rules = [{ leave = true, repository_pattern = "legacy-%" }]
}
resource "scanform_finding_triage" "full" {
  finding_id    = "053f20ea-41f3-4105-aa1d-f351baf8f669"
  category      = "accepted_risk"
  justification = "Inside only."
  expires       = "2999-12-31"
}
resource "scanform_finding_triage" "bare" {
  finding_id    = "a1b87923-6d78-4b0a-ada5-4e889f0e032c"
  category      = "wont_fix"
  justification = "Only in tests."
}
resource "scanform_deepscan" "full" {
  repository_id = "cfa62dc2-3d96-4065-a452-80e08f1c2b8d"
  triggers = { release = "1" }
}
resource "scanform_deepscan" "bare" {
  repository_id = "2e584a33-7c25-475c-acd7-70f4ebc68923"
}
