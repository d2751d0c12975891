import { at, type Json, problems, problemsIn, read, synthesized } from "./folder";

const id = "11111111-1111-4111-8111-000000000001";
const other = "22222222-2222-4222-8222-000000000002";
const policy = "${data.scanform_custom_policy.it.id}";

/** The text that quotes an expression. */
const quoted = (expression: string): string => `\`${expression}\``;
const useTerraform =
  "The scanform CLI evaluates literals, references to scanform's own resources, variables and locals, and some functions of these; compute anything else in the app, or apply it with the Terraform provider.";

/** A policy that is looked up in the default account, beside another account. */
const twoAccounts: Json = {
  provider: { scanform: [{ account_id: id }, { alias: "eu-west", account_id: other }] },
  data: { scanform_custom_policy: { it: { title: "No secrets" } } },
};

/** Why each of these configurations is refused, without what all diagnostics have. */
const refused = (stack: Json, configurations: Json) =>
  problemsIn(synthesized({ acme: { ...stack, resource: { scanform_configuration: configurations } } })).map(
    ({ code, address, path, detail }) => ({ code, address, path, detail }),
  );

const elsewhere = (user: string) => ({
  code: "reference-unknown",
  address: "data.scanform_custom_policy.it",
  path: at("/data/scanform_custom_policy/it/title"),
  detail: `scanform_configuration.${user} uses data.scanform_custom_policy.it, which is looked up in another account. Choose one provider for both.`,
});

test.each<readonly [string, Json]>([
  ["in a list", { code_policies: [{ id: policy, enabled: true }] }],
  ["as a key", { code_policies: { [policy]: { enabled: true } } }],
])("a looked up id %s cannot reach another account through another configuration", (_what, home) => {
  const found = refused(twoAccounts, {
    home: { name: "home", ...home },
    away: { name: "away", provider: "scanform.eu-west", code_policies: "${scanform_configuration.home.code_policies}" },
    apart: { name: "apart", provider: "scanform.eu-west" },
  });
  expect(found).toEqual([elsewhere("away")]);
});

test("a looked up id goes with each configuration that takes it from a local value", () => {
  const stack = { ...twoAccounts, locals: { policies: [{ id: policy }] } };
  const code_policies = "${local.policies}";
  const away = { provider: "scanform.eu-west", code_policies };
  const found = refused(stack, {
    home: { name: "home", code_policies },
    one: { name: "one", ...away },
    two: { name: "two", ...away },
  });
  expect(found).toEqual([elsewhere("one"), elsewhere("two")]);
});

test("a data source with another provider's name is in none of the declared accounts", () => {
  const it = { title: "No secrets", provider: "eu-scanform.west" };
  const stack = { ...twoAccounts, data: { scanform_custom_policy: { it } } };
  const use = { name: "use", provider: "scanform.eu-west", code_policies: [{ id: policy }] };
  expect(refused(stack, { use })).toEqual([elsewhere("use")]);
});

test("a reference to an undeclared data source is a mistake, and the nearest is named", () => {
  const name = "${data.scanform_custom_policy.its.id}";
  const reference = `${quoted(name)} refers to data.scanform_custom_policy.its, which is not declared.`;
  const use = { code: "reference-unknown", address: "scanform_configuration.use" };
  const path = at("/resource/scanform_configuration/use/name");
  expect(refused(twoAccounts, { use: { name } })).toEqual([
    { ...use, path, detail: `${reference} Did you mean "it"?` },
  ]);
  expect(refused({}, { use: { name } })).toEqual([{ ...use, path, detail: `${reference} There are none.` }]);
});

test.each(["it.i.d", "it.ti.tle", "it.title.x"])("a data source has no attribute %s", (steps) => {
  const name = `\${data.scanform_custom_policy.${steps}}`;
  const why = "refers to what only terraform reads of data.scanform_custom_policy.it: the CLI looks up its id.";
  expect(refused(twoAccounts, { use: { name } })).toEqual([
    {
      code: "not-evaluable",
      address: "scanform_configuration.use",
      path: at("/resource/scanform_configuration/use/name"),
      detail: `${quoted(name)} ${why} ${useTerraform}`,
    },
  ]);
});

test("a lookup that comes after too many references is not said to refer to itself elsewhere", () => {
  const last = "${data.scanform_custom_policy.it.title}";
  const chain: Json = Object.fromEntries(
    Array.from({ length: 101 }, (_, index) => {
      const next = `\${scanform_configuration.c${String(index + 1)}.name}`;
      return [`c${String(index)}`, { name: index === 100 ? last : next }];
    }),
  );
  const use = { name: "use", code_policies: [{ id: policy }] };
  const found = problems({
    ...twoAccounts,
    resource: { scanform_configuration: { ...chain, use } },
  });
  expect(found).toMatchObject([
    {
      code: "not-evaluable",
      address: "scanform_configuration.c100",
      detail: expect.stringContaining("comes after 100 references that lead from one to the next") as string,
    },
  ]);
});

test("the title of a lookup may refer to that of another lookup", () => {
  const data = {
    scanform_custom_policy: { it: { title: "a" }, longer: { title: "${data.scanform_custom_policy.it.title}-b" } },
  };
  const code_policies = [{ id: "${data.scanform_custom_policy.longer.id}" }];
  const { desired } = read({ data, resource: { scanform_configuration: { use: { name: "use", code_policies } } } });
  expect(desired.lookups?.map(({ sought }) => sought)).toEqual([{ key: "a" }, { key: "a-b" }]);
});
