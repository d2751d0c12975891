import { once } from "node:events";
import { closeSync, openSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { canary, canaryOfAll, otherAccountId } from "../support/account";
import { everyday } from "../support/declare";
import { desk, type Desk, type Ran } from "../support/desk";

/** A server that accepts no key, and remembers what was sent to it. */
interface Listener {
  readonly url: string;
  readonly heard: readonly string[];
}

const servers: ReturnType<typeof createServer>[] = [];
afterAll(() => {
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
});

async function listener(answer = '{"error":"no"}'): Promise<Listener> {
  const heard: string[] = [];
  const server = createServer((incoming, outgoing) => {
    heard.push(incoming.headers.authorization ?? "nothing");
    outgoing.writeHead(401, { "content-type": "application/json" }).end(answer);
  });
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, heard };
}

/** Nothing was sent to any of them, not even without the key. */
const expectSilence = (...all: readonly Listener[]): void => {
  expect(all.map(({ heard }) => heard)).toEqual(all.map(() => []));
};

interface Case {
  /** Names `right`, and `wrong` where it counts for nothing. */
  readonly named: string;
  readonly env: (right: string, wrong: string) => NodeJS.ProcessEnv;
  readonly flags?: (right: string) => readonly string[];
  /** It is named for the block with the alias alone. */
  readonly forAlias?: true;
}

const ways: readonly Case[] = [
  { named: "SCANFORM_BASE_URL", env: (right) => ({ SCANFORM_BASE_URL: right }) },
  { named: "--base-url", env: () => ({}), flags: (right) => ["--base-url", right] },
  {
    named: "--base-url before SCANFORM_BASE_URL",
    env: (_right, wrong) => ({ SCANFORM_BASE_URL: wrong }),
    flags: (right) => ["--base-url", right],
  },
  {
    named: "SCANFORM_BASE_URL_US_WEST",
    env: (right, wrong) => ({ SCANFORM_BASE_URL: wrong, SCANFORM_BASE_URL_US_WEST: right }),
    forAlias: true,
  },
];

/** Beside the desks, whose folders must not hold a key. */
const keyFiles: string[] = [];
afterEach(() => {
  for (const file of keyFiles.splice(0)) rmSync(file, { force: true });
});

type Key = (at: Desk) => NodeJS.ProcessEnv;
const inFile = ({ folder }: Desk): string => {
  const file = `${folder}.key`;
  keyFiles.push(file);
  writeFileSync(file, `${canary}\n`);
  return file;
};
const keys: readonly (readonly [string, Key])[] = [
  ["SCANFORM_API_KEY", () => ({ SCANFORM_API_KEY: canary })],
  ["SCANFORM_API_KEY_FILE_US_WEST", (at) => ({ SCANFORM_API_KEY_FILE_US_WEST: inFile(at) })],
];

const claims = ["nothing", "the same", "another"] as const;

const table = ways.flatMap((way) =>
  keys.flatMap(([source, key]) => claims.map((claim) => ({ ...way, source, key, claim }))),
);

test.each(table)(
  "the key in $source goes to the origin that $named names, or nowhere where the provider block names $claim",
  async ({ env, flags, forAlias, source, key, claim }) => {
    const [right, wrong] = [await listener(), await listener()];
    const own = source.endsWith("US_WEST");
    const alias = own || forAlias === true ? { alias: "us-west" } : {};
    const claimed = { nothing: {}, "the same": { base_url: right.url }, another: { base_url: wrong.url } }[claim];
    const at = await desk({
      provider: [{ ...alias, ...claimed }],
      configurations: { a: { name: "a", ...(own || forAlias === true ? { provider: "scanform.us-west" } : {}) } },
    });
    const { code, err } = await at.run(["plan", "--synthesized", "app", ...(flags?.(right.url) ?? [])], {
      env: { ...env(right.url, wrong.url), ...key(at) },
    });
    expect(code).toBe(1);
    if (claim === "another") {
      expect(err).toContain(`[base-url-other]\n`);
      expectSilence(right, wrong);
    } else if (forAlias === true && !own) {
      expect(err).toContain("Set SCANFORM_API_KEY_US_WEST. SCANFORM_API_KEY belongs to another service");
      expectSilence(right, wrong);
    } else {
      expect(err).toContain("[unauthorized]");
      expect(new Set(right.heard)).toEqual(new Set([`Bearer ${canary}`]));
      expectSilence(wrong);
    }
  },
);

test.each([
  ["a provider block", {}, "SCANFORM_BASE_URL"],
  ["a provider block with an alias", { alias: "us-west" }, "SCANFORM_BASE_URL_US_WEST"],
])(
  "the origin in %s alone is sent no key: the error says how the operator agrees to it",
  async (_what, alias, variable) => {
    const declared = await listener();
    const at = await desk({
      provider: [{ ...alias, base_url: declared.url }],
      configurations: { a: { name: "a", ...("alias" in alias ? { provider: "scanform.us-west" } : {}) } },
    });
    const { code, err } = await at.run(["plan", "--synthesized", "app"], { env: { SCANFORM_API_KEY: canary } });
    expect(code).toBe(1);
    expect(err).toContain(`The declaration names ${declared.url}, and nothing says that the key belongs there.`);
    expect(err).toContain(`set ${variable}=${declared.url}, or pass --base-url ${declared.url}`);
    expectSilence(declared);
  },
);

const files: readonly (readonly [string, (at: Desk) => Promise<readonly string[]>])[] = [
  [
    "a plan file",
    async (at) => {
      await at.plan("--out", "saved.plan");
      return ["apply", "saved.plan"];
    },
  ],
  [
    "a journal",
    async (at) => {
      await at.apply("--journal", "journals");
      return ["rollback", join("journals", readdirSync(join(at.folder, "journals"))[0] ?? ""), "--auto-approve"];
    },
  ],
];

test.each(files)("%s of another service than the operator names sends the key to neither", async (_what, make) => {
  const at = await desk(everyday);
  const command = await make(at);
  at.emulator.clearRequests();
  const named = await listener();
  for (const ran of [
    await at.run(command, { env: { ...at.env, SCANFORM_BASE_URL: named.url } }),
    await at.run([...command, "--base-url", named.url]),
  ]) {
    expect(ran.code).toBe(1);
    expect(ran.err).toContain("[plan-file-account]");
  }
  expectSilence(named);
  expect(at.emulator.requests).toEqual([]);
});

test.each(files)(
  "%s alone does not say where the key belongs, but may agree with the operator",
  async (_what, make) => {
    const at = await desk(everyday);
    const command = await make(at);
    at.emulator.clearRequests();
    const { code, err } = await at.run(command, { env: { SCANFORM_API_KEY: canary } });
    expect([code, err]).toEqual([1, expect.stringContaining("nothing says that the key belongs there")]);
    expect(at.emulator.requests).toEqual([]);
    expect(
      (await at.run([...command, "--base-url", at.emulator.url], { env: { SCANFORM_API_KEY: canary } })).code,
    ).toBe(0);
  },
);

const two = {
  provider: [{}, { alias: "us-west" }],
  configurations: { a: { name: "a" }, b: { name: "b", provider: "scanform.us-west" } },
};
const planning = ["plan", "--synthesized", "app"];

test("several provider blocks each send their key to their own service", async () => {
  const [east, west] = [await listener(), await listener()];
  const at = await desk(two);
  await at.run(planning, {
    env: {
      SCANFORM_BASE_URL: east.url,
      SCANFORM_API_KEY: `${canary}-of-the-east`,
      SCANFORM_BASE_URL_US_WEST: west.url,
      SCANFORM_API_KEY_US_WEST: `${canary}-of-the-west`,
    },
  });
  expect(new Set(east.heard)).toEqual(new Set([`Bearer ${canary}-of-the-east`]));
  expect(new Set(west.heard)).toEqual(new Set([`Bearer ${canary}-of-the-west`]));
});

test("several provider blocks of several services are not sent to one by --base-url", async () => {
  const [east, west] = [await listener(), await listener()];
  const at = await desk(two);
  const env = { SCANFORM_API_KEY: canary, SCANFORM_BASE_URL: east.url, SCANFORM_BASE_URL_US_WEST: west.url };
  const { code, err } = await at.run([...planning, "--base-url", east.url], { env });
  expect([code, err]).toEqual([1, expect.stringContaining("--base-url names one service, and here are several")]);
  expectSilence(east, west);
});

test.each([
  ["us-west", "us_west", "SCANFORM_API_KEY_US_WEST"],
  ["east", "EAST", "SCANFORM_API_KEY_EAST"],
])(
  "several provider blocks with the aliases %s and %s are refused, since both have one variable",
  async (one, other, variable) => {
    const at = await desk({
      provider: [{ alias: one }, { alias: other }],
      configurations: {
        a: { name: "a", provider: `scanform.${one}` },
        b: { name: "b", provider: `scanform.${other}` },
      },
    });
    const { code, err } = await at.run(planning);
    expect([code, err]).toEqual([1, expect.stringContaining(`have the same variable, ${variable}. Rename an alias.`)]);
    expect(at.emulator.requests).toEqual([]);
  },
);

test.each(["FILE", "file-us"])(
  "several provider blocks with the alias %s are refused, since its variable names a file",
  async (alias) => {
    const at = await desk({
      provider: [{ alias }],
      configurations: { a: { name: "a", provider: `scanform.${alias}` } },
    });
    const { code, err } = await at.run(planning);
    expect([code, err]).toEqual([1, expect.stringContaining("would be taken for those that name files")]);
  },
);

test.each([
  ["its key", () => ({ SCANFORM_API_KEY_US_WEST: canary })],
  ["a file with its key", (at: Desk) => ({ SCANFORM_API_KEY_FILE_US_WEST: inFile(at) })],
])("several provider blocks do not send %s to the usual service where its own is misspelt", async (_what, key) => {
  const [usual, meant] = [await listener(), await listener()];
  const at = await desk({ ...two, provider: [{}, { alias: "us-west" }] });
  const env = {
    SCANFORM_BASE_URL: usual.url,
    SCANFORM_API_KEY: canary,
    ...key(at),
    SCANFORM_BASE_URL_US_WETS: meant.url,
  };
  const { code, err } = await at.run(planning, { env });
  expect([code, err]).toEqual([1, expect.stringContaining("If SCANFORM_BASE_URL_US_WEST is meant, set that")]);
  expectSilence(usual, meant);
});

test("several provider blocks name the variable of the block whose key is not accepted", async () => {
  const west = await listener();
  const at = await desk({
    provider: [{ alias: "us-west" }],
    configurations: { b: { name: "b", provider: "scanform.us-west" } },
  });
  const env = { SCANFORM_BASE_URL_US_WEST: west.url, SCANFORM_API_KEY_US_WEST: canary };
  expect((await at.run(planning, { env })).err).toContain("Check SCANFORM_API_KEY_US_WEST: the key may be wrong");
});

test("several provider blocks of one account do not have two origins", async () => {
  const [east, west] = [await listener(), await listener()];
  const id = "aaaaaaaa-0000-4000-8000-000000000000";
  const env = { SCANFORM_API_KEY: canary, SCANFORM_BASE_URL: east.url, SCANFORM_BASE_URL_US_WEST: west.url };
  const [block, aliased] = [{ account_id: id }, { alias: "us-west", account_id: id }];
  const one = await desk({ ...two, provider: [block, aliased] });
  const refused = await one.run(planning, { env });
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("[account-declared-twice]")]);
  // each stack needs a block of its own
  const both = await desk({ provider: block, configurations: { a: two.configurations.a } });
  const folder = join(both.folder, "app");
  const file = "stacks/s/cdk.tf.json";
  const other = {
    provider: { scanform: [aliased] },
    resource: { scanform_configuration: { b: two.configurations.b } },
  };
  writeFileSync(join(folder, "other.json"), JSON.stringify(other));
  const stacks = {
    s: { name: "s", synthesizedStackPath: file },
    other: { name: "other", synthesizedStackPath: "other.json" },
  };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify({ stacks }));
  const { code, err } = await both.run(planning, { env });
  expect([code, err]).toEqual([1, expect.stringContaining("Provider blocks of one account have two origins")]);
  expectSilence(east, west);
});

const refused = async (env: (at: Desk) => NodeJS.ProcessEnv): Promise<Ran> => {
  const at = await desk(everyday);
  const ran = await at.run(["plan", "--synthesized", "app"], {
    env: { SCANFORM_BASE_URL: at.emulator.url, ...env(at) },
  });
  expect(ran.code).toBe(1);
  expect(at.emulator.requests).toEqual([]);
  return ran;
};

test("a file with the key and a key at once are an error", async () => {
  const { err } = await refused((at) => ({ SCANFORM_API_KEY: canary, SCANFORM_API_KEY_FILE: inFile(at) }));
  expect(err).toContain("SCANFORM_API_KEY and SCANFORM_API_KEY_FILE are both set. Unset one of them.");
});

test("a file with the key that is missing, or a folder, is an error that names the variable, not what could be the key", async () => {
  for (const file of ["missing", "."])
    expect((await refused(() => ({ SCANFORM_API_KEY_FILE: file }))).err).toMatch(
      /The file that SCANFORM_API_KEY_FILE names cannot be read: (there is no such file|it is a folder)/,
    );
});

test("a file with the key that is empty, or holds two lines, is named, and what it holds is not repeated", async () => {
  for (const [text, said] of [
    ["\n", "is empty"],
    [`${canary}\n${canary}\n`, "holds characters that no key has"],
  ] as const)
    expect(
      (
        await refused((at) => {
          const file = inFile(at);
          writeFileSync(file, text);
          return { SCANFORM_API_KEY_FILE: file };
        })
      ).err,
    ).toContain(said);
});

test("a file with the key may be an open descriptor, which is read once for several accounts", async () => {
  const at = await desk(everyday);
  const descriptor = openSync(inFile(at), "r");
  const env = { SCANFORM_BASE_URL: at.emulator.url, SCANFORM_API_KEY_FILE: String(descriptor) };
  const { code } = await at.run(["plan", "--synthesized", "app"], { env });
  closeSync(descriptor);
  expect(code).toBe(0);
});

test("a file with the key is kept out of the output as a key in the environment is", async () => {
  const server = await listener(`{"error":"I know no ${canary}"}`);
  const at = await desk(everyday);
  const env = { SCANFORM_BASE_URL: server.url, SCANFORM_API_KEY_FILE: inFile(at) };
  const { err } = await at.run(["plan", "--synthesized", "app"], { env });
  expect(err).toContain("I know no ***");
});

test("provider blocks may have aliases that are nearly the same, each with a service of its own", async () => {
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
  expect(await at.run(["plan", "--synthesized", "app"], { env })).toMatchObject({ code: 0 });
});
