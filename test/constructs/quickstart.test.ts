import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(__dirname, "..", "..");
const golden = join(__dirname, "golden", "quickstart.json");

/** The example as a user has it: in a folder of its own, where scanform is a package among others. */
test("the quickstart synthesizes to the golden document", () => {
  const folder = mkdtempSync(join(tmpdir(), "scanform-test-"));
  try {
    cpSync(join(root, "examples", "quickstart", "main.ts"), join(folder, "main.ts"));
    const modules = join(folder, "node_modules");
    mkdirSync(join(modules, "scanform"), { recursive: true });
    for (const name of ["cdktf", "constructs"])
      symlinkSync(join(root, "node_modules", name), join(modules, name), "junction");
    writeFileSync(
      join(modules, "scanform", "cdktf.ts"),
      `export * from ${JSON.stringify(join(root, "src", "constructs"))};`,
    );
    execFileSync(process.execPath, ["--import", require.resolve("tsx"), "main.ts"], { cwd: folder, stdio: "pipe" });
    const text = readFileSync(join(folder, "cdktf.out", "stacks", "acme", "cdk.tf.json"), "utf8");
    const { resource, provider, terraform } = JSON.parse(text, (key, value: unknown) =>
      key === "//" || key === "backend" ? undefined : value,
    ) as Record<string, unknown>;
    expect({ provider, resource, terraform }).toEqual(JSON.parse(readFileSync(golden, "utf8")));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
