# By its id or its name, with the account before it if you like: ACCOUNT_ID/ID, ACCOUNT_ID/NAME.
terraform import scanform_configuration.strict 0f5c9a5e-3b1f-4b0e-9a52-2f1f3f6f7d10
