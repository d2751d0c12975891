import { acmeAccountId, builtinSeed } from "../../../src/emulator";
import type { Json } from "../../../src/model/json";
import { findingTriage } from "../../../src/terraform/resources/finding-triage";
import type { ObjectValue } from "../../../src/terraform/values/value";
import { forward, type Interference } from "../../support/proxy";
import { apply, applied, imported, refreshed } from "../life";
import { type Configured, configured } from "../session";

/** The specification does not show what the triage operations answer. Here the service answers in other ways. */

const [acme] = builtinSeed.accounts;
const triagedIds = new Set(acme?.triage?.map(({ finding_id }) => finding_id));
const open = acme?.scans
  ?.flatMap(({ findings = [] }) => findings)
  .find(({ id, severity }) => severity === "high" && !triagedIds.has(id)); // younger than a year
const [triaged] = acme?.triage ?? [];
const given = { finding_id: open?.id ?? "", category: "wont_fix", justification: "Only in tests." };
const unknownId = "00000000-0000-4000-8000-000000000000";

/** Answers like this about triage, after the service has done what it was asked to. */
const answering =
  (answer: Json, methods = ["GET", "POST", "DELETE"]): Interference =>
  ({ method, path, pass }, outgoing) =>
    path.endsWith("/triage") && methods.includes(method)
      ? pass().then(async (passed) => {
          await forward(passed.ok ? Response.json(answer) : passed, outgoing);
        })
      : undefined;

const writes = ({ sent }: Configured) => sent().filter((each) => !each.startsWith("GET"));
const pages = ({ sent }: Configured) => sent().filter((each) => each.includes("/all_findings"));

test("reads the list of all findings once for all triages when the answer has no category", async () => {
  const running = await configured({ interfere: answering({ status: "ok" }) });
  const { session } = running;
  const made = await applied(session, findingTriage, null, given);
  expect(pages(running)).toEqual([]);
  const other: ObjectValue = { ...made, finding_id: triaged?.finding_id ?? "", category: "in_progress" };
  const [seen, drifted] = await Promise.all([made, other].map((each) => refreshed(session, findingTriage, each)));
  expect(seen).toEqual(made);
  expect(drifted).toEqual({ ...other, category: triaged?.category });
  expect(pages(running)).toHaveLength(1);
  await session.writer.removeTriage(acmeAccountId, given.finding_id);
  expect(await refreshed(await running.again(), findingTriage, made)).toEqual({ ...made, active: false });
});

test("keeps the state with a warning when neither answer nor list has the triage, and imports nothing", async () => {
  const interfere: Interference = ({ path }, outgoing) =>
    path.endsWith("/triage") ? forward(Response.json({}), outgoing) : undefined;
  const { session } = await configured({ interfere });
  const state = { ...given, finding_id: unknownId, expires: null, active: true };
  expect(await findingTriage.read(session, state)).toMatchObject({ state, diagnostics: [{ severity: "warning" }] });
  expect(await imported(session, findingTriage, unknownId)).toMatchObject({
    state: null,
    diagnostics: [{ severity: "error" }],
  });
});

test("verifies a write without a documented answer by reading, and writes once", async () => {
  const running = await configured({ interfere: answering({ message: "done" }, ["POST"]) });
  await applied(running.session, findingTriage, null, given);
  expect(writes(running)).toHaveLength(1);
  expect(running.sent()).toHaveLength(3);
});

test("a category that does not replace the former one is an error with a remedy", async () => {
  const held = { data: { triage: { category: "in_progress" } } };
  const { session } = await configured({ interfere: answering(held) });
  const prior = { ...given, category: "in_progress", expires: null, active: true };
  expect(await apply(session, findingTriage, prior, given)).toMatchObject({
    state: prior,
    diagnostics: [
      {
        severity: "error",
        attribute: ["category"],
        detail: expect.stringContaining("still holds in_progress") as string,
      },
    ],
  });
});

test("an accepted category that is not shown afterwards is a warning", async () => {
  const { session } = await configured({ interfere: answering({ data: { triage: null } }) });
  const { state, diagnostics } = await apply(session, findingTriage, null, given);
  expect(state).toMatchObject({ category: "wont_fix", active: true });
  expect(diagnostics).toMatchObject([{ severity: "warning", attribute: ["category"] }]);
});
