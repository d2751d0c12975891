terraform {
  required_providers {
    scanform = {
      source  = "scanform/scanform"
      version = "~> 0.1"
    }
  }
}

# What is declared, in either form.
locals {
  configurations = {
    payments = { name = "team-payments", blocking = true }
    search   = { name = "team-search", blocking = false }
    web      = { name = "team-web", blocking = true }
  }
}
