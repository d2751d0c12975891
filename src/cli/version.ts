import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The folder of the package, two above this one, both in the sources and in the build. */
export const ownFolder = join(__dirname, "../..");

export function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(join(ownFolder, "package.json"), "utf8")) as { version: string };
  return version;
}

/** What of the provider is compatible with a version: its releases; a prerelease is found only by its exact version. */
export const providerConstraint = (version: string): string =>
  version.includes("-") ? version : `~> ${version.split(".").slice(0, 2).join(".")}`;
