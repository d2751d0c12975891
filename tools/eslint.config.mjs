import { join } from "node:path";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["**/dist/", "**/node_modules/", "**/cdktf.out/", "src/constructs/l1/", "**/*.cjs", "**/*.mjs"] },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: join(import.meta.dirname, "..") } },
    linterOptions: { noInlineConfig: true },
    rules: {
      // `process.env["NAME"]`: what is not declared is not written as if it were
      "@typescript-eslint/dot-notation": "off",
      // taking a property out of an object with a rest is how it is left out of the copy
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
    },
  },
  {
    files: ["test/**"],
    // a server.ts there is a process of its own, which a test starts to measure or to kill
    ignores: ["test/support/emulator.ts", "test/emulator/*/server.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: "/src/emulator(/index)?$",
              importNames: ["startEmulator"],
              message: "The one of test/support/emulator checks every exchange by the OpenAPI document.",
            },
          ],
        },
      ],
    },
  },
);
