import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProviderFunction } from "../../src/terraform/functions";
import type { AttributeType, Schema } from "../../src/terraform/schema/schema";
import { scanformProvider } from "../../src/terraform/scanform-provider";
import { schemaSection, typeName } from "./schema";

const root = join(__dirname, "../..");

/** Pages that are written by hand. */
const guides = join(__dirname, "guides");

/** The provider's pages in the registry, each by its path below `docs/`. The same schema gives the same text. */
export function pages(): ReadonlyMap<string, string> {
  const { block, resources, dataSources, ephemeralResources, functions, listResources, actions } = scanformProvider({});
  return new Map([
    ["index.md", indexPage(block)],
    ...Object.entries(resources).map(
      ([type, { schema }]) => [`resources/${short(type)}.md`, resource(type, schema)] as const,
    ),
    ...Object.entries(dataSources).map(
      ([type, { schema }]) => [`data-sources/${short(type)}.md`, dataSource(type, schema)] as const,
    ),
    ...Object.entries(ephemeralResources).map(
      ([type, { schema }]) => [`ephemeral-resources/${short(type)}.md`, ephemeralResource(type, schema)] as const,
    ),
    ...Object.entries(listResources).map(
      ([type, { schema }]) => [`list-resources/${short(type)}.md`, listResource(type, schema)] as const,
    ),
    ...Object.entries(actions).map(
      ([type, { schema }]) => [`actions/${short(type)}.md`, action(type, schema)] as const,
    ),
    ...Object.entries(functions).map(([name, each]) => [`functions/${name}.md`, functionPage(name, each)] as const),
    ...readdirSync(guides).map((name) => [`guides/${name}`, readFileSync(join(guides, name), "utf8")] as const),
  ]);
}

const short = (type: string): string => type.replace(/^scanform_/, "");

const indexPage = (schema: Schema): string =>
  page("Provider: scanform", schema.block.description, [
    "# scanform Provider",
    schema.block.description,
    ...exampleSection("provider/provider.tf"),
    schemaSection(schema.block.attributes),
    notes("index"),
  ]);

const resource = (type: string, schema: Schema): string =>
  page(`${type} Resource - scanform`, schema.block.description, [
    `# ${type} (Resource)`,
    schema.block.description,
    notes(`resources/${type}`),
    ...exampleSection(`resources/${type}/resource.tf`),
    schemaSection(schema.block.attributes),
    "## Import",
    "In a configuration, as an `import` block:",
    example(`resources/${type}/import.tf`),
    "Or as a command:",
    example(`resources/${type}/import.sh`),
  ]);

const dataSource = (type: string, schema: Schema): string =>
  page(`${type} Data Source - scanform`, schema.block.description, [
    `# ${type} (Data Source)`,
    schema.block.description,
    notes(`data-sources/${type}`),
    ...exampleSection(`data-sources/${type}/data-source.tf`),
    schemaSection(schema.block.attributes),
  ]);

const ephemeralResource = (type: string, schema: Schema): string =>
  page(`${type} Ephemeral Resource - scanform`, schema.block.description, [
    `# ${type} (Ephemeral Resource)`,
    schema.block.description,
    notes(`ephemeral-resources/${type}`),
    ...exampleSection(`ephemeral-resources/${type}/ephemeral-resource.tf`),
    schemaSection(schema.block.attributes),
  ]);

const listResource = (type: string, schema: Schema): string =>
  page(`${type} List Resource - scanform`, schema.block.description, [
    `# ${type} (List Resource)`,
    schema.block.description,
    "Terraform 1.14 or newer lists them: [how](../guides/query.md).",
    ...exampleSection(`list-resources/${type}/list-resource.tfquery.hcl`),
    Object.keys(schema.block.attributes).length === 0
      ? "There is nothing to write in `config`."
      : schemaSection(schema.block.attributes).replace("## Schema", "## Schema of `config`"),
  ]);

const action = (type: string, schema: Schema): string =>
  page(`${type} Action - scanform`, schema.block.description, [
    `# ${type} (Action)`,
    schema.block.description,
    notes(`actions/${type}`),
    ...exampleSection(`actions/${type}/action.tf`),
    schemaSection(schema.block.attributes).replace("## Schema", "## Schema of `config`"),
  ]);

const functionPage = (name: string, { summary, description, parameters, returns }: ProviderFunction): string =>
  page(`${name} function - scanform`, summary, [
    `# function: ${name}`,
    description,
    ...exampleSection(`functions/${name}/function.tf`),
    "## Signature",
    fenced(
      "text",
      `${name}(${parameters.map((each) => `${each.name} ${inCode(each.type)}`).join(", ")}) ${inCode(returns)}`,
    ),
    "## Arguments",
    parameters
      .map((each, at) => `${String(at + 1)}. \`${each.name}\` (${typeName(each.type)}) ${each.description}`)
      .join("\n"),
  ]);

/** The type in HCL: `list of string`. */
const inCode = (type: AttributeType): string =>
  typeName(type)
    .toLowerCase()
    .replace(/^boolean$/, "bool");

/** @param description one line, for search results */
const page = (title: string, description: string, sections: readonly string[]): string =>
  [
    `---\npage_title: "${title}"\nsubcategory: ""\ndescription: |-\n  ${description}\n---`,
    ...sections.filter((each) => each !== ""),
  ].join("\n\n") + "\n";

const exampleSection = (path: string): readonly string[] => ["## Example Usage", example(path)];

/** A file of examples/terraform, which the tests run. */
const example = (path: string): string =>
  fenced(path.endsWith(".sh") ? "shell" : "terraform", readFileSync(join(root, "examples/terraform", path), "utf8"));

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

/** Notes that are not in any schema. */
function notes(of: string): string {
  const path = join(__dirname, "notes", `${of}.md`);
  return existsSync(path) ? readFileSync(path, "utf8").trimEnd() : "";
}
