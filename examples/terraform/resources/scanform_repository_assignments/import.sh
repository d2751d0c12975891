# By the account's id: all that the account assigns, as a rule for each configuration.
terraform import scanform_repository_assignments.routing 5f0c41d2-9a3e-4b67-8c15-d20e7f6a9b34
