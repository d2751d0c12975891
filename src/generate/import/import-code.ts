import { count, repositories as repositoriesText } from "../../diagnostics/count";
import type { Observed } from "../../model/observed";
import type { ImportFormat } from "../choices";
import type { Refusal, Unexpressed } from "./expressible";
import { hclOf, refusedByHcl } from "./hcl";
import { importAccount, type Imported, type ImportOptions } from "./import-account";
import type { Base } from "./settings/bases";
import { constructOf, type GeneratedCode, type TypeScriptOptions } from "./typescript/module-parts";
import { unsplitReason } from "./typescript/split-files";
import { refusedByCdktf, typescriptFiles } from "./typescript/typescript-files";

export type ImportCodeOptions = Omit<ImportOptions, "refused" | "oneOfAName"> & Omit<TypeScriptOptions, "policies">;

interface Format {
  readonly extension: string;
  readonly refused: Refusal;
  readonly oneOfAName?: true;
  readonly made: (imported: Imported, account: Observed, options: TypeScriptOptions) => GeneratedCode;
}

const formats: Readonly<Record<ImportFormat, Format>> = {
  typescript: {
    extension: ".ts",
    refused: refusedByCdktf,
    made: (imported, { policies = [] }, options) => typescriptFiles(imported, { ...options, policies }),
  },
  hcl: {
    extension: ".tf",
    refused: refusedByHcl,
    oneOfAName: true,
    made: (imported) => ({ text: hclOf(imported), more: {} }),
  },
};

export interface ImportedCode extends GeneratedCode {
  readonly fileName: string;
  /** `214 configurations in 1,900 lines, with 6 sets of shared settings (9,400 lines without); 38 rules for 20,000 repositories` */
  readonly gain: string;
  readonly unexpressed: readonly Unexpressed[];
  readonly imported: Imported;
  /** Why there is no file for each team, where that was asked for. */
  readonly unsplit?: string;
}

/**
 * The code for what is live. Bases and constants are used where the code gets shorter by them; HCL has none.
 * Both ways are compared as one file.
 */
export function importCode(account: Observed, format: ImportFormat, options: ImportCodeOptions = {}): ImportedCode {
  const { extension, refused, made, oneOfAName = false } = formats[format];
  const isFlat = options.flat === true || format !== "typescript";
  const found = importAccount(account, { ...options, flat: isFlat, refused, oneOfAName });
  const textOf = (imported: Imported, flat: boolean): string =>
    made(imported, account, { ...options, split: false, flat }).text;
  const plain = { ...found, bases: [] };
  const written = textOf(plain, true);
  const isWorthwhile = (base: Base): boolean => savesLines(found, base, (each) => lines(textOf(each, false)));
  const based = { ...found, bases: found.bases.filter(isWorthwhile) };
  const shortened = isFlat ? written : textOf(based, false);
  const isShorter = lengthOf(shortened) < lengthOf(written);
  const imported = isShorter ? based : plain;
  const text = isShorter ? shortened : written;
  const unsplit = options.split === true ? unsplitReason(imported.configurations) : undefined;
  return {
    fileName: constructOf(options).fileName.replace(/\.ts$/, extension),
    ...(options.split === true ? made(imported, account, { ...options, flat: !isShorter }) : { text, more: {} }),
    gain: gainOf(imported, text, written),
    unexpressed: imported.unexpressed,
    imported,
    ...(unsplit === undefined ? {} : { unsplit }),
  };
}

/**
 * Whether a base saves a fifth of the lines of the configurations that extend it. A reader of one of them has to look up what
 * the base says.
 */
function savesLines(
  { configurations, ...rest }: Imported,
  base: Base,
  linesOf: (imported: Imported) => number,
): boolean {
  const members = base.members.flatMap((at) => configurations[at] ?? []);
  const alone = { ...rest, configurations: members, bases: [], rules: [] };
  const extending = { ...alone, bases: [{ ...base, members: [...members.keys()] }] };
  return 5 * linesOf(extending) <= 4 * linesOf(alone);
}

const lengthOf = (text: string): number => text.replace(/\s/g, "").length;

const lines = (text: string): number => text.split("\n").length - 1;

/** @param text the code. @param flat the code without bases and constants */
function gainOf({ configurations, bases, rules, repositories }: Imported, text: string, flat: string): string {
  const shared = bases.length === 0 ? "shared constants" : `${count(bases.length, "set")} of shared settings`;
  const without = lines(text) < lines(flat) ? `, with ${shared} (${count(lines(flat), "line")} without)` : "";
  return (
    `${count(configurations.length, "configuration")} in ${count(lines(text), "line")}${without}; ` +
    `${count(rules.length, "rule")} for ${repositoriesText(repositories)}`
  );
}
