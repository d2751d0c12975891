import { parsePayload } from "../../../src/webhooks";
import { receiver } from "../webhooks/receiver";
import { account, desk, policyId, secret, seedWith } from "./desk";

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
