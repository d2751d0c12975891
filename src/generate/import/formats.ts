/** Alone in its file, so that the CLI knows the choices without loading the rest. */
export const importFormats = ["typescript", "hcl", "json"] as const;
export type ImportFormat = (typeof importFormats)[number];
