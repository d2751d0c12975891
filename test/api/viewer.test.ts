import type { Emulator } from "../../src/emulator";
import { startEmulator } from "../support/emulator";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

const page = () => `${emulator.url}/api-docs/index.html`;

describe("the viewer", () => {
  test("is served without a key and loads files of the emulator only", async () => {
    const answer = await fetch(page());
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^text\/html/);
    const html = await answer.text();
    const loaded = [...html.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(([, url = ""]) => new URL(url, page()));
    expect(loaded).toHaveLength(3);
    for (const url of loaded) {
      expect(url.origin).toBe(emulator.url);
      const asset = await fetch(url);
      expect(asset.status).toBe(200);
      expect(asset.headers.get("content-type")).toMatch(url.pathname.endsWith(".css") ? /^text\/css/ : /javascript/);
      expect((await asset.text()).length).toBeGreaterThan(100);
    }
  });

  test("shows the OpenAPI document of this emulator", async () => {
    const script = await (await fetch(new URL("viewer/start.js", page()))).text();
    const [, document = ""] = /url: "([^"]+)"/.exec(script) ?? [];
    const answer = await fetch(new URL(document, page()));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(`"url": "${emulator.url}"`);
  });

  test("has a policy that forbids foreign content and inline scripts", async () => {
    const { headers } = await fetch(page());
    const policy = (headers.get("content-security-policy") ?? "").split("; ");
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'self'"]));
    expect(policy.join(" ")).not.toMatch(/unsafe|\*|https?:/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test.each(["LICENSE", "NOTICE", "swagger-ui-bundle.js.LICENSE.txt"])("serves its %s", async (file) => {
    const answer = await fetch(new URL(`viewer/${file}`, page()));
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  });

  test.each(["package.json", "..%2findex.js", "%2e%2e%2f%2e%2e%2findex.js", "__proto__"])(
    "responds 404 to the file %s",
    async (file) => {
      const answer = await fetch(`${emulator.url}/api-docs/viewer/${file}`);
      expect(answer.status).toBe(404);
    },
  );

  test("is the target of the redirect from /api-docs", async () => {
    const answer = await fetch(`${emulator.url}/api-docs`);
    expect([answer.status, answer.url]).toEqual([200, page()]);
  });
});
