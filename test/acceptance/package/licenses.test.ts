import { type Checkout, checkout } from "../../support/checkout";

let at: Checkout;

beforeEach(() => {
  at = checkout();
});

afterEach(() => {
  at.remove();
});

test("the licences of all that is published are permissive", async () => {
  expect(await at.run("licenses")).toEqual({ code: 0, out: "", err: "" });
});

test.each([
  ["a production dependency", "node_modules/zod", "zod"],
  ["a dependency of a dependency", "node_modules/strip-ansi/node_modules/ansi-regex", "ansi-regex"],
  ["a package of the provider's bundle", "node_modules/@grpc/grpc-js", "@grpc/grpc-js"],
  ["a package whose files are copied", "node_modules/swagger-ui-dist", "swagger-ui-dist"],
])("refuses another licence of %s", async (_, folder, name) => {
  at.lock(folder, { license: "GPL-3.0-only" });
  const { code, err } = await at.run("licenses");
  expect(code).toBe(1);
  expect(err.split("\n")[0]).toMatch(new RegExp(`^${name} [\\d.]+ \\(GPL-3\\.0-only\\) is published with scanform`));
});

test.each([
  ["(MIT OR GPL-3.0-only)", 0],
  ["MIT AND ISC", 0],
  ["MIT AND GPL-3.0-only", 1],
  ["(MIT OR (ISC AND GPL-3.0-only))", 0],
  ["UNLICENSED", 1],
  ["", 1],
])("a licence %p ends with %i", async (license, code) => {
  at.lock("node_modules/zod", { license });
  expect((await at.run("licenses")).code).toBe(code);
});

test("does not judge what is used for development only", async () => {
  at.lock("node_modules/jest", { license: "GPL-3.0-only" });
  expect((await at.run("licenses")).code).toBe(0);
});
