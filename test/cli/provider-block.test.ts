import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { accountId } from "../support/account";
import type { App } from "../support/declare";
import { accountOf, type Desk, desk } from "../support/desk";

const flipped = (provider: App["provider"] = {}): App => ({
  provider,
  configurations: Object.fromEntries(
    ["baseline", "relaxed"].map((name) => [name, { name, analyzers: { xss: { enabled: true } } }]),
  ),
});

const sentence = "The provider block has dry_run, so nothing was written. Remove it to apply this.";

test("with dry_run a plan is as always, and every apply shows its plan and is refused", async () => {
  const at = await desk(flipped({ dry_run: true }));
  expect((await at.plan("--out", "saved.plan", "--detailed-exitcode")).code).toBe(2);
  const declared = ["--synthesized", "app"];
  for (const what of [[...declared, "--auto-approve"], [...declared, "--reviewed", "saved.plan"], ["saved.plan"]]) {
    const { code, out, err } = await at.run(["apply", ...what]);
    expect([code, out, err]).toEqual([
      3,
      expect.stringContaining("2 configurations to change"),
      expect.stringContaining(sentence),
    ]);
  }
  expect(at.writes()).toEqual([]);
});

async function mostAtOnce(at: Desk): Promise<number> {
  let [now, most] = [0, 0];
  const server = createServer((request, response) => {
    void (async () => {
      most = Math.max(most, (now += 1));
      await sleep(20);
      const { authorization = "" } = request.headers;
      const answer = await fetch(`${at.emulator.url}${request.url ?? ""}`, { headers: { authorization } });
      now -= 1;
      response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
    })();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  try {
    const env = { ...at.env, SCANFORM_BASE_URL: `http://127.0.0.1:${String(port)}` };
    expect(await at.run(["plan", "--synthesized", "app"], { env })).toMatchObject({ code: 0, err: "" });
    return most;
  } finally {
    server.close();
  }
}

test("sends at most max_concurrency requests at once", async () => {
  expect(await mostAtOnce(await desk(flipped()))).toBeGreaterThan(1);
  expect(await mostAtOnce(await desk(flipped({ max_concurrency: 1 })))).toBe(1);
});

test("semantics that a declaration claims of the service are not believed, and a warning names the option", async () => {
  const at = await desk(flipped());
  const probed = (account: string): string =>
    JSON.stringify({
      format: "scanform-semantics",
      format_version: "1.0",
      base_url: at.emulator.url,
      account_id: account,
      semantics: { bulk_merge: "deep" },
    });
  for (const semantics of [probed(accountId), '${file("semantics.json")}', "{}"]) {
    at.declare(flipped({ semantics }));
    const { code, err } = await at.plan();
    expect([code, err]).toEqual([0, expect.stringContaining("name the file with --semantics")]);
    expect(accountOf(await at.plan("--json"))).toMatchObject({ requests: { planned: 2 } });
  }
});
