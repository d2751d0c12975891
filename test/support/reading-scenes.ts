import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Scene, without } from "./scenes";

/** Command lines that only read, and print something else than a plan. */
export const readingScenes: readonly Scene[] = [
  { title: "list", code: 0, argv: ["list", "repositories"] },
  { title: "list of what cannot be listed", code: 1, argv: ["list", "webhooks"] },
  { title: "list without a kind", code: 1, argv: ["list"] },
  { title: "list without a key", code: 1, argv: ["list", "accounts"], prepare: without("SCANFORM_API_KEY") },
  {
    title: "list with a wrong key",
    code: 1,
    argv: ["list", "analyzers"],
    prepare: ({ env }) => ({ env: { ...env, SCANFORM_API_KEY: "canary-wrong" } }),
  },
  {
    title: "list while the service is down",
    code: 1,
    argv: ["list", "policies"],
    prepare: async ({ emulator }) => {
      await emulator.close();
      return {};
    },
  },
  {
    title: "list that is interrupted",
    code: 130,
    argv: ["list", "repositories"],
    prepare: () => ({ signal: AbortSignal.abort() }),
  },
  { title: "types", code: 0, argv: ["types"] },
  { title: "types --check where nothing was written", code: 2, argv: ["types", "--check"] },
  {
    title: "types over a file that is not its own",
    code: 1,
    argv: ["types"],
    prepare: ({ folder }) => {
      writeFileSync(join(folder, "scanform-types.ts"), "");
      return {};
    },
  },
  {
    title: "types that is interrupted",
    code: 130,
    argv: ["types"],
    prepare: () => ({ signal: AbortSignal.abort() }),
  },
  { title: "init", code: 0, argv: ["init"] },
  { title: "init --import", code: 0, argv: ["init", "--import"] },
  { title: "init --import without a key", code: 1, argv: ["init", "--import"], prepare: without("SCANFORM_API_KEY") },
  {
    title: "init that is interrupted",
    code: 130,
    argv: ["init"],
    prepare: () => ({ signal: AbortSignal.abort() }),
  },
  { title: "completion", code: 0, argv: ["completion", "bash"] },
  { title: "completion for no shell", code: 1, argv: ["completion"] },
];
