import { jsonText } from "./json-text";

/** `cdktf.json`, which names the app that is run; cdktn reads the same file. */
export const cdktfJson = jsonText({
  language: "typescript",
  app: "tsx main.ts",
  output: "cdktf.out",
  sendCrashReports: "false",
});

/** `tsconfig.json`, for TypeScript 5.9, 6 and 7. */
export const tsconfigJson = `{
  "compilerOptions": {
    "module": "node20",
    "target": "es2023",
    "types": ["node"],
    "strict": true,
    "noUncheckedIndexedAccess": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "include": ["*.ts"]
}
`;

/** `.gitignore`: what is made by programs; `.scanform` has the journals of applies. */
export const gitignore = "node_modules/\ncdktf.out/\n.scanform/\n";
