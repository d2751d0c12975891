data "scanform_repository" "payments" {
  name = "payments-api"
}

# terraform apply -invoke=action.scanform_deepscan.payments
action "scanform_deepscan" "payments" {
  config {
    repository_id = data.scanform_repository.payments.id
  }
}

# Another deepscan whenever the configuration is changed.
resource "scanform_configuration" "payments" {
  name      = "payments"
  analyzers = { secrets = { enabled = true, blocking = true } }

  lifecycle {
    action_trigger {
      events  = [after_create, after_update]
      actions = [action.scanform_deepscan.payments]
    }
  }
}
