import type { Diagnostic } from "../../../src/diagnostics/diagnostic";
import { acmeAccountId, acmeKey, allKey, type Emulator, globexAccountId } from "../../../src/emulator/index";
import { configurationId } from "../../../src/model/ids";
import { openSession, type Session, type SessionOptions } from "../../../src/terraform/account/session";
import { diagnosticsOfError } from "../../../src/terraform/common-diagnostics";
import { configuration } from "../../../src/terraform/resources/configuration";
import { deepscan } from "../../../src/terraform/resources/deepscan";
import { findingTriage } from "../../../src/terraform/resources/finding-triage";
import { dataSources, ephemeralResources } from "../../../src/terraform/scanform-provider";
import { forward, proxy, refuseWith } from "../../support/proxy";
import { configurationNamed, repositoryNamed } from "../acme";
import { apply, byItself, destroyed, orErrors } from "../life";
import { blank, configured, reading } from "../session";

const open: Session[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  for (const each of open.splice(0)) await each.close();
});

async function opened({ url }: Pick<Emulator, "url">, options: Partial<SessionOptions> = {}): Promise<Session> {
  const stop = new AbortController().signal;
  const session = await openSession({ baseUrl: url, apiKey: acmeKey, accountId: acmeAccountId, stop, ...options });
  open.push(session);
  return session;
}

/** Changes the same leaf of two configurations, which differ otherwise. */
const change = (session: Session) =>
  Promise.all(
    ["baseline", "default"].map((name) =>
      session.submit({
        kind: "configuration",
        declared: {
          id: configurationId(configurationNamed(name)),
          name,
          settings: { analyzers: { xss: { enabled: false } } },
        },
      }),
    ),
  );

test("a session of a named account sends no request", async () => {
  const { emulator, sent } = await configured();
  expect(await opened(emulator)).toMatchObject({ accountId: acmeAccountId, dryRun: false });
  expect(sent()).toEqual([]);
});

test("a service that is away for half a minute fails nothing, and the log says from 5 s on what is waited for", async () => {
  const { emulator } = await configured();
  jest.spyOn(Math, "random").mockReturnValue(0.5);
  let [away, waited] = [true, 0];
  const service = await proxy(emulator.url, (_exchange, answer) =>
    away ? refuseWith(answer, 503, "deploying") : undefined,
  );
  const warned: { readonly at: number; readonly text: string }[] = [];
  const session = await opened(service, {
    warn: (text) => warned.push({ at: waited, text }),
    sleep: (milliseconds) => {
      waited += milliseconds;
      away = waited < 30_000;
      return Promise.resolve();
    },
  });
  expect(await session.reader.accounts()).toHaveLength(1);
  const said = new Set(warned.map(({ text }) => text));
  expect(said).toEqual(new Set(["GET /v1/accounts: status 503: deploying; trying again."]));
  expect(warned[0]?.at).toBeLessThan(5000);
  expect(warned[0]?.at).toBeGreaterThan(2000);
});

test("a session without a named account uses the only account that the key reaches", async () => {
  const { emulator } = await configured();
  const stop = new AbortController().signal;
  const session = await openSession({ baseUrl: emulator.url, apiKey: acmeKey, stop });
  open.push(session);
  expect(session.accountId).toBe(acmeAccountId);
  expect(emulator.requests.map(({ path }) => path)).toEqual(["/v1/accounts"]);
  await expect(openSession({ baseUrl: emulator.url, apiKey: allKey, stop })).rejects.toMatchObject({
    diagnostics: [{ code: "account-ambiguous" }],
  });
});

test("a session writes nothing in a dry run", async () => {
  const { emulator, sent } = await configured();
  const session = await opened(emulator, { dryRun: true });
  expect(session.dryRun).toBe(true);
  const [changed] = await change(session);
  expect(changed?.diagnostics).toMatchObject([{ summary: "dry_run is set" }]);
  await expect(session.writer.removeTriage(session.accountId, "f")).rejects.toThrow();
  expect(sent().filter((each) => !each.startsWith("GET"))).toEqual([]);
});

test("a session has a reader that cannot write, and a writer that can", async () => {
  const { emulator, sent } = await configured();
  const session = await opened(emulator);
  await expect(session.reader.removeTriage(session.accountId, "f")).rejects.toThrow();
  expect(sent()).toEqual([]);
  await session.writer.removeTriage(session.accountId, "f").catch(() => undefined);
  expect(sent()).toEqual(["DELETE /findings/f/triage"]);
});

test("a session respects the maximum concurrency", async () => {
  const seen = { now: 0, most: 0 };
  const { emulator } = await configured();
  const { url } = await proxy(emulator.url, async ({ pass }, answer) => {
    seen.most = Math.max(seen.most, (seen.now += 1));
    const response = await pass();
    seen.now -= 1;
    await forward(response, answer);
  });
  const session = await opened(emulator, { baseUrl: url, maxConcurrency: 1 });
  await Promise.all([
    session.lists.read("configurations", "ended"),
    session.lists.read("repositories", "ended"),
    session.lists.read("analyzers", "ended"),
  ]);
  expect(seen.most).toBe(1);
});

test("a session sends nothing after a stop", async () => {
  const { emulator, sent } = await configured();
  const stop = new AbortController();
  const { lists, deepscans, findings, writer } = await opened(emulator, { stop: stop.signal });
  stop.abort();
  const write = () => writer.setTriage(acmeAccountId, "f", "wont_fix");
  for (const request of [deepscans, findings, () => lists.read("repositories", "ended"), write])
    await expect(request()).rejects.toThrow();
  expect(sent()).toEqual([]);
});

test("a session ends a read under way when it is stopped", async () => {
  const { emulator } = await configured();
  const stop = new AbortController();
  const { url } = await proxy(emulator.url, () => {
    stop.abort(); // and never answers
  });
  const { deepscans } = await opened(emulator, { baseUrl: url, stop: stop.signal });
  await expect(deepscans()).rejects.toThrow();
});

test("a session sleeps for the given time, or until it is stopped", async () => {
  const { emulator } = await configured();
  const stop = new AbortController();
  const { sleep } = await opened(emulator, { stop: stop.signal });
  const waiting = Promise.resolve(sleep(60_000)).then(() => "over");
  expect(await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 20, "waiting"))])).toBe("waiting");
  stop.abort();
  expect(await waiting).toBe("over");
});

test("a session does not send the key unencrypted to another machine unless that is allowed", async () => {
  const { emulator } = await configured();
  const baseUrl = "http://findings.example.com";
  await expect(opened(emulator, { baseUrl })).rejects.toMatchObject({ diagnostics: [{ code: "base-url-invalid" }] });
  await expect(opened(emulator, { baseUrl, insecure: true })).resolves.toBeDefined();
});

test("a session sends nothing after it is closed", async () => {
  const { emulator, sent } = await configured();
  const session = await opened(emulator);
  await session.close();
  await expect(session.reader.accounts()).rejects.toThrow();
  await expect(session.writer.accounts()).rejects.toThrow();
  expect(sent()).toEqual([]);
});

describe("after Terraform asked to stop, a change", () => {
  const interrupted = {
    code: "interrupted",
    severity: "error",
    summary: "Interrupted",
    detail: expect.stringContaining("next plan") as string,
  };
  const rename = (name: string, to: string) => ({
    kind: "configuration" as const,
    declared: { id: configurationId(configurationNamed(name)), name: to, settings: {} },
  });

  test("after Terraform asked to stop, a change that was not begun is interrupted, without an error of the service", async () => {
    const { emulator } = await configured();
    const session = await opened(emulator, { stop: AbortSignal.abort() });
    const changed = await session.submit(rename("baseline", "basis"));
    expect(changed.diagnostics).toEqual([interrupted]);
    const prior = blank(findingTriage.schema, { finding_id: "f", category: "wont_fix", active: true });
    expect(await destroyed(session, findingTriage, prior)).toEqual([interrupted]);
    expect((await orErrors(prior, () => findingTriage.read(session, prior))).diagnostics).toEqual([interrupted]);
  });

  test("after Terraform asked to stop, a change that was sent and not read back is interrupted", async () => {
    const { emulator } = await configured();
    const stop = new AbortController();
    const closing: Promise<void>[] = [];
    const { url } = await proxy(emulator.url, ({ method }) => {
      if (method === "GET") return;
      stop.abort();
      closing.push(session.close());
    });
    const session = await opened(emulator, { stop: stop.signal, baseUrl: url });
    const renames = [rename("baseline", "basis"), rename("default", "baseline")];
    const changed = await Promise.all(renames.map((each) => session.submit(each)));
    await Promise.all(closing);
    expect(changed.map(({ diagnostics }) => diagnostics)).toEqual([[interrupted], [interrupted]]);
    expect(changed.map(({ live }) => live)).toEqual([undefined, undefined]); // so that the state stays as it was
  });
});

const { scanform_sbom: sbom } = ephemeralResources;
const triage = { finding_id: "f", category: "wont_fix", justification: "x", expires: null, active: true };
const repository_id = repositoryNamed("docs-site");

/** One call of each kind as the first of a session, to an account in which nothing is found. */
const asked: Readonly<Record<string, (session: Session) => Promise<{ readonly diagnostics: readonly Diagnostic[] }>>> =
  {
    "a configuration": (session) =>
      configuration.read(
        session,
        blank(configuration.schema, { id: configurationNamed("baseline"), name: "baseline" }),
      ),
    "a triage": (session) => findingTriage.read(session, triage),
    "a new triage": (session) => apply(session, findingTriage, null, triage),
    "a triage that goes": async (session) => ({ diagnostics: await findingTriage.destroy(session, triage, byItself) }),
    "a deepscan": (session) => deepscan.read(session, blank(deepscan.schema, { repository_id, id: "d" })),
    "a new deepscan": (session) => apply(session, deepscan, null, { repository_id }),
    "the repositories": (session) => reading(session, dataSources.scanform_repositories),
    "the insights": (session) => reading(session, dataSources.scanform_insights),
    "the link to an SBOM": async (session) => {
      await sbom.open(session, blank(sbom.schema, { repository_id }));
      return { diagnostics: [] };
    },
    "the triage of a finding": (session) => reading(session, dataSources.scanform_finding_triage, { finding_id: "f" }),
  };

test.each([
  ...Object.keys(asked).map((what) => [what, "of another key", globexAccountId] as const),
  ["the repositories", "that does not exist", "dddddddd-0000-4000-8000-000000000004"] as const,
])("a request for %s to an account %s is an error that says how to set the right one", async (what, _, accountId) => {
  const { emulator } = await configured();
  const stop = new AbortController().signal;
  const session = await openSession({ baseUrl: emulator.url, apiKey: acmeKey, accountId, stop });
  try {
    const { diagnostics = [] } =
      (await asked[what]?.(session).catch((thrown: unknown) => ({ diagnostics: diagnosticsOfError(thrown) }))) ?? {};
    expect(diagnostics).toMatchObject([{ severity: "error", summary: "The key does not reach this account" }]);
    for (const words of [accountId, acmeAccountId, "SCANFORM_ACCOUNT_ID"])
      expect(diagnostics[0]?.detail).toContain(words);
    expect(emulator.requests.filter(({ path }) => path === "/v1/accounts")).toHaveLength(1);
  } finally {
    await session.close();
  }
});

test("the accounts are not read while no request is refused", async () => {
  const { session, sent } = await configured();
  await session.lists.read("configurations", "ended");
  await reading(session, dataSources.scanform_insights);
  expect(sent().filter((each) => each.includes("accounts"))).toEqual([]);
});
