import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["**/dist/", "**/node_modules/", "**/cdktf.out/", "src/constructs/l1/", "**/*.cjs", "**/*.mjs"] },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    linterOptions: { noInlineConfig: true },
    rules: {
      // `process.env["NAME"]`: what is not declared is not written as if it were
      "@typescript-eslint/dot-notation": "off",
    },
  },
);
