import { acmeAccountId, acmeKey } from "../../src/emulator";
import { scanformProvider } from "../../src/terraform/scanform-provider";
import { type ObjectValue, Unknown } from "../../src/terraform/values/value";
import { startEmulator } from "../support/emulator";
import { blank } from "./session";

const provider = scanformProvider({});
const stop = new AbortController().signal;

/** Whether there is a session with this provider block. */
async function opens(given: ObjectValue): Promise<boolean> {
  const emulator = await startEmulator();
  try {
    const block = { base_url: emulator.url, account_id: acmeAccountId, api_key: acmeKey, ...given };
    const { session, diagnostics } = await provider.configure(blank(provider.block, block), stop);
    expect(diagnostics).toEqual([]);
    await session?.close();
    return session !== undefined;
  } finally {
    await emulator.close();
  }
}

test("a managed scope that is not known yet, which terraform does not use, is no reason to wait", async () => {
  expect(await opens({ managed_scope: new Unknown() })).toBe(true);
});

test("http to another machine is refused with advice that fits the provider block", () => {
  const [diagnostics] = provider.validate(blank(provider.block, { base_url: "http://findings.example.com" }));
  expect(diagnostics).toMatchObject({
    attribute: ["base_url"],
    detail: expect.stringContaining("to an https URL") as string,
  });
  expect(diagnostics?.detail).not.toContain("--");
});

test.each(Object.keys(provider.block.block.attributes).filter((name) => name !== "managed_scope"))(
  "there is no session while %s is not known",
  async (name) => {
    expect(await opens({ [name]: new Unknown() })).toBe(false);
  },
);
