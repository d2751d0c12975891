data "scanform_custom_policies" "all" {}

resource "scanform_configuration" "strict" {
  name = "strict"
  code_policies = {
    for each in data.scanform_custom_policies.all.policies : each.id => { enabled = true, blocking = true }
  }
}
