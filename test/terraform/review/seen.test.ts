import { configurationId } from "../../../src/model/ids";
import { rememberSeen, seenAccount, seenConfiguration, seenConfigurations } from "../../../src/terraform/review/seen";
import { live } from "../../reconcile/account";

const names = Array.from({ length: 30 }, (_, index) => `r${String(index)}`);
const { configurations, repositories } = live({ one: { has: names, settings: { comment: "silent" } } });

test("what a refresh has seen of a configuration comes back as it was: its settings, all counted, the first named", () => {
  const seen = seenConfiguration({ comment: "silent" }, repositories);
  expect(seen).toEqual({ settings: { comment: "silent" }, repositories: 30, names: names.slice(0, 20) });
  expect(seenConfigurations(rememberSeen({ [configurationId("one")]: seen }))).toEqual({ one: seen });
});

test("what a refresh has seen of an account comes back as it was, in less space", () => {
  const remembered = rememberSeen({ configurations, repositories });
  expect(seenAccount(remembered)).toEqual({ configurations, repositories });
  expect(JSON.stringify(remembered).length).toBeLessThan(JSON.stringify(repositories).length / 2);
});

test("without a refresh nothing has been seen", () => {
  expect([seenAccount({}), seenConfigurations({})]).toEqual([undefined, {}]);
});
