import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, TerraformStack, Testing } from "cdktf";
import type { JsonObject } from "../../src/model/json";

/** What a stack synthesizes to, without metadata, after its validations have run. */
export function synthesized(declare: (stack: TerraformStack) => void): JsonObject {
  const stack = new TerraformStack(Testing.app(), "acme");
  declare(stack);
  const text = Testing.synth(stack, true);
  return JSON.parse(text, (key, value: unknown) => (key === "//" ? undefined : value)) as JsonObject;
}

/** What a user's `app.synth()` throws; nothing when all is well. */
export function problemsOf(declare: (stack: TerraformStack) => void): string {
  const outdir = mkdtempSync(join(tmpdir(), "scanform-test-"));
  try {
    const app = new App({ outdir });
    declare(new TerraformStack(app, "acme"));
    app.synth();
    return "";
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  } finally {
    rmSync(outdir, { recursive: true });
  }
}
