import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { everyday } from "../../support/declare";
import { accountOf, desk, type Desk } from "../../support/desk";
import { listening } from "../../support/listening";
import { forward, proxy } from "../../support/proxy";
import { spawnScanform } from "../../support/spawned";

/** Ten are under way at a time. */
const many = 40;
const apply = ["apply", "--synthesized", "app", "--auto-approve"];

const deskOfMany = (): Promise<Desk> =>
  desk({
    configurations: Object.fromEntries(
      Array.from({ length: many }, (_, at) => [`c${String(at)}`, { name: `configuration ${String(at)}` }]),
    ),
  });

/** Holds every write back until `open` is called, and tells when the first has come. */
async function gate(at: Desk) {
  const first = new AbortController();
  const opened = new AbortController();
  const { url, seen } = await proxy(at.emulator.url, async ({ method, pass }, answer) => {
    if (method !== "GET") {
      first.abort();
      if (!opened.signal.aborted) await once(opened.signal, "abort");
    }
    await forward(await pass(), answer);
  });
  return {
    env: { ...at.env, SCANFORM_BASE_URL: url },
    written: () => seen.filter((each) => !each.startsWith("GET")).length,
    first: once(first.signal, "abort"),
    open: () => {
      opened.abort();
    },
  };
}

const statuses = (document: Readonly<Record<string, unknown>>) => {
  const outcomes = document["outcomes"] as readonly { status: string; error?: string }[];
  return {
    succeeded: outcomes.filter((each) => each.status === "succeeded").length,
    interrupted: outcomes.filter((each) => each.status === "skipped" && each.error === "interrupted").length,
  };
};

describe("Ctrl-C while applying", () => {
  test("lets the requests under way finish, reports the rest as skipped, and leaves it to the next plan", async () => {
    const at = await deskOfMany();
    const held = await gate(at);
    const { child, done } = spawnScanform([...apply, "--json"], { cwd: at.folder, env: held.env });
    await held.first;
    child.kill("SIGINT");
    // handled at the latest with the answers that come with it, upon which as many requests more are sent
    held.open();
    const ran = await done;
    expect(ran.code).toBe(130);
    const { succeeded, interrupted } = statuses(accountOf(ran));
    expect(accountOf(ran)).toMatchObject({ verified: false, requests: { sent: held.written() } });
    expect(succeeded).toBe(held.written());
    expect(succeeded).toBe(at.writes().length);
    expect(succeeded + interrupted).toBe(many);
    expect(interrupted).toBeGreaterThan(0);
    expect(accountOf(await at.plan("--json"))).toMatchObject({ summary: { create: interrupted } });
  });

  test("twice does not wait for a service that never answers", async () => {
    const at = await deskOfMany();
    const held = await gate(at);
    const { child, done } = spawnScanform(apply, { cwd: at.folder, env: held.env });
    await held.first;
    child.kill("SIGINT");
    const again = setInterval(() => child.kill("SIGINT"), 50);
    const { code } = await done;
    clearInterval(again);
    expect(code).toBe(130);
  });

  test("after the last request is no interruption", async () => {
    const at = await desk(everyday);
    const interrupt = new AbortController();
    const ran = await at.run(apply, {
      signal: interrupt.signal,
      onErr: (text) => {
        if (text.includes("2 of 2")) interrupt.abort();
      },
    });
    expect(ran.code).toBe(0);
    expect(ran.out).toContain("2 configurations, 2 repositories.");
  });
});

describe("Ctrl-C before anything is applied", () => {
  test("while the service is asked ends without a plan", async () => {
    const at = await desk(everyday);
    const interrupt = new AbortController();
    const { url } = await proxy(at.emulator.url, () => {
      interrupt.abort();
      return new Promise<void>(() => undefined);
    });
    const { code, out, err } = await at.run(apply, {
      env: { ...at.env, SCANFORM_BASE_URL: url },
      signal: interrupt.signal,
    });
    expect({ code, out }).toEqual({ code: 130, out: "" });
    expect(err).toMatch(/^error: /);
    expect(at.emulator.requests).toEqual([]);
  });

  test("while the app runs ends the app, not only the shell around it", async () => {
    const at = await desk();
    const app = await connectedApp(at, "");
    const interrupt = new AbortController();
    const running = at.run(["plan"], { signal: interrupt.signal });
    await app.started();
    interrupt.abort();
    const { code, err } = await running;
    expect(code).toBe(130);
    expect(err).toContain("[interrupted]");
    await app.ended();
    expect(at.emulator.requests).toEqual([]);
  });

  test("twice leaves no app behind, though the app does not listen", async () => {
    const at = await desk();
    const app = await connectedApp(at, 'process.on("SIGTERM", () => undefined);');
    const { child, done } = spawnScanform(["plan"], { cwd: at.folder, env: at.env });
    await app.started();
    const again = setInterval(() => child.kill("SIGINT"), 20);
    const { code } = await done;
    clearInterval(again);
    expect(code).toBe(130);
    await app.ended();
  });
});

/** Declares an app that holds a connection to the test for as long as it lives. */
async function connectedApp(at: Desk, first: string) {
  const lives = createServer();
  const port = await listening(lives);
  writeFileSync(join(at.folder, "app.cjs"), `${first} require("net").connect(${String(port)}, "127.0.0.1").resume();`);
  writeFileSync(join(at.folder, "cdktf.json"), JSON.stringify({ app: 'node app.cjs || echo "failed"' }));
  const connected = once(lives, "connection") as Promise<[Socket]>;
  const closed = connected.then(([socket]) =>
    once(
      socket.on("error", () => undefined),
      "close",
    ),
  );
  return {
    started: () => connected,
    ended: () => closed,
  };
}
