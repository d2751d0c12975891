import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The version of the package, whose package.json lies two folders above, both in the sources and in the build. */
export function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8")) as {
    version: string;
  };
  return version;
}
