import { constantName, constantNames } from "../../../src/generate/types/constant-name";

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
  expect(constantNames(all, "POLICY")).toEqual(["A_B_1", "A_B_2", "A_B_3"]);
});
