import { accountId, seedOf } from "../support/account";
import { accountOf, desk } from "../support/desk";

/** A service that keeps names in lower case makes one configuration, and what to write is said. */

const strict = { name: "Strict", comment: "silent" } as const;

async function lowerCased() {
  const at = await desk({ configurations: { strict } }, seedOf({ configurations: [], repositories: [] }));
  at.emulator.setProfile({ name_spelling: "lower_case" });
  return {
    url: at.emulator.url,
    declare: (name: string) => {
      at.declare({ configurations: { strict: { ...strict, name } } });
    },
    apply: () => at.apply("--json"),
    live: () => at.emulator.store.configurations(accountId).map(({ name }) => name),
  };
}

test("the CLI says so at once, refuses to make another one, and is done once the name is written as it is live", async () => {
  const { declare, apply: run, live } = await lowerCased();
  const first = await run();
  expect(first.code).toBe(5);
  expect(accountOf(first)).toMatchObject({
    outcomes: [{ status: "failed", error: expect.stringContaining('Declare "strict" as its name') as string }],
    diagnostics: [{ code: "write-failed" }],
    requests: { sent: 1 },
  });
  const second = await run();
  expect(second.code).toBe(1);
  expect(JSON.parse(second.out)).toMatchObject({ diagnostics: [{ code: "name-live-alike", path: "name" }] });
  declare("strict");
  expect((await run()).code).toBe(0);
  expect(live()).toEqual(["strict"]);
});
