# What the service would answer. Ids may be any text here: without this file they are eight random letters.

mock_data "scanform_custom_policy" {
  defaults = {
    id = "0b6f1c52-7a3d-4e8f-9c41-5d2e8a7f6b13"
  }
}

mock_data "scanform_repository" {
  defaults = {
    id = "c2a9d8e4-1f5b-4c36-8e70-9b3a6d4f2c15"
  }
}

mock_resource "scanform_configuration" {
  defaults = {
    id         = "f3b7a6c5-2d1e-4a98-b0c4-8e6d5f7a9b21"
    created_at = "2026-01-05T09:00:00Z"
    review     = { weaker = [], stronger = [], unclassified = [] }
  }
}

mock_resource "scanform_repository_assignments" {
  defaults = {
    id       = "5f0c41d2-9a3e-4b67-8c15-d20e7f6a9b34"
    assigned = { "f3b7a6c5-2d1e-4a98-b0c4-8e6d5f7a9b21" = 2 }
    review   = { moves = [] }
  }
}
