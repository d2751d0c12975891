/** The version of every document that scanform prints with `--json`: DESIGN, *The contract*. */
export const formatVersion = "2.1";
