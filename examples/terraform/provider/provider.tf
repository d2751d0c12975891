terraform {
  required_providers {
    scanform = {
      source  = "scanform/scanform"
      version = "~> 0.1"
    }
  }
}

# Which account, and the key to it, come from SCANFORM_BASE_URL, SCANFORM_ACCOUNT_ID and SCANFORM_API_KEY.
provider "scanform" {}

# Another account, reached with the same key.
provider "scanform" {
  alias      = "globex"
  account_id = "b81e6f07-42cd-4f19-9d3a-6c5e10a7f2d8"
}
