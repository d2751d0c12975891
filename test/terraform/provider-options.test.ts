import { optionsOf } from "../../src/terraform/provider-options";
import type { ObjectValue } from "../../src/terraform/value";
import { providerBlock } from "../../src/terraform/schema/resources";
import { blank } from "./session";

const [accountOfBlock, accountOfEnvironment] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-2"];
const env = {
  SCANFORM_BASE_URL: "https://findings.example.com",
  SCANFORM_ACCOUNT_ID: ` ${accountOfEnvironment} `,
  SCANFORM_API_KEY: "key-of-the-environment",
};
const options = (block: ObjectValue, given: NodeJS.ProcessEnv = env) => {
  const found = optionsOf(blank(providerBlock, block), given, new AbortController().signal);
  if ("missing" in found) throw new Error(found.missing.map(({ code }) => code).join());
  const { apiKey, ...others } = found;
  if (typeof apiKey === "string") throw new Error("a key that could be shown");
  return { ...others, key: apiKey.authorization(), source: apiKey.source };
};

test("the environment gives what the block leaves out", () => {
  expect(options({})).toMatchObject({
    baseUrl: "https://findings.example.com",
    accountId: accountOfEnvironment,
    key: "Bearer key-of-the-environment",
    source: "SCANFORM_API_KEY",
    dryRun: false,
  });
});

test("what the block says comes before the environment, without blanks around it", () => {
  const block = { account_id: ` ${accountOfBlock}\n`, api_key: " key-of-the-block\n" };
  expect(options(block)).toMatchObject({
    accountId: accountOfBlock,
    key: "Bearer key-of-the-block",
    source: "api_key of the provider block",
  });
  // the key of the block is enough, whatever the environment has
  const both = { ...env, SCANFORM_API_KEY_FILE: "/there/is/no/such/file" };
  expect(options(block, both)).toMatchObject({ key: "Bearer key-of-the-block" });
});

test.each<[string, ObjectValue, object]>([
  ["a limit of no deletions at all", { managed_scope: { names: null, all: true, max_deletes: 0 } }, { maxDeletes: 0 }],
  ["a dry run", { dry_run: true }, { dryRun: true }],
  ["no dry run", { dry_run: false }, { dryRun: false }],
  ["how many requests at once", { max_concurrency: 1 }, { maxConcurrency: 1 }],
])("the block says %s", (_, block, expected) => {
  expect(options(block)).toMatchObject(expected);
});

describe("an address with a path, in the block and in the environment", () => {
  const named = { ...env, SCANFORM_BASE_URL: "https://findings.example.com/scan" };

  test.each([
    "https://findings.example.com/scan/",
    "https://findings.example.com/scan",
    "HTTPS://Findings.example.com/scan",
  ])("is the same one as %s", (base_url) => {
    expect(options({ base_url }, named).baseUrl).toBe(base_url);
  });

  test.each([
    ["https://findings.example.com/", "https://findings.example.com"],
    ["https://findings.example.com/scans/", "https://findings.example.com/scans"],
  ])("is another one than %s", (base_url, shown) => {
    const wrong = `The block names ${shown}, and the key belongs to https://findings.example.com/scan, which`;
    expect(() => options({ base_url }, named)).toThrow(wrong);
  });
});

test("what is missing is named, all of it at once", () => {
  const { missing } = { missing: [], ...optionsOf(blank(providerBlock, {}), {}, new AbortController().signal) };
  expect(missing).toMatchObject([
    { code: "base-url-missing", attribute: ["base_url"] },
    { code: "no-api-key", attribute: ["api_key"] },
  ]);
});
