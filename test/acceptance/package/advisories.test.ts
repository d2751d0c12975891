import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Checkout, checkout } from "../../support/checkout";
import type { Ran } from "../../support/desk";

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

describe("with high and critical advisories for each kind of what is published", () => {
  const kinds = [
    ["a production dependency", "picomatch"],
    ["a package of the provider's bundle", "@grpc/grpc-js"],
    ["a package whose files are copied", "swagger-ui-dist"],
  ] as const;
  const severities = ["high", "critical", "high"];
  let ran: Ran;

  beforeAll(async () => {
    const found = kinds.map(([, name], index) => [
      name,
      { title: `Reads too much ${String(index)}`, severity: severities[index] },
    ]);
    answer = { status: 200, advisories: Object.fromEntries(found) as Readonly<Record<string, Advisory>> };
    ran = await audit();
  });

  test.each(kinds.map(([kind, name], index) => ({ kind, name, index })))("names $kind", ({ name, index }) => {
    expect(ran.err).toContain(`${name}: ${String(severities[index])}: Reads too much ${String(index)}\n`);
  });

  test("fails, and names no others", () => {
    expect([ran.code, ran.err.trimEnd().split("\n").length]).toEqual([1, kinds.length]);
  });
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

describe("when the registry offers no advisories", () => {
  beforeEach(() => {
    answer = { status: 405, advisories: {} };
  });

  test("says that nothing was audited", async () => {
    const { code, out } = await audit();
    expect([code, out]).toEqual([0, "The registry offers no advisories (status 405), so nothing was audited.\n"]);
  });

  test("fails with --required", async () => {
    const { code, err } = await audit("--required");
    expect(code).toBe(1);
    expect(err).toContain("The advisories could not be read: 405");
  });
});

test("fails where the registry is out of order", async () => {
  answer = { status: 500, advisories: {} };
  const { code, err } = await audit();
  expect(code).toBe(1);
  expect(err).toContain("The advisories could not be read: 500");
});
