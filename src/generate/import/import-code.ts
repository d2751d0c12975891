import type { Observed } from "../../model/entities";
import { jsonOf } from "./declaration";
import type { Refusal, Unexpressed } from "./expressible";
import type { ImportFormat } from "./formats";
import { gainOf } from "./gain";
import { hclOf } from "./hcl/hcl";
import { refusedByHcl } from "./hcl/literal";
import { importAccount, type Imported, type ImportOptions } from "./import-account";
import { type CodeFile, moduleName, type TypeScriptOptions } from "./typescript/code-options";
import { refusedByCdktf } from "./typescript/refused-by-cdktf";
import { typescriptFiles } from "./typescript/typescript";

export type CodeOptions = Omit<ImportOptions, "refused"> & Omit<TypeScriptOptions, "policies">;

interface Format {
  readonly refused: Refusal;
  readonly files: (imported: Imported, account: Observed, options: TypeScriptOptions) => readonly CodeFile[];
}

const formats: Readonly<Record<ImportFormat, Format>> = {
  typescript: {
    refused: refusedByCdktf,
    files: (imported, { policies = [] }, options) => typescriptFiles(imported, { ...options, policies }),
  },
  hcl: {
    refused: refusedByHcl,
    files: (imported, _, options) => [{ path: `${moduleName(options)}.tf`, text: hclOf(imported) }],
  },
  json: {
    refused: () => undefined,
    files: (imported, _, options) => [{ path: `${moduleName(options)}.json`, text: jsonOf(imported) }],
  },
};

export interface ImportedCode {
  /** At least one; the first has the class. */
  readonly files: readonly CodeFile[];
  /** `214 configurations: 6 bases, 1,900 lines in place of 9,400; 38 rules for 20,000 repositories` */
  readonly gain: string;
  readonly unexpressed: readonly Unexpressed[];
  readonly imported: Imported;
}

const textOf = (files: readonly CodeFile[]): string => files.map(({ text }) => text).join("");
const lengthOf = (text: string): number => text.replace(/\s/g, "").length;

/**
 * The code for what is live. Bases and constants are used where the code gets shorter by them; HCL and JSON have none.
 * Both are compared in one file.
 */
export function importCode(account: Observed, format: ImportFormat, options: CodeOptions = {}): ImportedCode {
  const { refused, files } = formats[format];
  const isFlat = options.flat === true || format !== "typescript";
  const whole = { ...options, split: false, flat: true };
  const plain = importAccount(account, { ...options, flat: true, refused });
  const written = textOf(files(plain, account, whole));
  const made = isFlat ? plain : importAccount(account, { ...options, refused });
  const shortened = isFlat ? written : textOf(files(made, account, { ...options, split: false }));
  const isShorter = lengthOf(shortened) < lengthOf(written);
  const imported = isShorter ? made : plain;
  return {
    files: files(imported, account, { ...options, flat: !isShorter }),
    gain: gainOf(imported, isShorter ? shortened : written, written),
    unexpressed: imported.unexpressed,
    imported,
  };
}
