import { at, type Json, problems, read } from "./folder";

const id = "11111111-1111-4111-8111-000000000001";

/** A stack of one data source `it`, and a configuration with a name that is made of it. */
const using = (type: string, block: Json, name = `\${data.${type}.it.id}`): Json => ({
  data: { [type]: { it: block } },
  resource: { scanform_configuration: { use: { name } } },
});

/** A stack of one policy that is looked up and used. */
const policy = (block: Json): Json => ({
  data: { scanform_custom_policy: { it: block } },
  resource: {
    scanform_configuration: { use: { name: "use", code_policies: [{ id: "${data.scanform_custom_policy.it.id}" }] } },
  },
});

/** Why a stack is refused, without what all diagnostics have. */
const refused = (stack: Json) =>
  problems(stack).map(({ code, address, path, detail }) => ({ code, address, path, detail }));

test.each([
  [{}, "lookup-empty", "", "It is empty. Give its id or its exact title."],
  [{ id, title: "x" }, "lookup-ambiguous", "", "It has both an id and a title. Keep one: the other is then read."],
  [{ title: " " }, "lookup-empty", "/title", "title is empty. Give it a value."],
  [{ id: "" }, "lookup-empty", "/id", "id is empty. Give it a value."],
])("a lookup by %j is refused at its place", (block, code, pointer, detail) => {
  expect(refused(policy(block))).toEqual([
    {
      code,
      address: "data.scanform_custom_policy.it",
      path: at(`/data/scanform_custom_policy/it${pointer}`),
      detail,
    },
  ]);
});

test("a wrong lookup is reported once, however many references it has, also where one is wrong itself", () => {
  const longer = "x-${data.scanform_custom_policy.it.id}";
  const stack = using("scanform_custom_policy", { title: "" }, `${longer}-\${data.scanform_custom_policy.it.title}`);
  expect(refused(stack).map(({ detail }) => detail)).toEqual(["title is empty. Give it a value."]);
});

test("an analyzer is looked up by its slug alone", () => {
  expect(refused(using("scanform_analyzer", { id }))).toEqual([
    {
      code: "not-evaluable",
      address: "data.scanform_analyzer.it",
      path: at("/data/scanform_analyzer/it/id"),
      detail: "id: the CLI looks up by a known slug alone.",
    },
  ]);
});

test("a null attribute of a lookup is as one that is left out", () => {
  expect(read(policy({ id: null, title: "No secrets", question: null })).desired.lookups).toMatchObject([
    { sought: { key: "No secrets" } },
  ]);
});

test("a lookup may say what it depends on, its provider and a comment", () => {
  const block = {
    "//": { metadata: { path: "acme/it" } },
    depends_on: ["scanform_configuration.use"],
    provider: "scanform",
    title: "No secrets",
  };
  expect(read(policy(block)).desired.lookups).toMatchObject([{ sought: { key: "No secrets" } }]);
});

test("a lookup by an id is at its id, and one by a title at its title", () => {
  const placeOf = (block: Json) => read(policy(block)).desired.lookups?.map(({ address, path }) => [address, path]);
  const address = "data.scanform_custom_policy.it";
  expect(placeOf({ id })).toEqual([[address, at("/data/scanform_custom_policy/it/id")]]);
  expect(placeOf({ title: "x" })).toEqual([[address, at("/data/scanform_custom_policy/it/title")]]);
});
