import { acmeAccountId, acmeKey, builtinSeed } from "../../../src/emulator";
import { accountId } from "../../../src/model/ids";
import type { Json } from "../../../src/model/json";
import { ServiceClient } from "../../../src/service";
import type { Session } from "../../../src/terraform/account/session";
import { findingTriage, findingTriageBy } from "../../../src/terraform/resources/finding-triage";
import { type ObjectValue, Unknown } from "../../../src/terraform/value";
import { forward, type Interference } from "../../support/proxy";
import { applied, apply, byItself, destroyed, imported, plan, refreshed } from "../life";
import { blank, type Configured, configured, expectOfSchema } from "../session";

const [acme] = builtinSeed.accounts;
const triagedIds = new Set(acme?.triage?.map(({ finding_id }) => finding_id));
const open = acme?.scans?.flatMap(({ findings = [] }) => findings).filter(({ id }) => !triagedIds.has(id)) ?? [];
const [finding_id = "", otherId = ""] = [...new Set(open.map(({ id }) => id))];
const unknownId = "00000000-0000-4000-8000-000000000000";
const path = `/findings/${finding_id}/triage`;
const given = { finding_id, category: "wont_fix", justification: "Only in tests." };

const live = ({ emulator }: Configured) =>
  emulator.snapshot().accounts[0]?.triage?.find((each) => each.finding_id === finding_id)?.category;
const writes = ({ sent }: Configured) => sent().filter((each) => !each.startsWith("GET"));

test("creates, reads, updates and deletes a triage, with one write each", async () => {
  const running = await configured();
  const { session } = running;
  const made = await applied(session, findingTriage, null, given);
  expect(made).toEqual({ ...given, expires: null, active: true, id: finding_id, timeouts: null });
  expect(live(running)).toBe("wont_fix");
  expect(await refreshed(session, findingTriage, made)).toEqual(made);
  expect((await plan(session, findingTriage, made, given)).planned).toEqual(made);
  const changed = await applied(session, findingTriage, made, { ...given, category: "accepted_risk" });
  expect(live(running)).toBe("accepted_risk");
  expect(await findingTriage.destroy(await running.again(), changed, byItself)).toEqual([]);
  expect(live(running)).toBeUndefined();
  expect(writes(running)).toEqual([`POST ${path}`, `POST ${path}`, `DELETE ${path}`]);
});

test("changes of justification and expiry send no request", async () => {
  const running = await configured();
  const made = await applied(running.session, findingTriage, null, given);
  const before = running.sent().length;
  const changed = await applied(running.session, findingTriage, made, {
    ...given,
    justification: "Never called.",
    expires: "2100-01-01",
  });
  expect(changed).toMatchObject({ justification: "Never called.", expires: "2100-01-01", active: true });
  expect(running.sent()).toHaveLength(before);
});

test("writes nothing when the triage is already set", async () => {
  const running = await configured();
  await applied(running.session, findingTriage, null, given);
  await applied(await running.again(), findingTriage, null, given);
  expect(writes(running)).toEqual([`POST ${path}`]);
});

test("a refresh detects drift of the category, and an apply corrects it", async () => {
  const running = await configured();
  const { session } = running;
  const made = await applied(session, findingTriage, null, given);
  for (const drift of ["in_progress", undefined] as const) {
    if (drift === undefined) await session.writer.removeTriage(acmeAccountId, finding_id);
    else await session.writer.setTriage(acmeAccountId, finding_id, drift);
    const seen = await refreshed(session, findingTriage, made);
    expect(seen).toEqual({ ...made, ...(drift === undefined ? { active: false } : { category: drift }) });
    expect(await applied(session, findingTriage, seen, given)).toEqual(made);
    expect(live(running)).toBe("wont_fix");
  }
});

test("another finding requires a new triage", async () => {
  const running = await configured();
  const made = await applied(running.session, findingTriage, null, given);
  const { requiresReplace: replacedBy } = await plan(undefined, findingTriage, made, {
    ...given,
    finding_id: new Unknown(),
  });
  expect(replacedBy).toEqual(["finding_id"]);
  await applied(await running.again(), findingTriage, made, { ...given, finding_id: otherId });
  expect(writes(running)).toEqual([`POST ${path}`, `DELETE ${path}`, `POST /findings/${otherId}/triage`]);
});

test.each([
  ["2026-01-31", "2026-01-31T23:59:59Z", "2026-02-01T00:00:00Z"],
  ["2026-01-31T12:00:00+02:00", "2026-01-31T09:59:59Z", "2026-01-31T10:00:00Z"],
])("a triage with the end %s is active at %s and expired at %s", async (expires, before, after) => {
  const activeAt = async (time: string) =>
    (
      await plan(
        undefined,
        findingTriageBy(() => Date.parse(time)),
        null,
        { ...given, expires },
      )
    ).planned["active"];
  // it may end before it is applied
  expect(await activeAt(before)).toBeInstanceOf(Unknown);
  expect(await activeAt(after)).toBe(false);
});

test("expires removes the triage once, with a warning, and then ignores what the service holds", async () => {
  const running = await configured();
  const { session } = running;
  const until = { ...given, expires: "2100-01-01" };
  const made = await applied(session, findingTriage, null, until);
  const later = findingTriageBy(() => Date.parse("2100-01-02"));
  const { planned, diagnostics } = await plan(await running.again(), later, made, until);
  expect(planned).toEqual({ ...made, active: false });
  expect(diagnostics).toMatchObject([{ severity: "warning", attribute: ["expires"] }]);
  const ended = await applied(session, later, made, until);
  expect(live(running)).toBeUndefined();
  await session.writer.setTriage(acmeAccountId, finding_id, "in_progress");
  running.emulator.clearRequests();
  expect(await refreshed(session, later, ended)).toEqual(ended);
  expect(await plan(await running.again(), later, ended, until)).toEqual({ planned: ended, diagnostics: [] });
  expect(await later.destroy(session, ended, byItself)).toEqual([]);
  expect(running.sent()).toEqual([]);
  expect(live(running)).toBe("in_progress");
});

test("expires sets nothing when it is in the past, and a later date does", async () => {
  const running = await configured();
  const { session } = running;
  const past = { ...given, expires: "2001-01-01" };
  expect((await plan(session, findingTriage, null, past)).diagnostics).toMatchObject([{ severity: "warning" }]);
  const made = await applied(session, findingTriage, null, past);
  expect(made).toMatchObject({ active: false });
  expect(running.sent()).toEqual([]);
  expect(await applied(session, findingTriage, made, given)).toMatchObject({ active: true });
  expect(live(running)).toBe("wont_fix");
});

test("expires makes `active` unknown while it is unknown itself", async () => {
  const { planned } = await plan(undefined, findingTriage, null, { ...given, expires: new Unknown() });
  expect(planned["active"]).toBeInstanceOf(Unknown);
  const { session } = await configured();
  const config = blank(findingTriage.schema, { ...given, expires: "2001-01-01" });
  const known = { ...planned, expires: "2001-01-01" };
  const { state } = await findingTriage.apply({ session, prior: null, planned: known, config, plannedPrivate: {} });
  expect(state).toEqual({ ...config, id: finding_id, active: false });
});

test("a missing finding is an error at its id", async () => {
  const { session } = await configured();
  const { state, diagnostics } = await apply(session, findingTriage, null, { ...given, finding_id: unknownId });
  expect(state).toBeNull();
  expect(diagnostics).toMatchObject([{ severity: "error", attribute: ["finding_id"] }]);
});

test("removes a missing finding from the state with a warning, and deletes its triage without an error", async () => {
  const { session } = await configured();
  const state: ObjectValue = { ...given, finding_id: unknownId, expires: null, active: true };
  expect(await findingTriage.read(session, state)).toMatchObject({
    state: null,
    diagnostics: [{ severity: "warning" }],
  });
  expect(await findingTriage.destroy(session, state, byItself)).toEqual([]);
});

test("imports a triage by the finding's id, optionally after that of the account", async () => {
  const running = await configured();
  const { session } = running;
  const made = await applied(session, findingTriage, null, given);
  for (const id of [finding_id, `${acmeAccountId}/${finding_id}`]) {
    const { state, diagnostics } = await imported(session, findingTriage, id);
    expect(diagnostics).toEqual([]);
    const justification = "Imported: the service does not store why this was decided.";
    expect(state).toEqual({ ...made, justification });
    expectOfSchema(findingTriage.schema, state ?? {});
  }
  expect(writes(running)).toHaveLength(1);
  const taken = (await imported(session, findingTriage, finding_id)).state;
  expect(await applied(session, findingTriage, taken, given)).toEqual(made);
  expect(writes(running)).toHaveLength(1);
});

test("imports nothing for a finding without triage", async () => {
  const { session } = await configured();
  expect(await imported(session, findingTriage, finding_id)).toEqual({ state: null, diagnostics: [] });
});

test("a dry run writes nothing, and reports the request", async () => {
  const running = await configured({ dryRun: true });
  const { session } = running;
  const state = { ...given, expires: null, active: true };
  const says = (words: string) => [{ severity: "error", detail: expect.stringContaining(words) as string }];
  expect(await apply(session, findingTriage, null, given)).toMatchObject({
    state: null,
    diagnostics: says(`dry_run is set: would send POST /v1/accounts/${acmeAccountId}${path} with wont_fix`),
  });
  expect(await apply(session, findingTriage, state, { ...given, justification: "Other." })).toMatchObject({
    state,
    diagnostics: says("would send nothing"),
  });
  expect(await findingTriage.destroy(session, state, byItself)).toMatchObject(says("would send DELETE"));
  expect(writes(running)).toEqual([]);
});

test("repeats a write whose answer was lost", async () => {
  const running = await configured({ faults: [{ fault: "reset", at: "after", operation: "setTriage", nth: 1 }] });
  await applied(running.session, findingTriage, null, given);
  expect(live(running)).toBe("wont_fix");
});

const [triaged] = builtinSeed.accounts[0]?.triage ?? [];

test("an expired triage that somebody has removed is not removed again", async () => {
  const { session, again, emulator, sent } = await configured();
  const finding_id = triaged?.finding_id ?? "";
  const declared = { finding_id, category: "wont_fix", justification: "Only in tests.", expires: "2100-01-01" };
  const held = { ...declared, id: finding_id, active: true, timeouts: null };
  await session.writer.removeTriage(acmeAccountId, finding_id);
  const later = findingTriageBy(() => Date.parse("2100-01-02"));
  const seen = await refreshed(session, later, held);
  expect(seen).toEqual({ ...held, active: false });
  expect(await plan(await again(), later, seen, declared)).toEqual({ planned: seen, diagnostics: [] });
  emulator.clearRequests();
  expect(await later.destroy(session, { ...held, ...seen }, byItself)).toEqual([]);
  expect(sent()).toEqual([]);
});

describe("a triage that is destroyed while another resource has its finding", () => {
  const setting = (session: Session, more: ObjectValue = {}) => {
    const config = blank(findingTriage.schema, { ...given, category: "in_progress", active: true, ...more });
    return findingTriage.apply({ session, prior: null, planned: config, config, plannedPrivate: {} });
  };

  test.each<
    [
      string,
      string | undefined,
      (session: Session, destroy: (more?: ObjectValue) => Promise<unknown>) => Promise<unknown>,
    ]
  >([
    [
      "stays where the other sets it at once",
      "in_progress",
      (session, destroy) => Promise.all([setting(session), destroy()]),
    ],
    [
      "stays where the other sets it, though the destruction comes first",
      "in_progress",
      (session, destroy) => Promise.all([destroy(), setting(session)]),
    ],
    [
      "stays where the other has set it, whatever case the id is in",
      "in_progress",
      async (session, destroy) => {
        await setting(session);
        await destroy({ finding_id: finding_id.toUpperCase() });
      },
    ],
    [
      "goes where the other has expired",
      undefined,
      async (session, destroy) => {
        await setting(session, { expires: "2001-01-01", active: false });
        await destroy();
      },
    ],
    [
      "goes where the other could not be set",
      undefined,
      async (session, destroy) => {
        await expect(setting(session)).rejects.toThrow("403");
        await destroy();
      },
    ],
  ])("a destroyed triage %s", async (title, category, both) => {
    const running = await configured();
    const made = await applied(running.session, findingTriage, null, given);
    const elsewhere = await applied(running.session, findingTriage, null, { ...given, finding_id: otherId });
    if (title.includes("could not"))
      running.emulator.setFaults([{ fault: "status", status: 403, operation: "setTriage" }]);
    const session = await running.again();
    await both(session, (more = {}) => findingTriage.destroy(session, { ...made, ...more }, byItself));
    expect(live(running)).toBe(category);
    // of another finding it goes in any case
    expect(await findingTriage.destroy(session, elsewhere, byItself)).toEqual([]);
    expect(writes(running).at(-1)).toBe(`DELETE /findings/${otherId}/triage`);
  });
});

test("an id in another case is the same finding", async () => {
  const { session, again } = await configured();
  const made = await applied(session, findingTriage, null, given);
  const shouted = { ...given, finding_id: finding_id.toUpperCase() };
  const { requiresReplace, planned } = await plan(await again(), findingTriage, made, shouted);
  expect([requiresReplace, planned["finding_id"]]).toEqual([undefined, shouted.finding_id]);
});

const young = acme?.scans
  ?.flatMap(({ findings = [] }) => findings)
  .find(({ id, severity }) => severity === "high" && !triagedIds.has(id)); // younger than a year
const [decided] = acme?.triage ?? [];
const wanted = { finding_id: young?.id ?? "", category: "wont_fix", justification: "Only in tests." };

/** Answers like this about triage, after the service has done what it was asked to. */
const answering =
  (answer: Json, methods = ["GET", "POST", "DELETE"]): Interference =>
  ({ method, path, pass }, outgoing) =>
    path.endsWith("/triage") && methods.includes(method)
      ? pass().then(async (passed) => {
          await forward(passed.ok ? Response.json(answer) : passed, outgoing);
        })
      : undefined;
const pages = ({ sent }: Configured) => sent().filter((each) => each.includes("/all_findings"));

const noWaits = ({ session }: Configured) => ({ session: { ...session, sleep: () => Promise.resolve() } });

test("reads the list of all findings once for all triages when the answer has no category", async () => {
  const running = await configured({ interfere: answering({ status: "ok" }) });
  const { session } = running;
  const made = await applied(session, findingTriage, null, wanted);
  expect(pages(running)).toEqual([]);
  const other: ObjectValue = { ...made, finding_id: decided?.finding_id ?? "", category: "in_progress" };
  const [seen, drifted] = await Promise.all([made, other].map((each) => refreshed(session, findingTriage, each)));
  expect(seen).toEqual(made);
  expect(drifted).toEqual({ ...other, category: decided?.category });
  expect(pages(running)).toHaveLength(1);
  // what is not shown is not taken for what somebody else has changed
  await applied(session, findingTriage, made, { ...wanted, category: "accepted_risk" });
  await session.writer.removeTriage(acmeAccountId, wanted.finding_id);
  expect(await refreshed(await running.again(), findingTriage, made)).toEqual({ ...made, active: false });
});

test.each([
  ["in code", (id: string) => id.toUpperCase(), (id: string) => id],
  ["in the list", (id: string) => id, (id: string) => id.toUpperCase()],
])("finds a finding in the list of all findings whose id is written in capitals %s", async (_where, ours, theirs) => {
  const id = decided?.finding_id ?? "";
  const { session } = await configured({
    interfere: ({ path, pass }, outgoing) => {
      if (path.endsWith("/triage")) return forward(Response.json({ status: "ok" }), outgoing);
      return pass().then(async (passed) =>
        forward(new Response((await passed.text()).replaceAll(id, theirs(id))), outgoing),
      );
    },
  });
  const state = { ...wanted, finding_id: ours(id), category: "in_progress", expires: null, active: true };
  expect(await refreshed(session, findingTriage, state)).toEqual({ ...state, category: decided?.category });
});

test("keeps the state with a warning when neither answer nor list has the triage, and imports nothing", async () => {
  const interfere: Interference = ({ path }, outgoing) =>
    path.endsWith("/triage") ? forward(Response.json({}), outgoing) : undefined;
  const { session } = await configured({ interfere });
  const state = { ...wanted, finding_id: unknownId, expires: null, active: true };
  expect(await findingTriage.read(session, state)).toMatchObject({ state, diagnostics: [{ severity: "warning" }] });
  expect(await imported(session, findingTriage, unknownId)).toMatchObject({
    state: null,
    diagnostics: [{ severity: "error" }],
  });
});

test("reads back what it has written, and writes once", async () => {
  const running = await configured({ interfere: answering({ message: "done" }, ["POST"]) });
  await applied(running.session, findingTriage, null, wanted);
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
    const made = await applied(session, findingTriage, null, { ...wanted, timeouts });
    expect(await refreshed(session, findingTriage, made)).toEqual(made);
    const changed = await applied(session, findingTriage, made, { ...wanted, category: "in_progress", timeouts });
    expect(await refreshed(session, findingTriage, changed)).toEqual(changed);
    // a replacement, by another apply
    const later = { ...(await running.again()), sleep };
    expect(await findingTriage.destroy(later, changed, byItself)).toEqual([]);
    // one that is set right after it is not taken for the one that went
    await applied(later, findingTriage, null, { ...wanted, category: "in_progress", timeouts });
    expect(writes(running)).toHaveLength(4);
  });

  test("a service that shows a triage late is waited for no longer than timeouts say", async () => {
    const running = await configured({ interfere: late(1000) });
    const { session } = running;
    const [creation, update] = [waited(), waited()];
    const { state, diagnostics } = await apply({ ...session, sleep: creation.sleep }, findingTriage, null, {
      ...wanted,
      timeouts,
    });
    expect(diagnostics).toMatchObject([{ code: "not-converged", severity: "error" }]);
    expect(state).toBeNull();
    expect(creation.all()).toBe(120_000);
    const other = { ...wanted, category: "in_progress", timeouts };
    const refreshed = { ...wanted, timeouts, active: false };
    await apply({ ...session, sleep: update.sleep }, findingTriage, refreshed, other);
    expect(update.all()).toBe(180_000);
  });

  test("a service that shows a triage late that holds it after its removal is an error, and keeps the state", async () => {
    const held = answering({ data: { triage: { category: "wont_fix" } } });
    const { session } = await configured({ interfere: held });
    const { sleep, all } = waited();
    const state = { ...wanted, expires: null, active: true, timeouts };
    expect(await destroyed({ ...session, sleep }, findingTriage, state)).toMatchObject([
      { code: "not-converged", severity: "error" },
    ]);
    expect(all()).toBe(240_000);
  });
});

describe("a category that does not replace the former one", () => {
  const prior = { ...wanted, category: "in_progress", expires: null, active: true };
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
    await direct.setTriage(accountId(acmeAccountId), wanted.finding_id, "in_progress");
    await direct.close();
    emulator.clearRequests();
    const held = () =>
      emulator.snapshot().accounts[0]?.triage?.find((each) => each.finding_id === wanted.finding_id)?.category;
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
      await applied(session, findingTriage, prior, wanted);
      expect(methods(running)).toEqual(["DELETE", "POST"]); // the first POST did not come as far as the service
      expect(held()).toBe("wont_fix");
    },
  );

  test("a category that does not replace the former one takes over the decision of somebody else in the same way when it is created", async () => {
    const { held, session } = await withFormer(unwilling(refused(409)));
    await applied(session, findingTriage, null, wanted);
    expect(held()).toBe("wont_fix");
  });

  test("a category that does not replace the former one stays where the refusal is of another kind", async () => {
    const { running, held, session } = await withFormer(unwilling(refused(403)));
    const { state, diagnostics } = await apply(session, findingTriage, prior, wanted);
    // nor is it read whether it took effect
    const about = running.sent().filter((each) => each.endsWith("/triage"));
    expect(about).toEqual([`GET /findings/${wanted.finding_id}/triage`]);
    expect([state, held()]).toEqual([prior, "in_progress"]);
    expect(diagnostics).toMatchObject([{ severity: "error" }]);
  });

  test("a category that does not replace the former one is an error where it is refused once more, after the former one was removed", async () => {
    const { held, session } = await withFormer(unwilling(refused(422), 2));
    const { diagnostics } = await apply(session, findingTriage, prior, wanted);
    expect(held()).toBeUndefined();
    expect(diagnostics).toMatchObject([{ severity: "error", detail: expect.stringContaining("422") as string }]);
  });
});

test("an accepted category that is not shown afterwards is an error, and leaves no state", async () => {
  const { session } = noWaits(await configured({ interfere: answering({ data: { triage: null } }) }));
  const { state, diagnostics } = await apply(session, findingTriage, null, wanted);
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
      return writer.setTriage(acmeAccountId, wanted.finding_id, "in_progress").then(() => forward(busy, outgoing));
    },
  });
  const { session: direct } = await configured();
  const { state, diagnostics } = await apply(running.session, findingTriage, null, wanted);
  expect(diagnostics).toMatchObject([{ code: "changed-since-planned", attribute: ["category"] }]);
  expect([state, posted]).toEqual([null, 1]);
  expect(running.emulator.snapshot().accounts[0]?.triage).toContainEqual(
    expect.objectContaining({ finding_id: wanted.finding_id, category: "in_progress" }),
  );
});
