import { configurationId } from "../../../src/model/ids";
import {
  encodeSeen,
  seenAccount,
  seenAt,
  seenConfiguration,
  seenConfigurations,
} from "../../../src/terraform/verdict/seen";
import { live } from "../../reconcile/account";

const names = Array.from({ length: 30 }, (_, index) => `r${String(index)}`);
const { configurations, repositories } = live({ one: { has: names, settings: { comment: "silent" } } });

test("what a refresh has seen of a configuration comes back as it was: its settings, all counted, the first named", () => {
  const seen = seenConfiguration({ comment: "silent" }, repositories);
  expect(seen).toEqual({ settings: { comment: "silent" }, repositories: 30, names: names.slice(0, 20) });
  expect(seenConfigurations(encodeSeen({ [configurationId("one")]: seen }, 0))).toEqual({ one: seen });
});

test("what a refresh has seen of an account comes back as it was, in less space", () => {
  const refreshPrivate = encodeSeen({ configurations, repositories }, Date.UTC(2026, 0, 2, 3, 4, 5, 678));
  expect(seenAccount(refreshPrivate)).toEqual({ configurations, repositories });
  expect(seenAt(refreshPrivate)).toBe("2026-01-02T03:04:05Z");
  expect(JSON.stringify(refreshPrivate).length).toBeLessThan(JSON.stringify(repositories).length / 2);
});

test("without a refresh nothing has been seen", () => {
  expect([seenAccount({}), seenConfigurations({}), seenAt({})]).toEqual([undefined, {}, undefined]);
});
