import { acmeAccountId, acmeKey, builtinSeed } from "../../../src/emulator/index";
import { accountId } from "../../../src/model/ids";
import type { Json } from "../../../src/model/json";
import { ServiceClient } from "../../../src/service";
import { findingTriage } from "../../../src/terraform/resources/finding-triage";
import type { ObjectValue } from "../../../src/terraform/value";
import { forward, type Interference } from "../../support/proxy";
import { applied, apply, byItself, destroyed, imported, refreshed } from "../life";
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

const noWaits = ({ session }: Configured) => ({ session: { ...session, sleep: () => Promise.resolve() } });

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

test.each([
  ["in code", (id: string) => id.toUpperCase(), (id: string) => id],
  ["in the list", (id: string) => id, (id: string) => id.toUpperCase()],
])("finds a finding in the list of all findings whose id is written in capitals %s", async (_where, ours, theirs) => {
  const id = triaged?.finding_id ?? "";
  const { session } = await configured({
    interfere: ({ path, pass }, outgoing) => {
      if (path.endsWith("/triage")) return forward(Response.json({ status: "ok" }), outgoing);
      return pass().then(async (passed) =>
        forward(new Response((await passed.text()).replaceAll(id, theirs(id))), outgoing),
      );
    },
  });
  const state = { ...given, finding_id: ours(id), category: "in_progress", expires: null, active: true };
  expect(await refreshed(session, findingTriage, state)).toEqual({ ...state, category: triaged?.category });
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

test("reads back what it has written, and writes once", async () => {
  const running = await configured({ interfere: answering({ message: "done" }, ["POST"]) });
  await applied(running.session, findingTriage, null, given);
  expect(writes(running)).toHaveLength(1);
  expect(running.sent()).toHaveLength(3);
});

describe("a service that shows a triage late", () => {
  /** Shows for so many reads after a write what it held before it. */
  const late = (reads: number): Interference => {
    let stale: Response | undefined;
    let left = 0;
    return ({ method, path, pass }, outgoing) => {
      if (!path.endsWith("/triage")) return undefined;
      if (method !== "GET") left = reads;
      else if (left > 0 && stale !== undefined) {
        left -= 1;
        return forward(stale.clone(), outgoing);
      }
      return pass().then((passed) => {
        if (method === "GET") stale = passed.clone();
        return forward(passed, outgoing);
      });
    };
  };
  const timeouts = { create: "2m", update: "3m", delete: "4m" };
  const waited = (): { readonly sleep: (milliseconds: number) => Promise<unknown>; readonly all: () => number } => {
    const waits: number[] = [];
    return {
      sleep: (milliseconds) => Promise.resolve(waits.push(milliseconds)),
      all: () => waits.reduce((sum, each) => sum + each, 0),
    };
  };

  test("a service that shows a triage late is waited for after a creation, an update and a removal: the next plan shows nothing", async () => {
    const running = await configured({ interfere: late(5) });
    const { sleep } = waited();
    const session = { ...running.session, sleep };
    const made = await applied(session, findingTriage, null, { ...given, timeouts });
    expect(await refreshed(session, findingTriage, made)).toEqual(made);
    const changed = await applied(session, findingTriage, made, { ...given, category: "in_progress", timeouts });
    expect(await refreshed(session, findingTriage, changed)).toEqual(changed);
    // a replacement, by another apply
    const later = { ...(await running.again()), sleep };
    expect(await findingTriage.destroy(later, changed, byItself)).toEqual([]);
    // one that is set right after it is not taken for the one that went
    await applied(later, findingTriage, null, { ...given, category: "in_progress", timeouts });
    expect(writes(running)).toHaveLength(4);
  });

  test("a service that shows a triage late is waited for no longer than timeouts say", async () => {
    const running = await configured({ interfere: late(1000) });
    const { session } = running;
    const [creation, update] = [waited(), waited()];
    const { state, diagnostics } = await apply({ ...session, sleep: creation.sleep }, findingTriage, null, {
      ...given,
      timeouts,
    });
    expect(diagnostics).toMatchObject([{ code: "not-converged", severity: "error" }]);
    expect(state).toBeNull();
    expect(creation.all()).toBe(120_000);
    const other = { ...given, category: "in_progress", timeouts };
    const refreshed = { ...given, timeouts, active: false };
    await apply({ ...session, sleep: update.sleep }, findingTriage, refreshed, other);
    expect(update.all()).toBe(180_000);
  });

  test("a service that shows a triage late that holds it after its removal is an error, and keeps the state", async () => {
    const held = answering({ data: { triage: { category: "wont_fix" } } });
    const { session } = await configured({ interfere: held });
    const { sleep, all } = waited();
    const state = { ...given, expires: null, active: true, timeouts };
    expect(await destroyed({ ...session, sleep }, findingTriage, state)).toMatchObject([
      { code: "not-converged", severity: "error" },
    ]);
    expect(all()).toBe(240_000);
  });
});

describe("a category that does not replace the former one", () => {
  const prior = { ...given, category: "in_progress", expires: null, active: true };
  const methods = (running: Configured) => writes(running).map((each) => each.split(" ")[0]);

  /** A service that answers the first POSTs so, and does nothing. */
  const unwilling = (answer: () => Response, most = 1): Interference => {
    let left = most;
    return ({ method, path }, outgoing) =>
      method === "POST" && path.endsWith("/triage") && (left -= 1) >= 0 ? forward(answer(), outgoing) : undefined;
  };

  const refused = (status: number) => () => Response.json({ error: "it is triaged" }, { status });

  async function withFormer(interfere: Interference) {
    const running = await configured({ interfere, seed: builtinSeed });
    const { emulator, session } = running;
    const direct = new ServiceClient({ baseUrl: emulator.url, apiKey: acmeKey });
    await direct.setTriage(accountId(acmeAccountId), given.finding_id, "in_progress");
    await direct.close();
    emulator.clearRequests();
    const held = () =>
      emulator.snapshot().accounts[0]?.triage?.find((each) => each.finding_id === given.finding_id)?.category;
    return { running, held, session: { ...session, sleep: () => Promise.resolve() } };
  }

  test.each<[string, () => Response]>([
    ["is refused with 400", refused(400)],
    ["is refused with 409", refused(409)],
    ["is refused with 422", refused(422)],
    ["is accepted in vain", () => Response.json({})],
  ])(
    "a category that does not replace the former one is set after the former one was removed where it %s",
    async (_how, answer) => {
      const { running, held, session } = await withFormer(unwilling(answer));
      await applied(session, findingTriage, prior, given);
      expect(methods(running)).toEqual(["DELETE", "POST"]); // the first POST did not come as far as the service
      expect(held()).toBe("wont_fix");
    },
  );

  test("a category that does not replace the former one takes over the decision of somebody else in the same way when it is created", async () => {
    const { held, session } = await withFormer(unwilling(refused(409)));
    await applied(session, findingTriage, null, given);
    expect(held()).toBe("wont_fix");
  });

  test("a category that does not replace the former one stays where the refusal is of another kind", async () => {
    const { running, held, session } = await withFormer(unwilling(refused(403)));
    const { state, diagnostics } = await apply(session, findingTriage, prior, given);
    expect([state, held(), methods(running)]).toEqual([prior, "in_progress", []]);
    expect(diagnostics).toMatchObject([{ severity: "error" }]);
  });

  test("a category that does not replace the former one is an error where it is refused once more, after the former one was removed", async () => {
    const { held, session } = await withFormer(unwilling(refused(422), 2));
    const { diagnostics } = await apply(session, findingTriage, prior, given);
    expect(held()).toBeUndefined();
    expect(diagnostics).toMatchObject([{ severity: "error", detail: expect.stringContaining("422") as string }]);
  });
});

test("an accepted category that is not shown afterwards is an error, and leaves no state", async () => {
  const { session } = noWaits(await configured({ interfere: answering({ data: { triage: null } }) }));
  const { state, diagnostics } = await apply(session, findingTriage, null, given);
  expect(state).toBeNull();
  expect(diagnostics).toMatchObject([{ code: "not-converged", severity: "error", attribute: ["category"] }]);
});

test("a new triage does not replace what somebody else decides while the service puts it off", async () => {
  let posted = 0;
  const running = await configured({
    interfere: ({ method }, outgoing) => {
      if (method !== "POST") return undefined;
      posted += 1;
      if (posted > 1) return undefined;
      const busy = new Response('{"error":"busy"}', { status: 503 });
      outgoing.setHeader("retry-after", "1");
      const { writer } = direct;
      return writer.setTriage(acmeAccountId, given.finding_id, "in_progress").then(() => forward(busy, outgoing));
    },
  });
  const { session: direct } = await configured();
  const { state, diagnostics } = await apply(running.session, findingTriage, null, given);
  expect(diagnostics).toMatchObject([{ code: "changed-since-planned", attribute: ["category"] }]);
  expect([state, posted]).toEqual([null, 1]);
  expect(running.emulator.snapshot().accounts[0]?.triage).toContainEqual(
    expect.objectContaining({ finding_id: given.finding_id, category: "in_progress" }),
  );
});
