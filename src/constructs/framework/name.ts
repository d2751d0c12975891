export const frameworks = ["cdktn", "cdktf"] as const;

/** The framework that these constructs are built for: tools/cdktn.mjs replaces it, as it does the imports. */
export const framework: (typeof frameworks)[number] = "cdktf";
