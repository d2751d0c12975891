data "scanform_analyzers" "all" {}

# Every analyzer of the account blocks.
resource "scanform_configuration" "strict" {
  name = "strict"
  analyzers = {
    for each in data.scanform_analyzers.all.analyzers : each.slug => { enabled = true, blocking = true }
  }
}
