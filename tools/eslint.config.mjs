import { join } from "node:path";
import tseslint from "typescript-eslint";

const names = [
  ...["AbortController", "AbortSignal", "Buffer", "TextDecoder", "TextEncoder", "URL", "URLSearchParams", "console"],
  ...["fetch", "globalThis", "performance", "process", "setTimeout", "clearTimeout", "structuredClone"],
  ...["require", "module", "exports", "__dirname", "__filename"],
];
const nodeGlobals = Object.fromEntries(names.map((name) => [name, "readonly"]));

const testGlobals = ["jest", "expect", "describe", "test", "it", "beforeAll", "beforeEach", "afterAll", "afterEach"];

/** What TypeScript would find in a typed file. */
const unsound = Object.fromEntries(
  [
    ...["no-undef", "no-unreachable", "no-dupe-keys", "no-dupe-args", "no-const-assign", "no-func-assign"],
    ...["no-import-assign", "no-this-before-super", "no-unsafe-negation", "no-unsafe-finally", "valid-typeof"],
    ...["no-self-assign", "no-loss-of-precision", "use-isnan", "no-fallthrough", "eqeqeq", "prefer-const", "no-var"],
  ].map((rule) => [rule, "error"]),
);

export default tseslint.config(
  { ignores: ["**/dist/", "action/", "**/node_modules/", "**/cdktf.out/", "src/constructs/l1/"] },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ["./tsconfig.json", "./src/page/browser/tsconfig.json"],
        tsconfigRootDir: join(import.meta.dirname, ".."),
      },
    },
    linterOptions: { noInlineConfig: true },
    rules: {
      // `process.env["NAME"]`: an undeclared property is not written like a declared one
      "@typescript-eslint/dot-notation": "off",
      // a rest property is the way to omit a property from a copy
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
      // a declared one adds to the types of another package
      "@typescript-eslint/no-namespace": ["error", { allowDeclarations: true }],
    },
  },
  {
    // they are declared for the tests, in the same program
    files: ["src/**"],
    rules: { "no-restricted-globals": ["error", ...testGlobals] },
  },
  {
    // scripts are not typed: what Node offers is named here
    files: ["**/*.mjs", "**/*.cjs"],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { parserOptions: { project: null }, globals: nodeGlobals },
    rules: {
      ...unsound,
      "@typescript-eslint/no-require-imports": "off",
      "@typescript-eslint/no-dynamic-delete": "off", // the modules that require has cached
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
