import { listingText } from "../../src/report/listing";

const id = "99999999-0000-4000-8000-000000000000";

test("what the service does not say of an item is shown as such, and not as no", () => {
  const items = [
    { name: "api", enabled: false, id },
    { name: "web", id },
  ];
  expect(listingText("repositories", items, undefined)).toBe(
    `NAME  CONFIGURATION  SCANNED  ID\napi   -              no       ${id}\nweb   -              -        ${id}\n`,
  );
});

test("ids are whole in the narrowest terminal, for they are there to be copied", () => {
  const name = "payments-service-of-the-department";
  const text = listingText("repositories", [{ name, configuration_name: name, enabled: true, id }], 70);
  expect(text).toContain(` ${id}\n`);
  expect(text).not.toContain(name);
});

test("items of several accounts say of which, and accounts themselves do not", () => {
  const names = new Map([["a-1", "acme"]]);
  const items = [
    { account_id: "a-1", slug: "xss", enabled: true },
    { account_id: "a-2", slug: "xss", enabled: true },
  ];
  expect(listingText("analyzers", items, undefined, names)).toMatch(/^ACCOUNT +SLUG .*\nacme +xss .*\na-2 +xss .*\n$/);
  expect(listingText("accounts", [{ account_id: "a-1", org_name: "acme" }], undefined, names)).toMatch(/^NAME /);
});
