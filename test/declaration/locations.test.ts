import { locationAt } from "../../src/diagnostics/locations";
import { type Json, problems, read, readOne, synthesized } from "./folder";

/** Metadata as the constructs write it. */
const made = (location: unknown, more: Json = {}): Json => ({
  "//": { metadata: { scanform: { location, ...more } } },
});

const resource = {
  scanform_configuration: { strict: { ...made("main.ts:31:5"), name: "strict" } },
  scanform_repository_assignments: {
    routing: {
      ...made("main.ts:40:1", { rules: { "1": "teams/web.ts:3:9", "x[0]": "main.ts:1:1" } }),
      rules: [
        { leave: true, repository_pattern: "a%" },
        { leave: true, repository_pattern: "%" },
      ],
    },
  },
};

test("reads where resources, rules, data sources and provider blocks were made", () => {
  const { locations } = read({
    resource,
    data: { scanform_analyzer: { secrets: { ...made("main.ts:5:1"), slug: "secrets" } } },
    provider: { scanform: [{ ...made("main.ts:3:1"), base_url: "https://findings.example.com" }] },
  });
  expect(Object.fromEntries(locations)).toEqual({
    "scanform_configuration.strict": "main.ts:31:5",
    "scanform_repository_assignments.routing": "main.ts:40:1",
    "scanform_repository_assignments.routing.rules[1]": "teams/web.ts:3:9",
    "data.scanform_analyzer.secrets": "main.ts:5:1",
    "provider.scanform": "main.ts:3:1",
  });
  expect(locationAt(locations, "scanform_repository_assignments.routing", "rules[1].repository_names[0]")).toBe(
    "teams/web.ts:3:9",
  );
  expect(locationAt(locations, "scanform_repository_assignments.routing", "rules[0]")).toBe("main.ts:40:1");
});

test("an address that two stacks have is nowhere, and one that names its stack is where it was made", () => {
  const data = (line: number): Json => ({
    scanform_analyzer: { it: { ...made(`main.ts:${String(line)}:1`), slug: "x" } },
  });
  const { locations } = readOne(synthesized({ a: { resource, data: data(1) }, b: { data: data(2) } }));
  expect(locations.get("data.scanform_analyzer.it")).toBeUndefined();
  expect(locations.get("a/scanform_configuration.strict")).toBe("main.ts:31:5");
});

test("a rule is named by its whole index, and nothing else is", () => {
  const rules = Array.from({ length: 11 }, () => ({ leave: true, repository_pattern: "%" }));
  const places = { "10": "main.ts:10:1", x1: "main.ts:1:1", "1x": "main.ts:1:2", "": "main.ts:1:3" };
  const routing = { ...made(undefined, { rules: places }), rules };
  const { locations } = read({ resource: { scanform_repository_assignments: { routing } } });
  expect(Object.fromEntries(locations)).toEqual({
    "scanform_repository_assignments.routing.rules[10]": "main.ts:10:1",
  });
});

test("only what is scanform's has a place", () => {
  const body = made("main.ts:9:1");
  const { locations } = read({
    resource: { ...resource, aws_instance: { web: body }, scanformed_thing: { it: body } },
    data: { aws_ami: { it: body } },
    provider: { aws: [body] },
  });
  expect([...locations.keys()]).toEqual([
    "scanform_configuration.strict",
    "scanform_repository_assignments.routing",
    "scanform_repository_assignments.routing.rules[1]",
  ]);
});

test("what is wrong with a declaration says the line, also of a rule", () => {
  const found = problems({
    resource: {
      scanform_configuration: { strict: { ...made("main.ts:31:5"), name: "strict", comment: "loud" } },
      scanform_repository_assignments: {
        routing: { ...made("main.ts:40:1", { rules: { "0": "main.ts:41:9" } }), rules: [{ leave: true }] },
      },
    },
  });
  expect(found).toMatchObject([
    { address: "scanform_configuration.strict", location: "main.ts:31:5" },
    { address: "scanform_repository_assignments.routing", location: "main.ts:41:9" },
  ]);
});

test.each([
  "",
  "main.ts",
  "main.ts:31",
  "main.ts:0:5",
  "main.ts:31:5 and more",
  "main.ts:31:5\n",
  "/etc/passwd:1:1",
  "C:\\projects\\main.ts:1:1",
  "C:/projects/main.ts:1:1",
  "file:///projects/main.ts:1:1",
  "https://example.com/a:1:1",
  "a\u001b[2J.ts:1:1",
  "a\u2028.ts:1:1",
  `${"a".repeat(600)}:1:1`,
  5,
  null,
  ["main.ts:31:5"],
  { file: "main.ts" },
])("ignores the location %j", (location) => {
  const { locations } = read({
    resource: {
      scanform_configuration: { strict: { ...made(location, { rules: { "0": location } }), name: "strict" } },
    },
  });
  expect(locations.size).toBe(0);
});
