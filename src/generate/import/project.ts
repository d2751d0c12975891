import { className } from "./typescript/typescript";

/** The files of a project that has the imported module beside it: what `scanform plan` runs. */
export const projectFiles: Readonly<Record<string, string>> = {
  "main.ts": `import { App, TerraformStack } from "cdktf";
import { ScanformProvider } from "scanform/cdktf";
import { ${className} } from "./imported";

const app = new App();
const stack = new TerraformStack(app, "account");

// The account and its key come from SCANFORM_BASE_URL and SCANFORM_API_KEY.
new ScanformProvider(stack, "scanform");
new ${className}(stack, "imported");

app.synth();
`,
  "cdktf.json": `${JSON.stringify(
    { language: "typescript", app: "npx tsx main.ts", output: "cdktf.out", sendCrashReports: "false" },
    null,
    2,
  )}\n`,
  "tsconfig.json": `${JSON.stringify(
    {
      compilerOptions: {
        module: "node20",
        target: "es2023",
        strict: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: true,
        noEmit: true,
      },
      include: ["*.ts"],
    },
    null,
    2,
  )}\n`,
};
