import type { ServerResponse } from "node:http";
import { accountId, baselineId } from "../support/account";
import { everyday } from "../support/declare";
import { desk, documentOf, type Ran } from "../support/desk";
import { proxy } from "../support/proxy";

const lists = new RegExp(`^/v1/accounts/${accountId}/configurations$`);

/** Commands where the list of configurations is this text. */
async function facing(text: string, ...argv: readonly string[]): Promise<Ran> {
  const at = await desk(everyday);
  const { url } = await proxy(at.emulator.url, ({ method, path }, answer) =>
    method === "GET" && lists.test(path) ? say(answer, text) : undefined,
  );
  const ran = await at.run([...argv, "--synthesized", "app"], { env: { ...at.env, SCANFORM_BASE_URL: url } });
  expect(ran.out + ran.err).not.toContain("call stack");
  return ran;
}

const say = (answer: ServerResponse, text: string): Promise<void> => {
  answer.writeHead(200, { "content-type": "application/json" }).end(text);
  return Promise.resolve();
};

const nested = (levels: number): string => `${'{"a":['.repeat(levels / 2)}1${"]}".repeat(levels / 2)}`;

/** A list with baseline, whose settings are this JSON. */
const withSettings = (settings: string): string =>
  `{"data": [{"id": "${baselineId}", "name": "baseline", "configuration": ${settings}}]}`;

test.each([
  ["settings nested 20,000 deep", withSettings(nested(20_000))],
  ["an unknown setting nested 20,000 deep", withSettings(`{"comment": "silent", "new": ${nested(20_000)}}`)],
  ["a leaf nested 20,000 deep", withSettings(`{"comment": ${nested(20_000)}}`)],
  ["brackets without an end", "[".repeat(2_000_000)],
])("%s end a plan with an error that says where", async (_what, text) => {
  const { code, out, err } = await facing(text, "plan");
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain("[service-answer]");
  expect(err).toMatch(/GET \S+: the answer is nested more than 100 levels deep in JSON at position \d+/);
});

describe.each(["text", "json", "markdown"])("as %s", (format) => {
  test.each([
    ["an unknown setting nested 90 deep", `{"comment": "silent", "new": ${nested(90)}}`],
    ["an unknown field of an analyzer nested 90 deep", `{"analyzers": {"secrets": {"new": ${nested(90)}}}}`],
    ["a key __proto__", '{"comment": "silent", "__proto__": {"comment": "disabled", "polluted": true}}'],
    ["an analyzer __proto__", '{"comment": "silent", "analyzers": {"__proto__": {"enabled": true}}}'],
    ["a key constructor", '{"comment": "silent", "constructor": {"prototype": {"polluted": true}}}'],
  ])("a plan takes %s as it is", async (_what, settings) => {
    const { code } = await facing(withSettings(settings), "plan", "--format", format);
    expect(code).toBe(0);
    expect({}).not.toHaveProperty("polluted");
  });
});

test("of a key that is there twice the last value counts", async () => {
  const twice = await facing(withSettings('{"comment": "disabled", "comment": "enabled"}'), "plan", "--json");
  expect(documentOf(twice)).toMatchObject({ accounts: [{ changes: [{ action: "create" }], summary: { update: 0 } }] });
});
