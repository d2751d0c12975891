variable "team" {
  type    = string
  default = "data_platform"
}

# "data\\_platform-%": the underscore stands for itself, and not for any character
output "pattern" {
  value = "${provider::scanform::like_literal(var.team)}-%"
}
