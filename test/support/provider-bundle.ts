import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "./spawned";

let built: string | undefined;

/** The folder of the provider's bundle, made again when a source is younger than it. */
export function providerFolder(): string {
  if (built !== undefined) return built;
  const folder = join(repositoryRoot, "dist/provider");
  const bundle = statSync(join(folder, "terraform-provider-scanform"), { throwIfNoEntry: false });
  if (bundle === undefined || youngest(join(repositoryRoot, "src")) > bundle.mtimeMs) {
    const { status, stderr } = spawnSync(process.execPath, ["tools/provider.mjs"], {
      cwd: repositoryRoot,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`the provider cannot be built: ${stderr}`);
  }
  return (built = folder);
}

const youngest = (folder: string): number =>
  Math.max(
    ...readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0),
  );
