import { readdirSync } from "node:fs";
import { join } from "node:path";
import { waitingLine } from "../../src/cli/session";
import { accountId, canary, canaryOfAll, seedOf } from "../support/account";
import { connectProxy } from "../support/connect-proxy";
import { asItIs, everyday } from "../support/declare";
import { desk, type Desk } from "../support/desk";
import { startEmulator } from "../support/emulator";
import { forward, proxy, refuseWith } from "../support/proxy";
import { screen } from "../support/screen";
import { tlsService } from "../support/tls-service";

const baseUrl = "https://findings.example.com";

/** A desk whose service is behind TLS, and a proxy that leads there. */
async function behindProxy() {
  const at = await desk(everyday);
  const { port } = await tlsService((request, response) => {
    const headers = { authorization: request.headers.authorization ?? "" };
    void fetch(at.emulator.url + (request.url ?? ""), { headers }).then((answer) => forward(answer, response));
  });
  const proxy = await connectProxy(port);
  const plan = (env: NodeJS.ProcessEnv, ...flags: readonly string[]) =>
    at.run(["plan", "--synthesized", "app", "--timeout", "1", ...flags], {
      env: { ...at.env, SCANFORM_BASE_URL: baseUrl, ...env },
    });
  return { at, proxy, plan };
}

test("a plan goes through HTTPS_PROXY, which never sees the key", async () => {
  const { at, proxy, plan } = await behindProxy();
  const { code, out } = await plan({ HTTPS_PROXY: proxy.url });
  expect(code).toBe(0);
  expect(out).toContain("baseline");
  expect(at.emulator.requests.length).toBeGreaterThan(0);
  expect(new Set(proxy.asked)).toEqual(new Set(["CONNECT findings.example.com:443"]));
  expect(proxy.seen()).not.toContain(canary);
});

test("a service on this machine is reached without the proxy, which would get the key unencrypted", async () => {
  const { at, proxy, plan } = await behindProxy();
  const { code } = await plan({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url, SCANFORM_BASE_URL: at.emulator.url });
  expect(code).toBe(0);
  expect(proxy.seen()).toBe("");
});

test("a proxy that cannot be used is named by its variable, without its password", async () => {
  const { at, plan } = await behindProxy();
  const { code, err } = await plan({ https_proxy: "socks5://user:hunter2@proxy.example.com" });
  expect(code).toBe(1);
  expect(err).toContain("error: The proxy cannot be used [proxy-invalid]");
  expect(err).toContain("https_proxy names a proxy that is used with socks5");
  expect(err).not.toContain("hunter2");
  const down = await plan({ HTTPS_PROXY: "http://user:hunter2@127.0.0.1:1" });
  expect(down.err).toContain("the proxy 127.0.0.1:1 (HTTPS_PROXY) cannot be reached: nothing listens there");
  expect(down.err).not.toContain("hunter2");
  expect(at.emulator.requests).toEqual([]);
});

const url = new URL("https://findings.example.com:8443/base");
const get = { method: "GET", path: "/v1/accounts" };

test("says once per command what is waited for, whatever the number of requests and of connections", () => {
  const { io, shown } = screen();
  waitingLine(io, url)(get, {});
  waitingLine(io, url)({ ...get, path: "/v1/accounts/a/configurations" }, {});
  expect(shown()).toBe("findings.example.com:8443 has not answered GET /v1/accounts for 5 s; still waiting.\n");
  const next = screen();
  waitingLine(next.io, url)(get, {});
  expect(next.shown()).toContain("still waiting");
});

test("says once that the service asks to wait, and how long", () => {
  const { io, shown } = screen();
  waitingLine(io, url)(get, { requested: 20_130 });
  waitingLine(io, url)(get, {});
  expect(shown()).toBe("findings.example.com:8443 asks to wait 20.1 s before GET /v1/accounts is sent again.\n");
});

test("says with what attempts fail that nobody asks to wait for", () => {
  const { io, shown } = screen();
  waitingLine(io, url)(get, { failed: "status 503: \u001b[31mclosed" });
  expect(shown()).toBe("GET /v1/accounts: status 503: \\u{1b}[31mclosed; trying again.\n");
});

afterEach(() => {
  jest.restoreAllMocks();
});

test("a service that is away for half a minute fails no plan, which says what it waits for", async () => {
  const at = await desk(everyday);
  jest.spyOn(Math, "random").mockReturnValue(0.5);
  let [away, waited] = [true, 0];
  const { url } = await proxy(at.emulator.url, (_exchange, answer) =>
    away ? refuseWith(answer, 503, "deploying") : undefined,
  );
  const { code, err } = await at.run(["plan", "--synthesized", "app"], {
    env: { ...at.env, SCANFORM_BASE_URL: url },
    sleep: (milliseconds) => {
      waited += milliseconds;
      away = waited < 30_000;
      return Promise.resolve();
    },
  });
  expect(code).toBe(0);
  expect(err).toBe("GET /v1/accounts: status 503: deploying; trying again.\n");
});

test("overwrites the progress on a terminal", () => {
  const { io, shown } = screen(true);
  waitingLine(io, url)(get, {});
  expect(shown()).toMatch(/^\rfindings\.example\.com.*\n$/);
});

test("an apply that the service does not show says what it waits for, once", async () => {
  const at = await desk(everyday);
  at.emulator.setProfile({ read_lag_ms: 600_000 });
  const { code, err } = await at.apply();
  expect(code).toBe(5);
  expect(err.match(/^Waiting until the service shows what was sent\.$/gm)).toHaveLength(1);
});

test("an apply that the service shows at once says nothing of waiting", async () => {
  const at = await desk(everyday);
  expect((await at.apply()).err).not.toContain("Waiting");
});

const latest = (at: Desk): string => join(".scanform", readdirSync(join(at.folder, ".scanform")).sort().at(-1) ?? "");

const commands: readonly (readonly [string, ...string[]])[] = [
  ["plan", "--synthesized", "app"],
  ["apply", "--synthesized", "app"],
  ["drift", "--synthesized", "app"],
  ["explain", "--synthesized", "app", "web"],
  ["list", "repositories"],
  ["types"],
  ["import"],
];

test.each(commands)(
  "%s takes the account that the environment names, with blanks around it, and nothing but blanks as not set",
  async (...argv: readonly string[]) => {
    const at = await desk(asItIs);
    const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll, SCANFORM_ACCOUNT_ID: ` ${accountId}\n` };
    expect((await at.run(argv, { env })).err).not.toContain("error");
    expect(at.emulator.requests.filter(({ path }) => !path.includes(`/accounts/${accountId}/`))).toEqual([]);
    expect((await at.run(argv, { env: { ...at.env, SCANFORM_ACCOUNT_ID: " \n" } })).err).not.toContain("[account");
  },
);

test("the name by which `--account` found an account is shown, though its id is declared, and is asked for once", async () => {
  const at = await desk({ ...asItIs, provider: { account_id: accountId } });
  const { out } = await at.run(["plan", "--synthesized", "app", "--account", "acme"]);
  expect(out).toContain(`account acme (${accountId.slice(0, 8)})`);
  expect(at.emulator.requests.filter(({ path }) => path === "/v1/accounts")).toHaveLength(1);
});

test("a saved plan and a journal fit to the account of the environment in any case, with blanks, or to none", async () => {
  const at = await desk(everyday);
  for (const named of [accountId.toUpperCase(), ` ${accountId} `, " "]) {
    const env = { ...at.env, SCANFORM_ACCOUNT_ID: named };
    await at.plan("--out", "saved.plan");
    expect((await at.run(["apply", "saved.plan", "--again"], { env })).code).toBe(0);
    expect((await at.run(["rollback", latest(at), "--auto-approve"], { env })).code).toBe(0);
  }
});

test("an apply with the key of an alias is rolled back with that key", async () => {
  const at = await desk({
    provider: { alias: "globex" },
    configurations: { baseline: { name: "baseline", comment: "enabled", provider: "scanform.globex" } },
  });
  const env = { SCANFORM_BASE_URL: at.emulator.url, SCANFORM_API_KEY_GLOBEX: at.env["SCANFORM_API_KEY"] };
  expect((await at.run(["apply", "--synthesized", "app", "--auto-approve"], { env })).code).toBe(0);
  expect((await at.run(["rollback", latest(at), "--auto-approve"], { env })).code).toBe(0);
  expect(at.writes()).toHaveLength(2);
});

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

test("an account in which nothing is to be done does not count as one that was reviewed", async () => {
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
