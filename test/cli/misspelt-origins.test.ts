import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { canary, canaryOfAll, otherAccountId } from "../support/account";
import { desk } from "../support/desk";

const planning = ["plan", "--synthesized", "app"];

describe("provider blocks with services of their own", () => {
  test("do not send a key from a file to the usual service where their own is misspelt", async () => {
    const at = await desk({
      provider: [{}, { alias: "us-west" }],
      configurations: { b: { name: "b", provider: "scanform.us-west" } },
    });
    writeFileSync(join(at.folder, "key"), "a-key-in-a-file");
    const env = {
      ...at.env,
      SCANFORM_API_KEY_FILE_US_WEST: "key",
      SCANFORM_BASE_URL_US_WETS: "https://west.example.com",
    };
    const { code, err } = await at.run(planning, { env });
    expect([code, err]).toEqual([1, expect.stringContaining("If SCANFORM_BASE_URL_US_WEST is meant, set that")]);
    expect(at.emulator.requests).toEqual([]);
  });

  test("may have names that are nearly the same, each with a service of its own", async () => {
    const at = await desk();
    at.declare({
      provider: [{ alias: "us-1" }, { alias: "us-2", base_url: at.emulator.url, account_id: otherAccountId }],
      configurations: {
        a: { name: "a", provider: "scanform.us-1" },
        b: { name: "b", provider: "scanform.us-2" },
      },
    });
    const env = {
      ...at.env,
      SCANFORM_API_KEY_US_1: canary,
      SCANFORM_API_KEY_US_2: canaryOfAll,
      SCANFORM_BASE_URL_US_2: at.emulator.url,
    };
    expect(await at.run(planning, { env })).toMatchObject({ code: 0 });
  });
});
