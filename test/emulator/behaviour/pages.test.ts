import { type IncomingMessage, request } from "node:http";
import { acmeAccountId } from "../../../src/emulator";
import { acme, configurations, emulator, named, open, sender } from "../client";

const webhooks = `/dashboard/accounts/${acmeAccountId}/webhooks`;

test.each<[string, Record<string, string>]>([
  ["another site", { origin: "https://evil.invalid", "sec-fetch-site": "cross-site" }],
  ["another site, whose browser says no more", { "sec-fetch-site": "cross-site" }],
  ["another site, whose browser says only where from", { origin: "https://evil.invalid" }],
  ["another port of this machine", { origin: "http://127.0.0.1:1", "sec-fetch-site": "same-site" }],
  ["nowhere", { origin: "null" }],
])("rejects requests from a page of %s", async (_, headers) => {
  const { running, send } = await open();
  await send("DELETE", `${configurations}/${named(running, "baseline").id}`);
  const left = running.store.configurations(acmeAccountId);
  for (const [method, path] of [
    ["POST", "/control/reset"],
    ["DELETE", "/control/requests"],
    ["GET", "/control/seed"],
    ["POST", webhooks],
    ["GET", webhooks],
    ["GET", configurations],
    ["POST", configurations],
    ["OPTIONS", configurations],
    ["GET", "/downloads/sboms/x.y"],
    ["GET", "/api-docs/v1/swagger.yaml"],
    ["GET", "/nothing"],
  ] as const)
    expect(await send(method, path, undefined, headers)).toMatchObject({
      status: 403,
      body: { error: "pages of another origin cannot use this" },
    });
  expect(running.store.configurations(acmeAccountId)).toEqual(left);
  expect(running.requests).toHaveLength(1);
});

test("accepts requests from its own pages and from other clients", async () => {
  const { running, send } = await open();
  const own: readonly Record<string, string>[] = [
    { origin: running.url, "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
    {},
  ];
  for (const headers of own) {
    expect((await send("POST", "/control/reset", undefined, headers)).status).toBe(204);
    expect((await send("GET", webhooks, undefined, headers)).status).toBe(200);
    expect((await send("GET", configurations, undefined, headers)).status).toBe(200);
  }
});

/** Sends a request with another Host header, which `fetch` does not allow. */
const askedAs = (host: string, { port }: { readonly port: number }, path: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const headers = { host, authorization: "Bearer emulator-acme-key" };
    request({ host: "127.0.0.1", port, path, headers, agent: false }, (answer: IncomingMessage) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      answer.on("end", () => {
        resolve(JSON.parse(text));
      });
    })
      .on("error", reject)
      .end();
  });

test("bases a download link on the host of the request", async () => {
  const running = await emulator({ host: "0.0.0.0" });
  const url = `http://127.0.0.1:${String(running.port)}`;
  const { body } = await sender(url)("GET", `${acme}/deepscans`);
  const [deepscan] = (body as { data: readonly { readonly repository_id: string }[] }).data;
  const path = `${acme}/repositories/${deepscan?.repository_id ?? ""}/deepscans/sbom`;
  const linkOf = (answer: unknown) => (answer as { data: { download_url: string } }).data.download_url;
  const link = linkOf((await sender(url)("GET", path)).body);
  expect(new URL(link).origin).toBe(url);
  expect((await fetch(link)).status).toBe(200);
  expect(new URL(linkOf(await askedAs("203.0.113.5:8080", running, path))).origin).toBe("http://203.0.113.5:8080");
});
