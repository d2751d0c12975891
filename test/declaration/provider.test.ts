import { readDeclaration } from "../../src/declaration/read";
import { at, problems, problemsIn, read, strict, synthesized } from "./folder";

const canary = "canary-7f3e9b51c2d84a60";
const account = "5f0c41d2-9a3e-4b67-8c15-d20e7f6a9b34";
const scanform = (...blocks: readonly unknown[]) => strict({}, { provider: { scanform: blocks } });

test("the provider block says where to go", () => {
  const block = {
    base_url: "https://findings.example.com",
    account_id: account,
    alias: "west",
    managed_scope: { names: "platform-%", all: null, max_deletes: 3 },
  };
  expect(read(scanform(block)).provider).toEqual({ baseUrl: "https://findings.example.com", accountId: account });
});

test.each([
  ["no provider block", strict({})],
  ["one of another provider", strict({}, { provider: { aws: [{ region: "${var.r}" }] } })],
  ["an empty one", scanform({})],
  ["one of null values", scanform({ base_url: null, account_id: null, api_key: null })],
  ["one whose key is an expression", scanform({ api_key: "${var.key}" })],
])("an app with %s leaves that to the environment", (_what, acme) => {
  expect(read(acme)).toMatchObject({ provider: {}, diagnostics: [] });
  expect(read(acme).provider).toEqual({});
});

test("a block that is not in a list is read as well", () => {
  expect(read(strict({}, { provider: { scanform: { account_id: account } } })).provider).toEqual({
    accountId: account,
  });
});

test("values of the block may refer to what is declared", () => {
  expect(read(scanform({ account_id: "${scanform_configuration.strict.name}" })).provider).toEqual({
    accountId: "strict",
  });
});

test.each([
  ["text", canary],
  ["text with an escape", `$\${${canary}`],
  ["text around an expression", `${canary}\${var.x}`],
  ["an expression that is not closed", `\${${canary}`],
  ["a list", [canary]],
  ["a number", 7_316_400_501],
])("a key that is written out as %s is refused, and not repeated", (_what, api_key) => {
  const found = problems(scanform({ account_id: account, api_key }));
  expect(found).toMatchObject([
    {
      code: "secret-declared",
      severity: "error",
      address: "provider.scanform",
      path: at("/provider/scanform/0/api_key"),
    },
  ]);
  expect(found[0]?.detail).toContain("SCANFORM_API_KEY");
  expect(JSON.stringify(found)).not.toMatch(/canary|7316400501/);
});

test("a key beside other mistakes is not repeated either", () => {
  const found = problems(scanform({ api_key: canary, api_kye: canary, base_url: 5, account_id: "${var.x}" }));
  expect(found.map((each) => each.code)).toEqual(
    expect.arrayContaining(["secret-declared", "declaration-invalid", "not-evaluable"]),
  );
  expect(JSON.stringify(found)).not.toContain(canary);
});

test.each([
  [{ base_url: 5 }, "/base_url", "declaration-invalid"],
  [{ account: account }, "/account", "declaration-invalid"],
  [{ managed_scope: { name: "x" } }, "/managed_scope/name", "declaration-invalid"],
  [{ managed_scope: { max_deletes: "3" } }, "/managed_scope/max_deletes", "declaration-invalid"],
  [{ base_url: "${var.url}" }, "/base_url", "not-evaluable"],
])("a provider block %j is refused at %s", (block, pointer, code) => {
  expect(problems(scanform({}, block))).toMatchObject([
    { code, address: "provider.scanform", path: at(`/provider/scanform/1${pointer}`) },
  ]);
});

test("several blocks that mean the same are one", () => {
  const block = { base_url: "https://h", account_id: account };
  expect(read(scanform(block, { ...block, alias: "b" })).provider).toEqual({
    baseUrl: "https://h",
    accountId: account,
  });
  const folder = synthesized({ a: scanform(block), b: scanform(block) });
  expect(readDeclaration(folder).provider).toEqual({ baseUrl: "https://h", accountId: account });
});

test.each([
  ["accounts", { account_id: "a" }, { account_id: "b", alias: "x" }],
  ["services", { base_url: "https://a" }, { base_url: "https://b" }],
  ["one account and the environment's", {}, { account_id: "b" }],
])("blocks of different %s are refused, in one stack or in several", (_what, first, second) => {
  for (const folder of [
    synthesized({ a: scanform(first, second) }),
    synthesized({ a: scanform(first), b: scanform(second) }),
  ])
    expect(problemsIn(folder)).toMatchObject([{ code: "several-providers", severity: "error" }]);
});
