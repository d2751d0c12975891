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
      // `process.env["NAME"]`: an undeclared property is not written like a declared one
      "@typescript-eslint/dot-notation": "off",
      // a rest property is the way to omit a property from a copy
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
    },
  },
  {
    files: ["test/**"],
    // a server.ts there is a separate process, which a test starts to measure or kill
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
