/** The version of every document that scanform prints with `--json`; other programs rely on their form. */
export const formatVersion = "2.1";
