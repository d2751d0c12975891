import { canaryOfAll } from "../support/account";
import { desk } from "../support/desk";

test("a key that does not reach the account of the provider block is one error, however many names are declared", async () => {
  const names = Array.from({ length: 100 }, (_, at) => `n${String(at)}`);
  const at = await desk({
    provider: { account_id: "99999999-9999-4999-8999-999999999999" },
    configurations: Object.fromEntries(
      names.map((name) => [name, { name, analyzers: { [`slug-${name}`]: { enabled: true } } }]),
    ),
  });
  for (const env of [at.env, { ...at.env, SCANFORM_API_KEY: canaryOfAll }]) {
    const { code, err } = await at.run(["plan", "--synthesized", "app"], { env });
    expect(code).toBe(1);
    expect(err.match(/^error: .*/gm)).toEqual(["error: The key does not reach this account [account-unknown]"]);
  }
});
