data "scanform_insights" "yesterday" {
  date = "2026-11-20"
}

output "covers" {
  value = data.scanform_insights.yesterday.covers
}
