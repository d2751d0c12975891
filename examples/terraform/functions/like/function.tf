# true, for % is any text
output "of_payments" {
  value = provider::scanform::like("payments-%", "payments-api")
}
