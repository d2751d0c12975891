import type { Observed } from "../../model/entities";
import { jsonOf } from "./declaration";
import type { ImportFormat } from "./formats";
import type { Refusal, Unexpressed } from "./expressible";
import { gainOf } from "./gain";
import { hclOf } from "./hcl/hcl";
import { refusedByHcl } from "./hcl/literal";
import { importAccount, type Imported, type ImportOptions } from "./import-account";
import { refusedByCdktf } from "./typescript/refused-by-cdktf";
import type { Framework } from "../project/frameworks";
import { typescriptOf } from "./typescript/typescript";

interface Format {
  readonly fileName: string;
  readonly refused: Refusal;
  readonly text: (imported: Imported, account: Observed, flat: boolean, framework: Framework) => string;
}

const formats: Readonly<Record<ImportFormat, Format>> = {
  typescript: {
    fileName: "imported.ts",
    refused: refusedByCdktf,
    text: (imported, { policies = [] }, flat, framework) =>
      typescriptOf(imported, { policies, flat, module: `scanform/${framework}` }),
  },
  hcl: { fileName: "imported.tf", refused: refusedByHcl, text: hclOf },
  json: { fileName: "imported.json", refused: () => undefined, text: jsonOf },
};

export interface ImportCodeOptions extends Omit<ImportOptions, "refused"> {
  /** Where the constructs come from; cdktf if left out. */
  readonly framework?: Framework;
}

export interface ImportedCode {
  readonly fileName: string;
  readonly text: string;
  /** `214 configurations: 6 bases, 1,900 lines in place of 9,400; 38 rules for 20,000 repositories` */
  readonly gain: string;
  readonly unexpressed: readonly Unexpressed[];
  readonly imported: Imported;
}

const lengthOf = (text: string): number => text.replace(/\s/g, "").length;

/**
 * The code for what is live, in one file. Bases and constants are used where the code gets shorter by them; HCL and
 * JSON have none.
 */
export function importCode(
  account: Observed,
  format: ImportFormat,
  { framework = "cdktf", ...options }: ImportCodeOptions = {},
): ImportedCode {
  const { fileName, refused, text } = formats[format];
  const isFlat = options.flat === true || format !== "typescript";
  const plain = importAccount(account, { ...options, flat: true, refused });
  const written = text(plain, account, true, framework);
  const made = isFlat ? plain : importAccount(account, { ...options, refused });
  const shortened = isFlat ? written : text(made, account, false, framework);
  const [imported, best] = lengthOf(shortened) < lengthOf(written) ? [made, shortened] : [plain, written];
  return { fileName, text: best, gain: gainOf(imported, best, written), unexpressed: imported.unexpressed, imported };
}
