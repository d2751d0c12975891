# A module and its tests. With a key in the environment: `terraform init`, then `terraform test`. Without one:
# `terraform test -filter=mocked.tftest.hcl`.

terraform {
  required_version = ">= 1.7"
  required_providers {
    scanform = {
      source  = "scanform/scanform"
      version = "~> 0.1"
    }
  }
}

variable "prefix" {
  description = "What the names of all configurations begin with."
  type        = string
  default     = ""
}

variable "pattern" {
  description = "Which repositories get the strict configuration, by their names: an SQL LIKE pattern."
  type        = string
  default     = "payments-%"
}

variable "force_destroy" {
  description = "Whether configurations are deleted although repositories have them."
  type        = bool
  default     = false
}

data "scanform_custom_policy" "plaintext" {
  title = "No plaintext secrets"
}

data "scanform_repository" "legacy" {
  name = "legacy-monolith"
}

resource "scanform_configuration" "strict" {
  name          = "${var.prefix}strict"
  comment       = "enabled"
  analyzers     = { secrets = { enabled = true, blocking = true } }
  code_policies = { (data.scanform_custom_policy.plaintext.id) = { enabled = true, blocking = true } }
  force_destroy = var.force_destroy

  lifecycle {
    create_before_destroy = true
  }
}

resource "scanform_repository_assignments" "routing" {
  rules = [
    { repository_ids = [data.scanform_repository.legacy.id], leave = true },
    { repository_pattern = var.pattern, configuration_id = scanform_configuration.strict.id },
  ]
}

output "strict" {
  value = scanform_configuration.strict.id
}
