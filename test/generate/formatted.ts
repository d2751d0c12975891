import * as estree from "prettier/plugins/estree";
import * as typescript from "prettier/plugins/typescript";
import { format } from "prettier/standalone";

/** What prettier makes of a module. */
export const formatted = (text: string): Promise<string> =>
  format(text, { filepath: "imported.ts", parser: "typescript", plugins: [estree, typescript] });
