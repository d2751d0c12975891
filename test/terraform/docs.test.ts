import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { scanformProvider } from "../../src/terraform/scanform-provider";
import type { Attributes, Schema } from "../../src/terraform/schema/schema";
import { pages } from "../../tools/provider-docs/pages";
import { pagesFolder, writePages } from "../../tools/provider-docs/write";

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
