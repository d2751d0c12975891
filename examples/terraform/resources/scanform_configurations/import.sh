# KEY=ID or KEY=NAME of each configuration, separated by commas; or * for all that the account has, each under its name,
# or under its id where the name cannot be a key.
terraform import scanform_configurations.teams 'payments=0f5c9a5e-3b1f-4b0e-9a52-2f1f3f6f7d10,web=6b0d3f4e-52f5-4f0c-8f5e-1f5f6cf0a0aa'
