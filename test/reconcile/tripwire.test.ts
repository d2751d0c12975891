import type { Observed } from "../../src/model/entities";
import { accountId, configurationId } from "../../src/model/ids";
import type { Reader } from "../../src/reconcile/ports";
import { cutList } from "../../src/reconcile/tripwire";
import { ServiceError } from "../../src/service/error";
import { declare, desired, live, planned } from "./account";

/** Knows configurations that no list shows, and remembers which it was asked for. */
function eyes(there: readonly string[], asked: string[], status = 404): Reader {
  const unused = () => Promise.reject(new Error("not asked for"));
  return {
    accounts: unused,
    repositories: unused,
    analyzers: unused,
    customPolicies: unused,
    configurations: unused,
    rest: unused,
    configuration: (_account, id) => {
      asked.push(id);
      if (there.includes(id)) return Promise.resolve({ id, settings: {} });
      return Promise.reject(
        new ServiceError({ code: "service-error", detail: "no", method: "GET", path: "/", status }),
      );
    },
  };
}

const listed = live({ one: { has: ["r1"] }, hidden: { has: ["r2"] }, gone: { has: ["r3"] } });
const cut: Observed = { ...listed, configurations: listed.configurations.slice(0, 1) };

function check(name: string, observed: Observed, there: readonly string[], status?: number) {
  const asked: string[] = [];
  const plan = planned(desired([declare(name, { comment: "enabled" })]), observed);
  const done = cutList(eyes(there, asked, status), accountId("a"), observed, plan);
  return { asked, done };
}

test("nothing is created where a configuration is there that the list lacks", async () => {
  const { done } = check("new", cut, ["hidden"]);
  await expect(done).resolves.toMatchObject([{ code: "list-incomplete", severity: "error" }]);
});

test("what repositories refer to and the service has deleted is no reason", async () => {
  const { done, asked } = check("new", cut, []);
  await expect(done).resolves.toEqual([]);
  expect(asked.sort()).toEqual([configurationId("gone"), configurationId("hidden")]);
});

test("a failure to look is not taken for a no", async () => {
  await expect(check("new", cut, [], 500).done).rejects.toBeInstanceOf(ServiceError);
});

test.each([
  ["creates nothing", "one", cut],
  ["sees every configuration", "new", listed],
])("a plan that %s costs no request", async (_what, name, observed) => {
  const { done, asked } = check(name, observed, ["hidden"]);
  await done;
  expect(asked).toEqual([]);
});
