import type { Fault, StoreView } from "../../src/emulator";
import { type AccountStore, newConfiguration } from "../../src/emulator/state/store";
import { apply } from "../../src/reconcile/apply/apply";
import type { Journal } from "../../src/reconcile/apply/execute";
import type { Desired } from "../../src/model/desired";
import type { Observed } from "../../src/model/entities";
import { configurationId, repositoryId } from "../../src/model/ids";
import { refreshAndPlan } from "../../src/reconcile/refresh/refresh";
import { uuid } from "../reconcile/arbitrary";
import { declare, desired, give, names } from "../reconcile/account";
import { applyOnce } from "./run";
import { id, type Service, serviceOf } from "./service";

/** What the random cases have found, each by itself. */

const [one, other] = [configurationId(uuid("a", 1)), configurationId(uuid("a", 2))];
const live: Observed = {
  configurations: [
    { id: one, name: "one", settings: { code_policies: [{ id: uuid("c", 1), enabled: true }] } },
    { id: other, name: "other", settings: {} },
  ],
  repositories: ["x", "y"].map((name, at) => ({
    id: repositoryId(uuid("b", at)),
    name,
    provider_repo_id: at,
    enabled: true,
    configuration_id: other,
  })),
};

const open: Service[] = [];

afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function applied(declared: Desired, faults: readonly Fault[]) {
  const service = await serviceOf({ live, concurrency: 1 });
  open.push(service);
  return applyOnce(service, declared, false, faults);
}

test("a repository does not follow where the write failed that names it, though another of its rule succeeded", async () => {
  const wanted = desired(
    [declare("one", { code_policies: [] }), declare("new")],
    give("one", names("x")),
    give("new", names("y")),
  );
  const { after, applied: done } = await applied(wanted, [{ fault: "status", status: 422, method: "PUT" }]);
  const has = new Map(after.repositories.map(({ name, configuration_id }) => [name, configuration_id]));
  expect(has.get("x")).toBe(other);
  expect(after.configurations.find((each) => each.id === has.get("y"))?.name).toBe("new");
  expect(done?.outcomes.find(({ address }) => address.endsWith(".one"))?.status).toBe("failed");
});

test("a creation whose answer is lost is found though the first look for it fails as well", async () => {
  const lost: Fault = { fault: "html", status: 200, at: "after", operation: "createConfiguration", times: 1 };
  // the plan reads the list twice, the look before the creation once
  const blind: Fault = { fault: "html", status: 200, operation: "listConfigurations", nth: 4 };
  const { after, applied: done } = await applied(desired([declare("new", { comment: "enabled" })]), [lost, blind]);
  expect(after.configurations.filter(({ name }) => name === "new")).toHaveLength(1);
  expect(done).toMatchObject({ verified: true, outcomes: [{ status: "succeeded" }] });
});

test("a name that somebody else has taken since the plan is not created again", async () => {
  const { service, plan, take } = await creating();
  take();
  const { client, sleep } = service;
  const { outcomes, sent } = await apply(plan, { reader: client, writer: client, sleep });
  expect(outcomes).toMatchObject([{ status: "skipped", changed: [{ path: "name", found: "new" }] }]);
  expect(sent).toBe(0);
});

test("that somebody else takes the name between the look and the creation is said, with both ids", async () => {
  const { service, plan, take } = await creating();
  const { client, sleep } = service;
  const taken: string[] = [];
  const journal: Journal = { sending: () => taken.push(take()), settled: () => undefined };
  const done = await apply(plan, { reader: client, writer: client, sleep, journal });
  expect(done).toMatchObject({ verified: false, outcomes: [{ status: "succeeded" }] });
  expect(done.diagnostics.map(({ code }) => code)).toEqual(["name-live-twice"]);
  expect(taken).toHaveLength(1);
  expect(done.diagnostics[0]?.detail).toContain(taken[0]);
});

/** A plan that creates `new`, and somebody who takes that name. */
async function creating() {
  const service = await serviceOf({ live });
  open.push(service);
  const plan = await refreshAndPlan(service.client, { id }, desired([declare("new")]), {});
  const store = service.emulator.store as StoreView & { find(account: string): AccountStore | undefined };
  const take = (): string => String(store.find(id)?.put(newConfiguration("new", {})).id);
  return { service, plan, take };
}
