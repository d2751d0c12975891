import { operations } from "../../src/api/operations";
import { emulator } from "./client";

/** The page of the operations, as a browser gets it. */
async function opened(): Promise<{ readonly url: string; readonly answer: Response; readonly html: string }> {
  const { url } = await emulator();
  const answer = await fetch(`${url}/api-docs/index.html`);
  return { url, answer, html: await answer.text() };
}

test("the page of the operations is served without a key and loads files of the emulator only", async () => {
  const { url, answer, html } = await opened();
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=UTF-8"]);
  const named = [...html.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(([, path = ""]) => path);
  expect(named).toEqual(["style.css", "v1/swagger.yaml"]);
  const types = await Promise.all(
    named.map(async (path) => {
      const { status, headers } = await fetch(new URL(path, answer.url));
      return [status, headers.get("content-type")];
    }),
  );
  expect(types).toEqual([
    [200, "text/css; charset=utf-8"],
    [200, "application/yaml"],
  ]);
  expect(html).toContain(`Server: <code>${url}</code>`);
});

test("the page lists each operation once, with its parameters and the body that it takes", async () => {
  const { html } = await opened();
  const listed = [...html.matchAll(/<h3 id="(\w+)"><code>([A-Z]+) ([^<]+)<\/code>/g)].map(([, ...each]) => each);
  const expected = Object.entries(operations).map(([id, { method, path }]) => [id, method, path]);
  expect(listed.toSorted()).toEqual(expected.toSorted());
  const [, triage = ""] = /<h3 id="setTriage">(.*?)<h[23]/s.exec(html) ?? [];
  expect(triage).toContain("<dt><code>finding_id</code>, in the path</dt>");
  expect(triage).toContain("&quot;false_positive&quot;");
});

test("the page has no script, and every value in it is escaped", async () => {
  const { html } = await opened();
  expect(html).not.toContain("<script");
  expect(html).toContain("{\n  &quot;type&quot;: &quot;object&quot;,");
  expect(html.replaceAll(/<\/?[a-z][^>]*>|<!doctype html>|&(?:quot|lt|gt|amp|#39);/g, "")).not.toMatch(/[<>&"]/);
});

test("the policy of the page forbids scripts and foreign content", async () => {
  const { headers } = (await opened()).answer;
  const policy = (headers.get("content-security-policy") ?? "").split("; ");
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "style-src 'self'"]));
  expect(policy.join(" ")).not.toMatch(/script|unsafe|\*|https?:/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test("/api-docs leads to the page", async () => {
  const { url } = await emulator();
  const answer = await fetch(`${url}/api-docs`);
  expect([answer.status, answer.url]).toEqual([200, `${url}/api-docs/index.html`]);
});
