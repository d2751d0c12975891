import { acmeAccountId, acmeKey, type Emulator } from "../../../src/emulator";
import { configurationNamed } from "../acme";
import { coreOf } from "../core";
import { isError } from "../core-process";
import { configured, type ConfiguredOptions } from "../session";

/** The service shows for so long, in milliseconds, what was before a write; its time passes while the provider waits. */
const lag = 20_000;
const at = "scanform_configuration.it";
const baseline = configurationNamed("baseline");

async function lagging(options: Partial<ConfiguredOptions> = {}) {
  const { emulator } = await configured({ profile: { read_lag_ms: lag }, ...options });
  const sleep = (milliseconds: number): Promise<void> => advance(emulator, milliseconds);
  const named = (name: string) => emulator.store.configurations(acmeAccountId).filter((each) => each.name === name);
  const writes = () =>
    emulator.requests.flatMap(({ method, path }) => (method === "GET" || path.startsWith("/control") ? [] : [method]));
  return { emulator, core: coreOf(emulator, { sleep }), named, writes };
}

async function advance({ url }: Emulator, milliseconds: number): Promise<void> {
  const answer = await fetch(`${url}/control/clock`, {
    method: "POST",
    body: JSON.stringify({ advance_seconds: milliseconds / 1000 }),
    headers: { authorization: `Bearer ${acmeKey}`, "content-type": "application/json" },
  });
  if (!answer.ok) throw new Error(await answer.text());
}

test("a service whose reads lag by 20 seconds shows what was created before the apply ends, so that the next plan has nothing to do", async () => {
  const { core, named, writes } = await lagging();
  const declared = { [at]: { name: "late", comment: "silent" } };
  expect(await core.apply(declared)).toEqual([]);
  expect(core.state.get(at)?.value).toMatchObject({ name: "late", created_at: expect.any(String) as string });
  expect((await core.plan(declared)).actions).toEqual({ [at]: "no-op" });
  expect(named("late")).toHaveLength(1);
  expect(writes()).toEqual(["POST"]);
});

test("a service whose reads lag by 20 seconds shows what was updated and deleted, each with one request", async () => {
  const { core, named, writes } = await lagging();
  await core.import(at, baseline);
  const declared = { [at]: { name: "baseline", comment: "disabled" } };
  expect((await core.apply(declared)).filter(isError)).toEqual([]);
  expect((await core.plan(declared)).actions).toEqual({ [at]: "no-op" });
  expect(writes()).toEqual(["PATCH"]);
  await core.apply({ ...declared, "scanform_configuration.gone": { name: "gone" } });
  expect((await core.apply(declared)).filter(isError)).toEqual([]);
  expect(named("gone")).toEqual([]);
  expect(writes()).toEqual(["PATCH", "POST", "DELETE"]);
});

test("a service whose reads lag by 20 seconds gets one configuration although the answer to its creation is lost", async () => {
  const { core, named } = await lagging({ faults: [{ fault: "reset", at: "after", method: "POST", nth: 1 }] });
  const declared = { [at]: { name: "lost" } };
  expect(await core.apply(declared)).toEqual([]);
  expect((await core.plan(declared)).actions).toEqual({ [at]: "no-op" });
  expect(named("lost")).toHaveLength(1);
});

test("a service whose reads lag by 20 seconds gets one configuration although the apply does not wait for it: the next plan does", async () => {
  const { core, named } = await lagging();
  const impatient = { [at]: { name: "late", timeouts: { create: "1s", update: null, delete: null } } };
  expect(await core.apply(impatient)).toMatchObject([{ summary: expect.stringContaining("It was created") as string }]);
  const declared = { [at]: { name: "late", timeouts: { create: "1m", update: null, delete: null } } };
  const state = core.state.get(at)?.value ?? {};
  core.state.set(at, { value: { ...state, timeouts: declared[at].timeouts } });
  expect((await core.plan(declared)).actions).toEqual({ [at]: "no-op" });
  expect(named("late")).toHaveLength(1);
});

test("a service whose reads lag by 20 seconds gets one configuration although Ctrl-C ends the wait", async () => {
  const { emulator, named } = await lagging();
  const stop = new AbortController();
  const core = coreOf(emulator, {
    stop: stop.signal,
    sleep: () => {
      stop.abort();
      return Promise.resolve();
    },
  });
  const declared = { [at]: { name: "late" } };
  expect(await core.apply(declared)).toMatchObject([{ summary: expect.stringContaining("It was created") as string }]);
  const later = coreOf(emulator, { sleep: (milliseconds) => advance(emulator, milliseconds) }, core);
  expect((await later.plan(declared)).actions).toEqual({ [at]: "no-op" });
  expect(named("late")).toHaveLength(1);
});
