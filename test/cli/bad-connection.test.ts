import { setTimeout as sleep } from "node:timers/promises";
import { progress, slowProgress } from "../../src/cli/print";
import { accountId, canary, canaryOfAll, otherAccountId, unknownId } from "../support/account";
import { everyday } from "../support/declare";
import { desk, type Desk, type Ran } from "../support/desk";
import { countingServer } from "../support/listening";
import { forward, proxy, serving } from "../support/proxy";
import { screen } from "../support/screen";

/** An apply in this environment, which does not get as far as a write. */
async function applying(env: NodeJS.ProcessEnv, ...flags: readonly string[]): Promise<Ran> {
  const at = await desk(everyday);
  const argv = ["apply", "--synthesized", "app", "--auto-approve", ...flags];
  const ran = await at.run(argv, { env: { ...at.env, ...env } });
  expect(at.writes()).toEqual([]);
  expect(ran).toMatchObject({ code: 1, out: "" });
  return ran;
}

const html = (body: string, status = 200): Promise<string> =>
  serving((_incoming, outgoing) => {
    outgoing.writeHead(status, { "content-type": "text/html" });
    outgoing.end(body);
  });

test.each([undefined, "", "  "])("a key that cannot be used that is %j is asked for by its variable", async (key) => {
  const { err } = await applying({ SCANFORM_API_KEY: key });
  expect(err).toContain("error: No API key [no-api-key]");
  expect(err).toContain("Set SCANFORM_API_KEY, or SCANFORM_API_KEY_FILE to a file that holds it.");
});

test("a key that cannot be used with a line break in the middle is refused before it is sent", async () => {
  const { err } = await applying({ SCANFORM_API_KEY: `${canary}\n${canary}` });
  expect(err).toContain("SCANFORM_API_KEY is empty, or holds characters that no key has");
});

test("a key that cannot be used that the service does not know names the request, the status and the variable", async () => {
  const { err } = await applying({ SCANFORM_API_KEY: "canary-of-somebody-else" });
  expect(err).toContain("[unauthorized]");
  expect(err).toMatch(/GET \/v1\/accounts: status 401.*Check SCANFORM_API_KEY.*\(request_id [0-9a-f-]{36}\)/);
  expect(err).not.toContain("canary-of-somebody-else");
});

test.each(["'", '"'])(
  "a key that cannot be used in quotation marks (%s), as a file of variables may have it, is refused",
  async (mark) => {
    const { err } = await applying({ SCANFORM_API_KEY: `${mark}${canary}${mark}` });
    expect(err).toContain("SCANFORM_API_KEY is in quotation marks. Leave them out.");
  },
);

test("a key that cannot be used that is a word of ours leaves our words as they are", async () => {
  expect((await applying({ SCANFORM_API_KEY: "wrong" })).err).toContain("the key may be wrong, revoked");
});

test("an account that is not known because the key reaches several lists them and how to choose one", async () => {
  const { err } = await applying({ SCANFORM_API_KEY: canaryOfAll });
  expect(err).toContain("[account-ambiguous]");
  expect(err).toContain(`${accountId} (acme), ${otherAccountId} (globex)`);
  expect(err).toContain("Set SCANFORM_ACCOUNT_ID, or the account id in the provider block");
});

test("an account that is not known because the key does not reach it says which it reaches", async () => {
  const { err } = await applying({ SCANFORM_ACCOUNT_ID: unknownId });
  expect(err).toContain("[account-unknown]");
  expect(err).toContain(`no account "${unknownId}" for this key. It reaches ${accountId} (acme).`);
});

test.each(["..", "a/b", "../../v2"])(
  "an account that is not known because its id is %j, which stays one step of the path",
  async (id) => {
    const { err } = await applying({ SCANFORM_ACCOUNT_ID: id });
    expect(err).toContain(JSON.stringify(id));
  },
);

const cases: readonly (readonly [string, string])[] = [
  ["", "Set SCANFORM_BASE_URL, or pass --base-url"],
  ["findings.example.com", '"findings.example.com" is not a URL'],
  ['"https://findings.example.com"', "is in quotation marks. Leave them out of SCANFORM_BASE_URL"],
  ["ftp://findings.example.com", "is not an https URL"],
  [
    "http://findings.example.com",
    "would send the API key unencrypted to findings.example.com. Set SCANFORM_BASE_URL, --base-url or baseUrl of the provider block, to an https URL, or pass --insecure to allow it.",
  ],
  ["http://127.0.0.1.example.com", "would send the API key unencrypted to 127.0.0.1.example.com"],
  ["https://findings.example.com/v1", "ends in /v1"],
  [`https://${canary}:x@findings.example.com`, "carries a user name or password"],
  ["https://findings.example.com?a=b", "has a query or a fragment"],
];
test.each(cases)("a base URL that cannot be used such as %j is refused with what to do", async (url, said) => {
  const { err } = await applying({ SCANFORM_BASE_URL: url });
  expect(err).toMatch(/\[base-url-(missing|invalid)\]/);
  expect(err).toContain(said);
});

test("a base URL that cannot be used in the provider block is refused in the same way", async () => {
  const at = await desk({ provider: { base_url: "http://findings.example.com" } });
  const { code, err } = await at.plan();
  expect(code).toBe(1);
  expect(err).toContain("unencrypted to findings.example.com");
  expect(at.emulator.requests).toEqual([]);
});

test("certificates that are not checked are refused before any connection, unless --insecure allows it", async () => {
  const { port, connections } = await countingServer();
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: "0", SCANFORM_BASE_URL: `https://127.0.0.1:${String(port)}` };
  const { err } = await applying(env);
  expect(err).toContain("error: Certificates are not checked [tls-unchecked]");
  expect(err).toContain("or pass --insecure to allow it.");
  expect(connections()).toBe(0);
  expect((await applying(env, "--insecure")).err).toContain("[service-unreachable]");
  expect(connections()).toBeGreaterThan(0);
});

describe("a service that does not answer", () => {
  const allButSetTimeout = [
    ...(["Date", "hrtime", "nextTick", "performance", "queueMicrotask"] as const),
    ...(["setImmediate", "clearImmediate", "setInterval", "clearInterval"] as const),
  ];

  afterEach(() => {
    jest.useRealTimers();
  });

  test("a service that does not answer because nothing listens there", async () => {
    const gone: Desk = await desk();
    await gone.emulator.close();
    const { err } = await applying({ SCANFORM_BASE_URL: gone.emulator.url });
    expect(err).toContain("[service-unreachable]");
    expect(err).toContain(`GET /v1/accounts: nothing listens at ${gone.emulator.url} (12 attempts`);
  });

  test("a service that does not answer in time says how long it was waited for, and how to wait longer", async () => {
    jest.useFakeTimers({ advanceTimers: true, doNotFake: allButSetTimeout });
    const url = await serving(() => {
      setImmediate(() => {
        jest.advanceTimersByTime(1000);
      });
    });
    const { err } = await applying({ SCANFORM_BASE_URL: url }, "--timeout", "1");
    expect(err).toMatch(/GET \/v1\/accounts: no answer: \d+ attempts over \d+ s; --timeout allows more/);
  });

  test.each(["0", "-1", "1.5", "3601", "soon", ""])(
    "a service that does not answer is not waited for when --timeout is %j: the error says what to write",
    async (timeout) => {
      const { err } = await applying({}, `--timeout=${timeout}`);
      expect(err).toContain("'--timeout <seconds>'");
      expect(err).toContain("It must be a whole number from 1 to 3600.");
    },
  );

  test("a service that does not answer with JSON but with HTML, such as a login page", async () => {
    const { err } = await applying({ SCANFORM_BASE_URL: await html("<html>Log in</html>") });
    expect(err).toContain("[service-answer]");
    expect(err).toContain(
      "GET /v1/accounts: the answer is not JSON (text/html; status 200). Is the base URL that of the API?",
    );
  });

  test("a service that does not answer at an address that lacks its path", async () => {
    const { err } = await applying({ SCANFORM_BASE_URL: await html("<html>Not found</html>", 404) });
    expect(err).toContain(
      "GET /v1/accounts: status 404. Is the base URL right? The path before /v1 may be missing or wrong",
    );
  });

  test("but sends elsewhere, where the key does not follow", async () => {
    const strangers: string[] = [];
    const stranger = await serving((incoming, outgoing) => {
      strangers.push(String(incoming.headers.authorization));
      outgoing.end("{}");
    });
    const url = await serving((_incoming, outgoing) => {
      outgoing.writeHead(307, { location: stranger });
      outgoing.end();
    });
    const { err } = await applying({ SCANFORM_BASE_URL: url });
    expect(err).toContain(`a redirect to ${stranger}, which is not followed with the key`);
    expect(strangers).toEqual([]);
  });
});

test("--timeout is in seconds: an answer after a tenth of one is waited for", async () => {
  const at = await desk();
  const { url, seen } = await proxy(at.emulator.url, async ({ pass }, answer) => {
    await sleep(100);
    await forward(await pass(), answer);
  });
  const env = { ...at.env, SCANFORM_BASE_URL: url };
  const { code, err } = await at.run(["list", "accounts", "--timeout", "1"], { env });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(seen).toEqual([expect.stringContaining("GET /v1/accounts")]);
});

test.each([true, false])("progress of several things is shown, and of a single one not", (interactive) => {
  const { io, shown } = screen(interactive);
  progress(io, "things")(1, 1);
  expect(shown()).toBe("");
  progress(io, "things")(2, 2);
  expect(shown()).toMatch(/^\r?2 of 2 things\n$/);
});

function progressOn(interactive: boolean) {
  let time = 0;
  const { io, shown } = screen(interactive, () => time);
  const progress = slowProgress(io, "things");
  return {
    progress,
    shown,
    at: (milliseconds: number) => {
      time = milliseconds;
    },
  };
}

test.each([true, false])(
  "progress of work that is mostly short nothing is shown within the first second",
  (interactive) => {
    const { progress, shown, at } = progressOn(interactive);
    at(900);
    progress.show(1, 1);
    progress.end();
    expect(shown()).toBe("");
  },
);

test("progress of work that is mostly short is on a terminal one line, whose end may move", () => {
  const { progress, shown, at } = progressOn(true);
  at(1000);
  progress.show(1, 1);
  progress.show(2, 5);
  progress.end();
  expect(shown()).toBe("\r1 of 1 things\r2 of 5 things\n");
});

test("progress of work that is mostly short is elsewhere at most about ten lines", () => {
  const { progress, shown, at } = progressOn(false);
  at(1000);
  for (let done = 1; done <= 100; done += 1) progress.show(done, 100);
  progress.end();
  expect(shown().split("\n")).toHaveLength(11);
  expect(shown()).toMatch(/^10 of 100 things\n20 of .*\n100 of 100 things\n$/s);
});
