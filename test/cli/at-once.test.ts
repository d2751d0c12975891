import { type App, everyday, idOf } from "../support/declare";
import { desk, documentOf, type Ran } from "../support/desk";
import { forward, proxy } from "../support/proxy";

const strict = { name: "strict", comment: "enabled", analyzers: { secrets: { enabled: true, blocking: true } } };
const created: App = {
  configurations: { strict },
  assignments: { routing: [{ repository_pattern: "payments-%", configuration_id: idOf("strict") }] },
};

/** Applies a plan, and all of it once more between the second plan of the first apply and its first look. */
async function twoAtOnce(app: App, options: readonly string[] = []) {
  const at = await desk(app);
  let lists = -Infinity;
  let other: Ran | undefined;
  const { url } = await proxy(at.emulator.url, ({ method, path, pass }, answer) => {
    if (method === "GET" && path.endsWith("/configurations")) lists += 1;
    if (lists !== 2) return undefined;
    lists = -Infinity;
    return (async () => {
      other = await at.run(["apply", "saved.plan", "--journal", "other"], through);
      await forward(await pass(), answer);
    })();
  });
  const through = { env: { ...at.env, SCANFORM_BASE_URL: url } };
  expect((await at.run(["plan", "--synthesized", "app", "--out", "saved.plan"], through)).code).toBe(0);
  lists = 0;
  const ran = await at.run(["apply", "saved.plan", ...options], through);
  const after = await at.run(["plan", "--synthesized", "app", "--detailed-exitcode"], through);
  return { at, ran, other, after };
}

test("the second of two simultaneous applies of one plan succeeds where the account holds all of it", async () => {
  const { at, ran, other, after } = await twoAtOnce(created);
  expect([other?.code, ran.code, after.code]).toEqual([0, 0, 0]);
  expect(ran.out).toMatch(
    /\n\nAlready applied, by somebody else: 1 configuration, 2 repositories\.\nRead back: the service holds all that was planned\.\n$/,
  );
  expect(ran.err).toBe("");
  expect(at.writes().map(({ method }) => method)).toEqual(["POST"]);
});

test("a program reads that all of it has succeeded, without a change by somebody else", async () => {
  const { ran } = await twoAtOnce(everyday, ["--json"]);
  expect(ran.code).toBe(0);
  expect(documentOf(ran)).toMatchObject({
    accounts: [{ outcomes: [{ status: "succeeded" }, { status: "succeeded" }, { status: "succeeded" }] }],
  });
});
