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
);
