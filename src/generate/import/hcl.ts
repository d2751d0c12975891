import { Names } from "../typescript/names";
import { shortEscapes, templateLiteral, unseen } from "../typescript/syntax";
import type { Refusal } from "./expressible";
import type { Imported, ImportedConfiguration } from "./import-account";
import type { Rule } from "./routing/routing";
import { leaveComment, rulesComment } from "./routing/rule-comments";
import { settingsOf } from "./settings/units";

/** HCL for the provider: resources, and an `import` block for each configuration. It is as `terraform fmt` writes it. */
export function hclOf({ configurations, rules }: Imported): string {
  const names = new Names();
  const labels = new Map(configurations.map(({ id, key }) => [id, names.take(key.replaceAll("-", "_"))]));
  const blocks = configurations.flatMap((each) => configurationBlocks(each, labels.get(each.id) ?? each.key));
  return [...blocks, ...(rules.length === 0 ? [] : [routingBlock(rules, labels)])].join("\n");
}

function configurationBlocks({ id, name, units }: ImportedConfiguration, label: string): readonly string[] {
  const { code_policies: policies, ...rest } = settingsOf(units);
  const attributes = {
    name,
    ...rest,
    ...(policies === undefined
      ? {}
      : { code_policies: Object.fromEntries(policies.map(({ id: policy, ...entry }) => [policy, entry])) }),
  };
  return [
    `import {\n  to = scanform_configuration.${label}\n  id = ${hclString(id)}\n}\n`,
    `resource "scanform_configuration" "${label}" {\n${members(attributes, "  ", false)}}\n`,
  ];
}

/** Attributes with their equals signs below each other, as far as no value of several lines comes between. */
function members(values: Readonly<Record<string, unknown>>, indent: string, quoted: boolean): string {
  const lines = Object.entries(values).map(([key, value]) => ({
    key: quoted ? hclString(key) : key,
    value: valueText(value, indent, key === "analyzers" || key === "code_policies"),
  }));
  let text = "";
  for (let at = 0; at < lines.length;) {
    let end = at;
    while (end < lines.length && !lines[end]?.value.includes("\n")) end += 1;
    const run = lines.slice(at, Math.max(end, at + 1));
    const width = Math.max(...run.map(({ key }) => Array.from(key).length));
    for (const { key, value } of run)
      text += `${indent}${key}${" ".repeat(width - Array.from(key).length)} = ${value}\n`;
    at += run.length;
  }
  return text;
}

function valueText(value: unknown, indent: string, quoted: boolean): string {
  if (typeof value === "string") return hclString(value);
  if (value instanceof Traversal) return value.text;
  if (Array.isArray(value)) return listText(value, indent);
  if (typeof value !== "object" || value === null) return String(value);
  if (Object.keys(value).length === 0) return "{}";
  return `{\n${members(value as Readonly<Record<string, unknown>>, `${indent}  `, quoted)}${indent}}`;
}

function listText(values: readonly unknown[], indent: string): string {
  const texts = values.map((each) => valueText(each, `${indent}  `, false));
  const line = `[${texts.join(", ")}]`;
  if (line.length <= 80 && !line.includes("\n")) return line;
  return `[\n${texts.map((each) => `${indent}  ${each},\n`).join("")}${indent}]`;
}

function routingBlock(rules: readonly Rule[], labels: ReadonlyMap<string, string>): string {
  const texts = rules.map(({ target, ids, names, pattern }) => {
    const id = new Traversal(`scanform_configuration.${labels.get(target ?? "") ?? ""}.id`);
    const attributes = {
      ...(target === undefined ? { leave: true } : { configuration_id: id }),
      ...(ids.length === 0 ? {} : { repository_ids: ids }),
      ...(names.length === 0 ? {} : { repository_names: names }),
      ...(pattern === undefined ? {} : { repository_pattern: pattern }),
    };
    const comment = target === undefined ? `    # ${leaveComment}\n` : "";
    return `${comment}    {\n${members(attributes, "      ", false)}    },\n`;
  });
  const comment = rulesComment(rules).map((line) => `  # ${line}\n`);
  return `resource "scanform_repository_assignments" "routing" {\n${comment.join("")}  rules = [\n${texts.join("")}  ]\n}\n`;
}

/** A reference, which is written without quotes. */
class Traversal {
  constructor(readonly text: string) {}
}

const escaped = (character: string): string => {
  const point = (character.codePointAt(0) ?? 0).toString(16);
  return (
    shortEscapes[character] ?? (point.length > 4 ? `\\U${point.padStart(8, "0")}` : `\\u${point.padStart(4, "0")}`)
  );
};

const hclString = (text: string): string => `"${templateLiteral(text.replace(unseen, escaped))}"`;

/**
 * HCL is Unicode: half a character cannot be written. It also brings text into normal form C, in which the provider finds what
 * is live in another form.
 */
export const refusedByHcl: Refusal = (text) =>
  /\p{Cs}/u.test(text) ? "it has half of a character, which HCL cannot write" : undefined;
