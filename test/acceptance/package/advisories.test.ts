import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Checkout, checkout } from "../../support/checkout";

interface Advisory {
  readonly title: string;
  readonly severity: "moderate" | "high" | "critical";
}

let at: Checkout;
let registry: Server;
/** The number of the last advisory: npm caches by it. */
let last = 0;
/** What the registry answers to the question for advisories. */
let answer: { readonly status: number; readonly advisories: Readonly<Record<string, Advisory>> };

beforeAll(async () => {
  at = checkout();
  registry = createServer((request, response) => {
    const asked = request.method === "POST";
    response.writeHead(asked ? answer.status : 404, { "content-type": "application/json" });
    const entries = Object.entries(answer.advisories).map(([name, advisory]) => [
      name,
      [{ id: (last += 1), url: "https://advisories.example.com/1", vulnerable_versions: "*", ...advisory }],
    ]);
    request.resume().on("end", () => response.end(asked ? JSON.stringify(Object.fromEntries(entries)) : "{}"));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => registry.once("listening", resolve));
});

afterAll(async () => {
  await new Promise((resolve) => registry.close(resolve));
  at.remove();
});

const audit = (...args: readonly string[]) =>
  at.run("advisories", args, {
    npm_config_registry: `http://127.0.0.1:${String((registry.address() as AddressInfo).port)}/`,
    npm_config_fetch_retries: "0",
  });

test("names each high or critical advisory for a kind of what is published, and fails", async () => {
  answer = {
    status: 200,
    advisories: {
      // a production dependency, a package of the provider's bundle, and one whose files are copied
      picomatch: { title: "Reads too much", severity: "high" },
      "@grpc/grpc-js": { title: "Writes too much", severity: "critical" },
      "swagger-ui-dist": { title: "Shows too much", severity: "high" },
    },
  };
  const { code, err } = await audit();
  expect([code, err.trimEnd().split("\n").sort()]).toEqual([
    1,
    [
      "@grpc/grpc-js: critical: Writes too much",
      "picomatch: high: Reads too much",
      "swagger-ui-dist: high: Shows too much",
    ],
  ]);
});

test("passes over what is moderate, and what is used for development only", async () => {
  answer = {
    status: 200,
    advisories: {
      picomatch: { title: "Is slow", severity: "moderate" },
      knip: { title: "Reads too much", severity: "critical" },
    },
  };
  const { code, out } = await audit();
  expect([code, out]).toEqual([0, "No high or critical advisory for what is published.\n"]);
});

test("says that nothing was audited when the registry offers no advisories, which fails with --required", async () => {
  answer = { status: 405, advisories: {} };
  const { code, out } = await audit();
  expect([code, out]).toEqual([0, "The registry offers no advisories (status 405), so nothing was audited.\n"]);
  const required = await audit("--required");
  expect([required.code, required.err]).toEqual([1, expect.stringContaining("The advisories could not be read: 405")]);
});

test("fails where the registry is out of order", async () => {
  answer = { status: 500, advisories: {} };
  const { code, err } = await audit();
  expect(code).toBe(1);
  expect(err).toContain("The advisories could not be read: 500");
});
