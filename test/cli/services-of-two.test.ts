import { accountId, canary, seedOf } from "../support/account";
import { desk } from "../support/desk";
import { startEmulator } from "../support/emulator";

test("accounts of the same id in two services are two accounts, and each gets its own", async () => {
  const at = await desk({
    provider: [{}, { alias: "eu" }],
    configurations: {
      baseline: { name: "baseline", comment: "enabled" },
      relaxed: { name: "relaxed", comment: "silent", provider: "scanform.eu" },
    },
  });
  const eu = await startEmulator({ seed: seedOf() });
  const env = {
    ...at.env,
    SCANFORM_ACCOUNT_ID: accountId,
    SCANFORM_BASE_URL_EU: eu.url,
    SCANFORM_API_KEY_EU: canary,
  };
  try {
    const apply = ["apply", "--synthesized", "app", "--auto-approve"];
    expect(await at.run(apply, { env })).toMatchObject({ code: 0 });
    const comments = [at.emulator, eu].map(({ store }) =>
      store.configurations(accountId).map(({ configuration }) => configuration?.["comment"]),
    );
    expect(comments).toEqual([
      ["enabled", "enabled"],
      ["silent", "silent"],
    ]);
    const drift = ["drift", "--synthesized", "app", "--since", ".scanform"];
    expect(await at.run(drift, { env })).toMatchObject({ code: 0 });
  } finally {
    await eu.close();
  }
});

test("a plan that was reviewed for one service is not applied to another one", async () => {
  const at = await desk({ configurations: { baseline: { name: "baseline", comment: "disabled" } } });
  const eu = await desk();
  await at.plan("--out", "saved.plan");
  const env = { ...at.env, SCANFORM_BASE_URL: eu.emulator.url };
  const ran = await at.run(["apply", "--synthesized", "app", "--reviewed", "saved.plan"], { env });
  expect([ran.code, at.writes(), eu.writes()]).toEqual([4, [], []]);
  expect(ran.err).toContain("What is declared now is not what was reviewed");
});

test("an account in which nothing is to be done does not stand for one that was reviewed", async () => {
  const [at, eu, third] = [await desk(), await desk(), await desk()];
  const env = { ...at.env, SCANFORM_ACCOUNT_ID: accountId, SCANFORM_API_KEY_EU: canary };
  const declare = (settings: object): void => {
    at.declare({
      provider: [{}, { alias: "eu" }],
      configurations: {
        baseline: { name: "baseline", comment: "enabled" },
        relaxed: { name: "baseline", ...settings, provider: "scanform.eu" },
      },
    });
  };
  const through = ({ emulator }: typeof eu) => ({ env: { ...env, SCANFORM_BASE_URL_EU: emulator.url } });
  declare({ comment: "disabled" });
  await at.run(["plan", "--synthesized", "app", "--out", "saved.plan"], through(eu));
  declare({});
  const ran = await at.run(["apply", "--synthesized", "app", "--reviewed", "saved.plan"], through(third));
  expect(ran).toMatchObject({ code: 4, err: expect.stringContaining("is not what was reviewed") as unknown });
  expect([at, eu, third].flatMap((each) => each.writes())).toEqual([]);
});
