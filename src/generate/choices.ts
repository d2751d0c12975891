/** The frameworks that an app can be written with. Alone in its file, so that the CLI knows the choices at once. */
export const frameworks = ["cdktn", "cdktf"] as const;
export type Framework = (typeof frameworks)[number];

/** Alone in its file, so that the CLI knows the choices without loading the rest. */
export const importFormats = ["typescript", "hcl", "json"] as const;
export type ImportFormat = (typeof importFormats)[number];
