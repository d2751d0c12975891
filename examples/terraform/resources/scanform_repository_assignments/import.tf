import {
  to = scanform_repository_assignments.routing
  id = "5f0c41d2-9a3e-4b67-8c15-d20e7f6a9b34"
}
