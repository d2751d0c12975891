# By the id of the configuration, or by ACCOUNT_ID/ID.
terraform import scanform_configuration.strict 0f5c9a5e-3b1f-4b0e-9a52-2f1f3f6f7d10
