// Alone in this file, so that the CLI knows the choices at once, without loading the rest.

/** The frameworks that an app can be written with. */
export const frameworks = ["cdktn", "cdktf"] as const;
export type Framework = (typeof frameworks)[number];

export const importFormats = ["typescript", "hcl"] as const;
export type ImportFormat = (typeof importFormats)[number];

/** What can run a test of a project: `node` is the runner of Node itself, which needs no package. */
export const testRunners = ["node", "jest", "vitest", "none"] as const;
export type TestRunner = (typeof testRunners)[number];

/** The code hosts that there are workflows for. */
export const codeHosts = ["github", "none"] as const;
export type CodeHost = (typeof codeHosts)[number];
