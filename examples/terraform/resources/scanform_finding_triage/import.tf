import {
  to = scanform_finding_triage.test_key
  id = "3d9f4a0e-6c1b-4e57-9a83-0b2f7d1c5e64"
}
