import type { ServerResponse } from "node:http";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { canary } from "../../support/account";
import { everyday } from "../../support/declare";
import { desk, type Desk, expectNoSecret } from "../../support/desk";
import { forward, type Passing, proxy } from "../../support/proxy";
import { scanform } from "../../support/spawned";
import { temporaryFolder } from "../../support/temporary-folder";

/** Runs a command in every form of its output, with a service that a test has got at. */
async function everywhere(argv: readonly string[], setUp: (at: Desk) => Promise<NodeJS.ProcessEnv>): Promise<string> {
  let said = "";
  for (const flags of [[], ["--json"], ...(argv[0] === "plan" ? [["--format=markdown", "--out", "it.plan"]] : [])]) {
    const at = await desk(everyday);
    const env = await setUp(at);
    const ran = await at.run([...argv, ...flags], { env: { ...at.env, ...env } });
    said += ran.out + ran.err;
  }
  return said;
}

const plan = ["plan", "--synthesized", "app"];
const apply = ["apply", "--synthesized", "app", "--auto-approve"];

/** A service that answers to what `fits` with something that repeats the key. */
const echoing =
  (fits: (passing: Passing) => boolean, answer: (to: ServerResponse) => void) =>
  async (at: Desk): Promise<NodeJS.ProcessEnv> => {
    const { url } = await proxy(at.emulator.url, async (passing, to) => {
      if (!fits(passing)) return forward(await passing.pass(), to);
      answer(to);
    });
    return { SCANFORM_BASE_URL: url };
  };

const every = (): boolean => true;
const writing = ({ method }: Passing): boolean => method !== "GET";

function send(status: number, type: string, body: string, headers: Readonly<Record<string, string>> = {}) {
  return (to: ServerResponse): void => {
    to.writeHead(status, { "content-type": type, ...headers });
    to.end(body);
  };
}

const bearer = `Authorization: Bearer ${canary}`;
const json = "application/json";

// Every command line that a test runs at a desk is searched for the key, those of command-line.test.ts in each format.
describe("the key is in nothing that is written", () => {
  test.each([200, 401, 403, 404, 500])(
    "of a service that answers with HTML that repeats it, and %d",
    async (status) => {
      const said = await everywhere(plan, echoing(every, send(status, "text/html", `<pre>${bearer}</pre>`)));
      expect(said).toContain("GET /v1/accounts");
    },
  );

  test.each([400, 401, 403, 500])("of a service that repeats it in its error, and answers with %d", async (status) => {
    const said = await everywhere(plan, echoing(every, send(status, json, JSON.stringify({ error: bearer }))));
    expect(said).toContain("Authorization: Bearer ***");
  });

  test("of a service that repeats it in hexadecimal in its error", async () => {
    const error = `Authorization: ${Buffer.from(canary).toString("hex")}`;
    const said = await everywhere(apply, echoing(writing, send(400, json, JSON.stringify({ error }))));
    expect(said).toContain("Authorization: ***");
  });

  test("of a service that repeats it in its headers", async () => {
    const headers = { request_id: canary };
    const said = await everywhere(plan, echoing(every, send(200, `text/${canary}`, "no", headers)));
    expect(said).toContain("request_id ***");
  });

  test("of a service that repeats it among what it lists", async () => {
    const account = { account_id: canary, org_name: bearer, active: true };
    const body = JSON.stringify({ data: [account, { ...account, account_id: "b" }] });
    expect(await everywhere(plan, echoing(every, send(200, json, body)))).toContain("the answer contains the API key");
  });

  test.each([
    ["refuses", 422, JSON.stringify({ error: bearer })],
    ["breaks down over", 500, JSON.stringify({ error: bearer })],
    ["lists errors of", 200, JSON.stringify({ updated_count: 0, total_count: 1, errors: [{ sent: bearer }] })],
    ["answers with something else to", 200, `<pre>${bearer}</pre>`],
    ["answers with half of JSON to", 200, `{"data": "${bearer}`],
  ])("of a service that %s a write, repeating it", async (_what, status, body) => {
    const said = await everywhere(apply, echoing(writing, send(status, json, body)));
    expect(said).toContain("write-failed");
  });

  const env = { OTHER: `<${canary}>` };

  test.each([
    [
      "prints its whole environment",
      "console.log(process.env); console.error(JSON.stringify(process.env)); process.exit(1);",
      {},
      "[app-failed]",
    ],
    ["has it from elsewhere, and prints it", "console.log(process.env.OTHER); process.exit(1);", env, "<***>"],
    [
      "overflows the stack",
      "const f = (key) => f(key) + 1; f(process.env.OTHER);",
      env,
      "Maximum call stack size exceeded",
    ],
  ])("of an app that %s", async (_what, program, more, shown) => {
    const said = await everywhere(["plan"], (at) => {
      writeFileSync(join(at.folder, "app.cjs"), program);
      writeFileSync(join(at.folder, "cdktf.json"), JSON.stringify({ app: "node app.cjs", context: { a: 1 } }));
      return Promise.resolve(more);
    });
    expect(said).toContain(shown);
  });

  test("of the program in a process of its own, whether it succeeds or not", async () => {
    for (const argv of [
      plan,
      apply,
      [...plan, "--json"],
      ["plan"],
      ["apply", canary],
      ["emulator", "--seed", canary],
    ]) {
      const at = await desk(everyday);
      expectNoSecret(
        at.folder,
        await scanform(argv, {
          cwd: at.folder,
          env: { ...at.env, DEBUG: "*", NODE_DEBUG: "http,https,net,tls,stream" },
        }),
      );
    }
  });

  test("of a file that holds it and is taken for a plan", async () => {
    const at = await desk(everyday);
    const outside = join(temporaryFolder(), ".env");
    writeFileSync(outside, canary);
    const ran = await scanform(["apply", outside], { cwd: at.folder, env: at.env });
    expectNoSecret(at.folder, ran);
    expect(ran.err).toContain("[plan-file-unreadable]");
  });

  test("of a command line that it was put into by mistake", async () => {
    const said = await everywhere(["plan", canary, `--api-key=${canary}`], () => Promise.resolve({}));
    expect(said).toContain("unknown option '--api-key=***'");
  });
});
