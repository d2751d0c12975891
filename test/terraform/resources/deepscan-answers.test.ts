import { acmeAccountId, builtinSeed } from "../../../src/emulator";
import { textOf } from "../../../src/terraform/data-sources/data-source";
import { deepscan } from "../../../src/terraform/resources/deepscan";
import { forward, type Interference } from "../../support/proxy";
import { apply, applied } from "../life";
import { configured } from "../session";

/** The specification does not show what the service answers to the request for a deepscan. */

const [repository] = builtinSeed.accounts[0]?.repositories ?? [];
const given = { repository_id: repository?.id ?? "" };
const path = `/v1/accounts/${acmeAccountId}/repositories/${given.repository_id}/deepscans`;

/** Takes the request and says nothing of it. */
const silent: Interference = ({ method, pass }, outgoing) =>
  method === "POST" ? pass().then(() => forward(Response.json({}, { status: 202 }), outgoing)) : undefined;

test("finds a deepscan that the answer does not name, in a list that lags", async () => {
  let stale: Response | undefined;
  const waits: number[] = [];
  const sleep = (milliseconds: number): Promise<unknown> => {
    if (waits.push(milliseconds) === 2) stale = undefined;
    return Promise.resolve();
  };
  const interfere: Interference = (passing, outgoing) => {
    if (passing.method === "POST") return silent(passing, outgoing);
    if (!passing.path.startsWith(path) || stale === undefined) return undefined;
    return forward(stale.clone(), outgoing);
  };
  const running = await configured({ interfere });
  const before = await running.session.reader.repositoryDeepscans(acmeAccountId, given.repository_id);
  stale = Response.json({ data: before });
  const made = await applied({ ...running.session, sleep }, deepscan, null, given);
  expect(waits).toHaveLength(2);
  const { deepscans = [] } = running.emulator.snapshot().accounts[0] ?? {};
  expect(deepscans.map(({ id }) => id)).toContain(made["id"]);
  expect(before.map(({ id }) => id)).not.toContain(made["id"]);
});

test("takes the newest of several new deepscans, with a warning that names them", async () => {
  const interfere: Interference = (passing, outgoing) =>
    passing.method === "POST" ? passing.pass().then(() => silent(passing, outgoing)) : undefined;
  const running = await configured({ interfere });
  const before = new Set((running.emulator.snapshot().accounts[0]?.deepscans ?? []).map(({ id }) => id));
  const { state, diagnostics } = await apply(running.session, deepscan, null, given);
  const fresh = (running.emulator.snapshot().accounts[0]?.deepscans ?? []).filter(({ id }) => !before.has(id));
  expect(fresh).toHaveLength(2);
  const newest = Math.max(...fresh.map((each) => Date.parse(each.created_at)));
  expect(Date.parse(textOf(state ?? {}, "created_at"))).toBe(newest);
  expect(diagnostics).toMatchObject([{ severity: "warning" }]);
  for (const { id } of fresh) expect(diagnostics[0]?.detail).toContain(id);
});
