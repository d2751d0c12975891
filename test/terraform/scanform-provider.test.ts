import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countingServer } from "../support/listening";
import { acmeAccountId, acmeKey } from "../../src/emulator/index";
import { scanformProvider } from "../../src/terraform/scanform-provider";
import { type ObjectValue, Unknown } from "../../src/terraform/value";
import { connectProxy } from "../support/connect-proxy";
import { startEmulator } from "../support/emulator";
import { blank } from "./session";
import { optionsOf } from "../../src/terraform/provider-options";
import { providerBlock } from "../../src/terraform/schema/resources";

const provider = scanformProvider({});
const stop = new AbortController().signal;

/** Whether there is a session with this provider block. */
async function opens(given: ObjectValue): Promise<boolean> {
  const emulator = await startEmulator();
  try {
    const block = { base_url: emulator.url, account_id: acmeAccountId, api_key: acmeKey, ...given };
    const session = await provider.configure(blank(provider.block, block), stop);
    await session?.close();
    return session !== undefined;
  } finally {
    await emulator.close();
  }
}

test("of a managed scope that is not known yet, only its limit is a reason to wait", async () => {
  const scope = { names: new Unknown(), all: null };
  expect(await opens({ managed_scope: { ...scope, max_deletes: 3 } })).toBe(true);
  for (const unknown of [new Unknown(), { ...scope, max_deletes: new Unknown() }])
    expect(await opens({ managed_scope: unknown })).toBe(false);
});

test("http to another machine is refused with advice that fits the provider block", () => {
  const [diagnostics] = provider.validate(blank(provider.block, { base_url: "http://findings.example.com" }));
  expect(diagnostics).toMatchObject({
    attribute: ["base_url"],
    detail: expect.stringContaining("to an https URL") as string,
  });
  expect(diagnostics?.detail).not.toContain("--");
});

test("SCANFORM_INSECURE=1, and nothing else, allows http to another machine", () => {
  const block = blank(provider.block, { base_url: "http://findings.example.com" });
  expect(scanformProvider({ SCANFORM_INSECURE: "1" }).validate(block)).toEqual([]);
  for (const other of ["", "0", "true"])
    expect(scanformProvider({ SCANFORM_INSECURE: other }).validate(block)).toMatchObject([
      { detail: expect.stringContaining("or set SCANFORM_INSECURE=1 to allow it") as string },
    ]);
});

afterEach(() => {
  jest.restoreAllMocks();
});

test("certificates that are not checked are refused before any connection, unless SCANFORM_INSECURE=1 allows it", async () => {
  jest.spyOn(Math, "random").mockReturnValue(0); // no wait between attempts
  const { port, connections } = await countingServer();
  const block = blank(provider.block, { base_url: `https://127.0.0.1:${String(port)}`, api_key: acmeKey });
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: "0" };
  await expect(scanformProvider(env).configure(block, stop)).rejects.toMatchObject({
    diagnostics: [{ code: "tls-unchecked", detail: expect.stringContaining("set SCANFORM_INSECURE=1") as string }],
  });
  expect(connections()).toBe(0);
  const allowed = scanformProvider({ ...env, SCANFORM_INSECURE: "1" }).configure(block, stop);
  await expect(allowed).rejects.toMatchObject({ diagnostics: [{ code: "service-unreachable" }] });
  expect(connections()).toBeGreaterThan(0);
});

test("the proxy of the environment is used", async () => {
  const proxy = await connectProxy(1, () => "HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n");
  const block = blank(provider.block, { base_url: "https://findings.example.com", api_key: acmeKey });
  const configuring = scanformProvider({ HTTPS_PROXY: proxy.url }).configure(block, stop);
  await expect(configuring).rejects.toThrow("(HTTPS_PROXY) does not accept");
  expect(proxy.asked).toEqual(["CONNECT findings.example.com:443"]);
});

test.each(Object.keys(provider.block.block.attributes).filter((name) => name !== "managed_scope"))(
  "opens no session while %s is unknown",
  async (name) => {
    expect(await opens({ [name]: new Unknown() })).toBe(false);
  },
);

describe("the service that the key belongs to", () => {
  const configured = async (env: NodeJS.ProcessEnv, given: ObjectValue) => {
    const session = await scanformProvider(env).configure(blank(provider.block, given), stop);
    await session?.close();
    return session !== undefined;
  };

  test("the service that the key belongs to is refused where the environment names one and the block another, and neither hears of it", async () => {
    const [ours, theirs] = [await startEmulator(), await startEmulator()];
    const env = { SCANFORM_BASE_URL: ours.url, SCANFORM_API_KEY: acmeKey, SCANFORM_ACCOUNT_ID: acmeAccountId };
    for (const key of [{}, { api_key: acmeKey }] as readonly ObjectValue[])
      await expect(configured(env, { base_url: theirs.url, ...key })).rejects.toMatchObject({
        diagnostics: [{ code: "base-url-other", attribute: ["base_url"] }],
      });
    expect([...ours.requests, ...theirs.requests]).toEqual([]);
    await Promise.all([ours.close(), theirs.close()]);
  });

  test("the service that the key belongs to may be named by both alike, or by the block alone", async () => {
    const emulator = await startEmulator();
    const env = { SCANFORM_API_KEY: acmeKey, SCANFORM_ACCOUNT_ID: acmeAccountId };
    const block = { base_url: emulator.url };
    expect(await configured({ ...env, SCANFORM_BASE_URL: `${emulator.url}/` }, block)).toBe(true);
    expect(await configured(env, block)).toBe(true);
    await emulator.close();
  });

  test("the service that the key belongs to may have its key in a file, but not in the environment as well", async () => {
    const folder = mkdtempSync(join(tmpdir(), "scanform-key-"));
    const file = join(folder, "key");
    writeFileSync(file, `${acmeKey}\n`);
    const emulator = await startEmulator();
    const env = {
      SCANFORM_BASE_URL: emulator.url,
      SCANFORM_API_KEY_FILE: file,
      SCANFORM_ACCOUNT_ID: acmeAccountId,
    };
    expect(await configured(env, {})).toBe(true);
    await expect(configured({ ...env, SCANFORM_API_KEY: acmeKey }, {})).rejects.toMatchObject({
      diagnostics: [{ code: "api-key-ambiguous" }],
    });
    await emulator.close();
    rmSync(folder, { recursive: true });
  });
});

const [accountOfBlock, accountOfEnvironment] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-2"];
const env = {
  SCANFORM_BASE_URL: "https://findings.example.com",
  SCANFORM_ACCOUNT_ID: ` ${accountOfEnvironment} `,
  SCANFORM_API_KEY: "key-of-the-environment",
};
const options = (block: ObjectValue, given: NodeJS.ProcessEnv = env) => {
  const found = optionsOf(blank(providerBlock, block), given, new AbortController().signal);
  const { apiKey, ...others } = found;
  if (typeof apiKey === "string") throw new Error("a key that could be shown");
  return { ...others, key: apiKey.authorization(), source: apiKey.source };
};

test("takes absent values from the environment", () => {
  expect(options({})).toMatchObject({
    baseUrl: "https://findings.example.com",
    accountId: accountOfEnvironment,
    key: "Bearer key-of-the-environment",
    source: "SCANFORM_API_KEY",
    dryRun: false,
  });
});

test("prefers trimmed values of the block to the environment", () => {
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
  ])("an address with a path, in the block and in the environment is the same one as %s", (base_url) => {
    expect(options({ base_url }, named).baseUrl).toBe(base_url);
  });

  test.each([
    ["https://findings.example.com/", "https://findings.example.com"],
    ["https://findings.example.com/scans/", "https://findings.example.com/scans"],
  ])("an address with a path, in the block and in the environment is another one than %s", (base_url, shown) => {
    const wrong = `The provider block names ${shown}, and the key belongs to https://findings.example.com/scan, which`;
    expect(() => options({ base_url }, named)).toThrow(wrong);
  });
});

test("names all missing values at once", () => {
  try {
    options({}, {});
  } catch (thrown) {
    expect(thrown).toMatchObject({
      diagnostics: [
        { code: "base-url-missing", attribute: ["base_url"] },
        { code: "no-api-key", attribute: ["api_key"] },
      ],
    });
  }
  expect.assertions(1);
});
