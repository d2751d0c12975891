import {
  to = scanform_configuration.strict
  id = "0f5c9a5e-3b1f-4b0e-9a52-2f1f3f6f7d10"
}
