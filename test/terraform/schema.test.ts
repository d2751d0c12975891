import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { settingsFields } from "../../src/model/settings";
import { scanformProvider } from "../../src/terraform/scanform-provider";
import * as schema from "../../src/terraform/schema/provider";
import { type Attribute, type Attributes, providerAddress, type Schema } from "../../src/terraform/schema/schema";
import { pages } from "../../tools/provider-docs/pages";
import { pagesFolder, writePages } from "../../tools/provider-docs/write";

const provider = schema.providerSchema().provider_schemas[providerAddress];
const attributesOf = (schemas: typeof provider.resource_schemas, type: string): Attributes => {
  const found = schemas[type];
  if (found === undefined) throw new Error(`no schema of ${type}`);
  return found.block.attributes;
};
const configuration = attributesOf(provider.resource_schemas, "scanform_configuration");
const assignments = attributesOf(provider.resource_schemas, "scanform_repository_assignments");

/** Every attribute with its path, nested ones after the one that holds them. */
function walk(attributes: Attributes, prefix = ""): [string, Attribute][] {
  return Object.entries(attributes).flatMap(([name, each]): [string, Attribute][] => [
    [prefix + name, each],
    ...("nested_type" in each ? walk(each.nested_type.attributes, `${prefix}${name}.`) : []),
  ]);
}

const typeOf = (each: Attribute): unknown => ("type" in each ? each.type : each.nested_type.nesting_mode);

test("a configuration has its settings, what identifies it, and nothing else", () => {
  expect(Object.keys(configuration).sort()).toEqual(
    [
      ...Object.keys(settingsFields),
      ...["name", "renamed_from", "exclusive_analyzers", "id", "created_at", "timeouts"],
      ...["deletion_protection", "force_destroy", "review"],
    ].sort(),
  );
  expect(configuration["name"]).toMatchObject({ type: "string", required: true });
  expect(configuration["id"]).toMatchObject({ type: "string", computed: true });
  expect(configuration["created_at"]).toMatchObject({ type: "string", computed: true });
});

test("every resource has a computed id", () => {
  for (const [type, { block }] of Object.entries(provider.resource_schemas))
    expect([type, block.attributes["id"]]).toMatchObject([type, { type: "string", computed: true }]);
});

test("rules of assignments have these attributes", () => {
  expect(Object.fromEntries(walk(assignments).map(([path, each]) => [path, typeOf(each)]))).toEqual({
    rules: "list",
    "rules.configuration_id": "string",
    "rules.repository_ids": ["set", "string"],
    "rules.repository_names": ["set", "string"],
    "rules.repository_pattern": "string",
    "rules.leave": "bool",
    review: "single",
    "review.moves": ["list", "string"],
    assigned: ["map", "number"],
    assigned_digest: "string",
    id: "string",
    timeouts: "single",
    "timeouts.create": "string",
    "timeouts.update": "string",
  });
  expect(assignments["rules"]).toMatchObject({ required: true });
  expect(assignments["assigned"]).toMatchObject({ computed: true });
  expect(assignments["assigned_digest"]).toMatchObject({ computed: true });
});

test("the key is the only secret of the provider block", () => {
  const { attributes } = provider.provider.block;
  expect(Object.keys(attributes)).toEqual([
    "base_url",
    "account_id",
    "api_key",
    "managed_scope",
    "max_concurrency",
    "dry_run",
  ]);
  expect(walk(attributes).filter(([, each]) => each.sensitive)).toEqual([["api_key", attributes["api_key"]]]);
  expect(walk(attributes).every(([, each]) => "optional" in each)).toBe(true);
});

test("every attribute has a role, and a description that is a sentence", () => {
  const all = [
    provider.provider,
    ...Object.values(provider.resource_schemas),
    ...Object.values(provider.data_source_schemas),
    ...Object.values(provider.ephemeral_resource_schemas),
  ].flatMap(({ block }) => walk(block.attributes));
  for (const [, each] of all) {
    const roles = ["required", "optional", "computed"].filter((role) => role in each);
    expect(["required", "optional", "computed", "optional computed"]).toContain(roles.join(" "));
    expect(each.description).toMatch(/^[A-Z`].*\.$/);
    expect(each.description_kind).toBe("plain");
  }
});

test("no attribute repeats the name of its data source", () => {
  const several = new Set([
    "accounts",
    "repositories",
    "analyzers",
    "configurations",
    "scans",
    "findings",
    "deepscans",
  ]);
  for (const [type, { block }] of Object.entries(provider.data_source_schemas)) {
    const name = type.replace("scanform_", "");
    // what a list holds may be called as the list is, in one word
    expect(Object.keys(block.attributes).filter((each) => each === name && !several.has(each))).toEqual(
      name === "insights" ? ["insights"] : [],
    );
  }
});

test("what a data source reads is described without advice on declaring it", () => {
  const read = walk(attributesOf(provider.data_source_schemas, "scanform_configuration"));
  expect(read.filter(([, { description }]) => /declared|left as they are/.test(description))).toEqual([]);
});

// as `npm run docs:provider` does
if (process.env["UPDATE_GOLDEN"] === "1") writePages();

const written = readdirSync(pagesFolder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
const made = pages();
const { block, resources, dataSources, ephemeralResources, functions, listResources, actions } = scanformProvider({});

test.each([...made.keys()])("%s is what `npm run docs:provider` writes", (path) => {
  expect(readFileSync(join(pagesFolder, path), "utf8")).toBe(made.get(path));
});

test("docs/provider has no other page", () => {
  expect(written.sort()).toEqual([...made.keys()].sort());
});

describe("a page", () => {
  const bare = (type: string): string => type.replace("scanform_", "");
  const described: readonly (readonly [string, Schema])[] = [
    ["index.md", block],
    ...Object.entries(resources).map(([type, { schema }]) => [`resources/${bare(type)}.md`, schema] as const),
    ...Object.entries(dataSources).map(([type, { schema }]) => [`data-sources/${bare(type)}.md`, schema] as const),
    ...Object.entries(ephemeralResources).map(
      ([type, { schema }]) => [`ephemeral-resources/${bare(type)}.md`, schema] as const,
    ),
    ...Object.entries(listResources).map(([type, { schema }]) => [`list-resources/${bare(type)}.md`, schema] as const),
    ...Object.entries(actions).map(([type, { schema }]) => [`actions/${bare(type)}.md`, schema] as const),
  ];

  /** Each attribute as its line begins, however deep. */
  const beginnings = (attributes: Attributes): readonly string[] =>
    Object.entries(attributes).flatMap(([name, each]) => [
      `- \`${name}\` (`,
      ...("nested_type" in each ? beginnings(each.nested_type.attributes) : []),
    ]);

  test.each(described)("%s has a line for each attribute, nested ones too", (path, { block: { attributes } }) => {
    const lines = (made.get(path) ?? "").split("\n").flatMap((line) => /^- `\w+` \(/.exec(line)?.[0] ?? []);
    expect(lines.sort()).toEqual([...beginnings(attributes)].sort());
  });

  test.each([...made])(
    "%s has front matter of one line each, an example, and links that lead somewhere",
    (_path, text) => {
      expect(text).toMatch(/^---\npage_title: "[^"\n]+"\nsubcategory: ""\ndescription: \|-\n {2}\S.*\n---\n\n# /);
      expect(text).toMatch(/^```terraform\n/m);
      const anchors = new Set([...text.matchAll(/<a id="(.+?)">/g)].map(([, id]) => id));
      expect([...text.matchAll(/\(#(.+?)\)/g)].filter(([, id]) => !anchors.has(id))).toEqual([]);
    },
  );

  test("a page of a resource says how to import, as a block and as a command", () => {
    for (const type of Object.keys(resources)) {
      const [, section = ""] = (made.get(`resources/${bare(type)}.md`) ?? "").split("\n## Import\n");
      expect(section).toMatch(new RegExp(`\\bto = ${type}\\.`));
      expect(section).toMatch(new RegExp(`^terraform import ${type}\\.`, "m"));
    }
  });

  test("a page of a function has its signature", () => {
    expect(Object.keys(functions)).toContain("names_like");
    expect(made.get("functions/names_like.md")).toContain(
      "names_like(pattern string, names list of string) list of string",
    );
  });

  test("a page marks what is sensitive", () => {
    expect(made.get("index.md")).toContain("- `api_key` (String, Sensitive) ");
  });
});
