import { constantName, constantNames } from "../../../src/generate/types/constant-name";
import {
  compareSnapshots,
  digestOfSnapshot,
  type NamedLists,
  snapshotIn,
  snapshotOf,
  snapshotText,
} from "../../../src/generate/types/snapshot";
import { isModuleOf, isOurs, moduleText } from "../../../src/generate/types/module-text";
import { accountId, repositoryId } from "../../../src/model/ids";

const lists: NamedLists = {
  analyzers: [
    { id: "2", slug: "xss" },
    { id: "1", slug: "xss" },
  ],
  policies: [
    { id: "p-1", title: "No secrets" },
    { id: "p-2", title: "No secrets" },
  ],
  repositories: [
    { id: repositoryId("r-1"), name: "web" },
    { id: repositoryId("r-2") },
    { id: repositoryId("r-3"), name: "web" },
  ],
};
const of = (given: Partial<NamedLists> = {}) => snapshotOf(accountId("account"), { ...lists, ...given });

test("a slug or a name that is there twice has one constant, a title one for each policy, in whatever order", () => {
  const snapshot = of();
  expect(snapshot).toEqual({
    account_id: "account",
    analyzers: { XSS: "xss" },
    policies: {
      NO_SECRETS_P1: { id: "p-1", title: "No secrets" },
      NO_SECRETS_P2: { id: "p-2", title: "No secrets" },
    },
    repositories: { WEB: "web" },
  });
  const other = of({ analyzers: lists.analyzers.toReversed(), policies: lists.policies.toReversed() });
  expect([snapshotText(other), digestOfSnapshot(other)]).toEqual([snapshotText(snapshot), digestOfSnapshot(snapshot)]);
});

test("a policy that was made again under its title is one that came and one that went", () => {
  const before = of({ policies: [{ id: "p-1", title: "No secrets" }] });
  const change = { kind: "policies", constant: "NO_SECRETS", name: "No secrets" };
  expect(compareSnapshots(before, of({ policies: [{ id: "p-9", title: "No secrets" }] }))).toEqual({
    added: [change],
    removed: [change],
  });
  expect(compareSnapshots(before, before)).toEqual({ added: [], removed: [] });
  expect(compareSnapshots(undefined, before).added).toHaveLength(3);
});

test("a file is read as it was written, and not where another program or version has written it", () => {
  const text = snapshotText(of());
  expect(snapshotIn(text)).toEqual(of());
  for (const other of [
    text.replace("scanform types", "somebody"),
    text.replace('"format_version": "1.0"', '"format_version": "2.0"'),
    text.replace('"title": "No secrets"', '"title": 5'),
    text.slice(1),
    "[]",
  ])
    expect(snapshotIn(other)).toBeUndefined();
});

test("a module is known however it is formatted, and is another where a name differs", () => {
  const text = moduleText(of());
  const formatted = text.replaceAll('"', "'").replaceAll(",\n", "\n").replaceAll("  ", "\t");
  expect(isOurs(formatted)).toBe(true);
  expect(isOurs(text.replace("overwrites it", "writes it anew"))).toBe(true); // the mark of earlier versions
  expect(isModuleOf(formatted, of())).toBe(true);
  expect(isModuleOf(text, of({ repositories: [{ id: repositoryId("r-1"), name: "webs" }] }))).toBe(false);
});

test.each([
  ["sql-injection", "SQL_INJECTION"],
  ["payments-api", "PAYMENTS_API"],
  ["No plaintext secrets", "NO_PLAINTEXT_SECRETS"],
  ["Don't log secrets!", "DONT_LOG_SECRETS"],
  ["paymentsApi", "PAYMENTS_API"],
  ["XMLParser", "XML_PARSER"],
  ["secrets in GitHub", "SECRETS_IN_GITHUB"],
  ["s3Bucket", "S3_BUCKET"],
  ["acme/web.site", "ACME_WEB_SITE"],
  ["3scale", "_3SCALE"],
  ["Café", "CAFE"],
  ["決済", "決済"],
  ["__proto__", "PROTO"],
  ["*/ alert(1) //", "ALERT_1"],
  ["!!!", ""],
  ["", ""],
])("the constant of %j is %s", (text, name) => {
  expect(constantName(text)).toBe(name);
});

test("a long name gives a constant of at most 80 characters", () => {
  expect(constantName("ab-".repeat(1000))).toBe("AB_".repeat(26) + "AB");
});

test("names that give the same constant all get a part of their id", () => {
  const all = [
    { name: "a-b", id: "11111111-aaaa" },
    { name: "a_b", id: "22222222-bbbb" },
    { name: "c", id: "3" },
    { name: "A B 22222222", id: "4" },
    { name: "?", id: "55555555-cccc" },
  ];
  expect(constantNames(all, "POLICY")).toEqual([
    "A_B_11111111",
    "A_B_22222222BBBB",
    "C",
    "A_B_22222222",
    "POLICY_55555555",
  ]);
});

test("constants are different even where ids are the same", () => {
  const all = ["a-b", "a_b", "a.b"].map((name) => ({ name, id: "1" }));
  expect(constantNames(all, "POLICY")).toEqual(["A_B_1", "A_B_12", "A_B_13"]);
});
