import fc from "fast-check";
import { parse } from "yaml";
import { triageCategories, triageFields } from "../../../src/model/findings";
import { objectSchema } from "../../../src/model/schema";
import { parsePayload } from "../../../src/webhooks";
import { receiver } from "../webhooks/receiver";
import { account, allFindings, desk, policyId, secret, seedWith } from "./desk";

const pathOf = (id: string | null | undefined): string => `${account}/findings/${id ?? ""}/triage`;

/** An emulator with one finding, and functions to read and set its triage. */
async function triaged() {
  const running = await desk();
  const { candidates } = await running.scan({ findings: [secret()] });
  const path = pathOf(candidates[0]?.finding_id);
  const set = (triage_category: string) => running.send("POST", path, { triage_category });
  const listed = async () => (await allFindings(running, "&all_results=true")).data[0];
  return { running, path, set, listed, id: candidates[0]?.finding_id };
}

const categoryNames = {
  false_positive: "False positive",
  wont_fix: "Won't fix",
  accepted_risk: "Accepted risk",
  in_progress: "In progress",
};

test("returns the result of the last of any sequence of repeated writes", async () => {
  const { running, path, set, listed, id } = await triaged();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(null, ...triageCategories), { minLength: 1, maxLength: 6 }),
      async (writes) => {
        for (const category of writes)
          expect((category === null ? await running.send("DELETE", path) : await set(category)).status).toBe(200);
        const last = writes.at(-1) ?? null;
        const triage = last === null ? null : { category: last, category_name: categoryNames[last] };
        const state = last === null ? "open" : "dismissed";
        expect((await running.send("GET", path)).body).toEqual({ data: { finding_id: id, state, triage } });
        expect(await listed()).toMatchObject({ state, triage });
      },
    ),
    { numRuns: 8 },
  );
});

test.each([
  ["replaced", 200, "wont_fix"],
  ["refused", 422, "in_progress"],
  ["ignored", 200, "in_progress"],
] as const)("a second category is %s", async (triage_again, status, category) => {
  const { running, set, listed } = await triaged();
  running.running.setProfile({ triage_again });
  expect((await set("in_progress")).status).toBe(200);
  expect((await set("wont_fix")).status).toBe(status);
  expect(await listed()).toMatchObject({ triage: { category } });
});

test("the removal of a category that is not there may be answered by 404", async () => {
  const { running, path, set } = await triaged();
  running.running.setProfile({ triage_missing: 404 });
  expect((await running.send("DELETE", path)).status).toBe(404);
  await set("wont_fix");
  expect((await running.send("DELETE", path)).status).toBe(200);
  expect((await running.send("DELETE", path)).status).toBe(404);
});

test("keeps an absent finding dismissed until the triage is removed, then resolved", async () => {
  const { running, path, set, listed } = await triaged();
  await set("accepted_risk");
  await running.scan({ findings: [] });
  expect(await listed()).toMatchObject({ state: "dismissed" });
  await running.send("DELETE", path);
  expect(await listed()).toMatchObject({ state: "resolved", triage: null });
});

test("the OpenAPI document does not require the category of a triage", async () => {
  const { running } = await triaged();
  expect(
    objectSchema(triageFields, "answered").safeParse({ category: "wont_fix", category_name: "Other" }).success,
  ).toBe(true);
  const document = await (await fetch(`${running.url}/api-docs/v1/swagger.yaml`)).text();
  const { components } = parse(document) as { components: { schemas: Record<string, object> } };
  expect(components.schemas["Triage"]).toHaveProperty("properties.category");
  expect(components.schemas["Triage"]).not.toHaveProperty("required");
});

test("notifies of a scan's findings except those that are silent, triaged or of another severity", async () => {
  const hook = await receiver();
  const webhooks = [{ name: "All", url: hook.url, enabled: true, global: true }];
  const settings = {
    code_policies: [{ id: policyId, enabled: true }],
    analyzers: { xss: { silent: true, enabled: true } },
  };
  const { scan, send, control } = await desk(seedWith({ webhooks }, settings));
  const { analyzer: _, ...violation } = secret({ type: "Violation", severity: "low" });
  const findings = [
    secret({ type: "Told" }),
    { ...violation, policy: policyId },
    secret({ type: "Note", severity: "info" }),
    secret({ type: "Silent", analyzer: "xss" }),
    secret({ type: "Triaged" }),
    secret({ type: "Nobody's", analyzer: "no-such" }),
  ];
  const { candidates } = await scan({ findings });
  await send("POST", `${account}/findings/${candidates[4]?.finding_id ?? ""}/triage`, { triage_category: "wont_fix" });
  const pull_request = { number: 1, title: "T", status: "open", branch: "b", commit_author: "ana" };
  await scan({ pull_request, findings });
  await control("/control/webhooks/settle");
  const [before, after] = hook.got.map(({ body }) => parsePayload(body));
  expect(before?.results.map(({ type }) => type).sort()).toEqual(["Told", "Triaged", "Violation"]);
  expect(after).toMatchObject({ org: "umbrella", repo_name: "api", pr_number: 1, pr_title: "T", branch: "b" });
  expect(after?.commit_author).toBe("ana");
  expect(after?.results).toEqual([
    expect.objectContaining({ id: candidates[0]?.finding_id, type: "Told", finding_type: "pullrequest", risk: "high" }),
    expect.objectContaining({
      id: candidates[1]?.finding_id,
      type: "Violation",
      finding_type: "code_policy",
      risk: "low",
    }),
  ]);
});
