import { visible } from "../../diagnostics/foreign-text";
import type { FindingSummary } from "../../model/findings";
import type { Dismissal } from "../../reconcile/refresh/decided-findings";
import type { Framework, ImportFormat } from "../choices";
import { numberedConstruct } from "../project/project-files";
import { kebabCase, Names, wordsOf } from "../typescript/names";

interface TriagesOptions {
  readonly framework: Framework;
  /** The number of this import of the account's triages; from 2 on it is a part of the names. Default: 1. */
  readonly number?: number;
}

/** What the module of the imported triages exports. */
export const triagesConstruct = ({ number }: { readonly number?: number } = {}) =>
  numberedConstruct("triages", "ImportedTriages", number);

interface NamedDismissal extends Dismissal {
  /** The id of the construct: unique, from the finding's title. */
  readonly key: string;
}

interface Format {
  readonly extension: string;
  readonly textOf: (all: readonly NamedDismissal[], options: TriagesOptions) => string;
}

const formats: Readonly<Record<ImportFormat, Format>> = {
  typescript: { extension: ".ts", textOf: typescriptOf },
  hcl: { extension: ".tf", textOf: (all) => all.map(hclOf).join("\n") },
};

/**
 * The code for triages that are live. The service does not store why they were decided: each lacks its justification,
 * without which TypeScript does not compile, and neither scanform nor Terraform plans.
 *
 * @param dismissals with ids that are UUIDs
 */
export function triagesCode(
  dismissals: readonly Dismissal[],
  format: ImportFormat,
  options: TriagesOptions,
): { readonly fileName: string; readonly text: string } {
  const names = new Names(["constructor"]);
  const all = dismissals.map((each) => ({ ...each, key: names.takeNumbered(keyOf(each.finding), "-") }));
  const { extension, textOf } = formats[format];
  return {
    fileName: triagesConstruct(options).fileName.replace(/\.ts$/, extension),
    text: textOf(all, options),
  };
}

function typescriptOf(all: readonly NamedDismissal[], options: TriagesOptions): string {
  const { className } = triagesConstruct(options);
  const triages = all.map(
    ({ key, findingId, category, finding }) => `
    // ${summaryOf(finding)}
    new FindingTriage(this, "${key}", {
      findingId: "${findingId}",
      category: TriageCategory.${category.toUpperCase()},
      // justification: "",
    });
`,
  );
  return `import { Construct } from "constructs";
import { FindingTriage, TriageCategory } from "scanform/${options.framework}";

/**
 * The findings that were dismissed when this was imported. Fill in the reason of
 * each as its justification; this compiles once all have one. To end a dismissal
 * on a day, give it that date as expires.
 */
export class ${className} extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);
${triages.join("")}  }
}
`;
}

function hclOf({ key, findingId, category, finding }: NamedDismissal): string {
  const name = key.replaceAll("-", "_");
  return `import {
  to = scanform_finding_triage.${name}
  id = "${findingId}"
}

# ${summaryOf(finding)}
resource "scanform_finding_triage" "${name}" {
  finding_id = "${findingId}"
  category   = "${category}"
  # justification = ""
}
`;
}

/** The most letters of a key, so that a line with it has 80 columns, and of a comment. */
const [mostInKey, mostInComment] = [40, 100];

/** After the title of the finding, as far as its words fit. */
function keyOf({ title }: FindingSummary): string {
  const words = wordsOf(title);
  const lengths = words.map((_, at) => kebabCase(words.slice(0, at + 1)).length);
  const fitting = words.filter((_, at) => (lengths[at] ?? 0) <= mostInKey);
  return kebabCase(fitting.length === 0 ? ["finding"] : fitting);
}

/** A line for a comment, such as `high: Server-side request forgery, src/fetch.ts in checkout`. */
function summaryOf({ severity, title, file, repository }: FindingSummary): string {
  const at = file === undefined ? "" : `, ${file}`;
  const text = `${severity}: ${title}${at}${repository === undefined ? "" : ` in ${repository}`}`;
  const characters = Array.from(text);
  return visible(characters.length > mostInComment ? `${characters.slice(0, mostInComment).join("")}…` : text).trim();
}
