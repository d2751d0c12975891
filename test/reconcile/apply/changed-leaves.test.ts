import type { Settings } from "../../../src/model/settings";
import { changedLeaves, type Sent } from "../../../src/reconcile/apply/changed";

const names = (...all: string[]): Settings => ({ notifications: { enabled: true, integration_names: all } });
const basis = names("b", "c");
const body = names("a", "c");
const both = names("c", "b", "a");

const sentIn = (settings: Settings): Sent => ({ settings, replaces: undefined });

interface Row {
  readonly title: string;
  readonly live: Settings;
  readonly sent: readonly Settings[];
  readonly isChanged: boolean;
}

test.each<Row>([
  { title: "a set as it was", live: names("c", "b"), sent: [], isChanged: false },
  { title: "a set as the write gives it", live: names("c", "a"), sent: [], isChanged: false },
  { title: "a third set", live: names("a"), sent: [body], isChanged: true },
  { title: "a set with members of both, where nothing was sent", live: both, sent: [], isChanged: true },
  { title: "a set that the service has merged with one that was sent", live: both, sent: [body], isChanged: false },
  { title: "a set that has another member", live: names("a", "b", "c", "d"), sent: [body], isChanged: true },
])("$title: changed by somebody else is $isChanged", ({ live, sent, isChanged }) => {
  const changed = changedLeaves(live, new Set(["notifications"]), basis, sentIn(body), sent.map(sentIn));
  expect(changed.map(({ path }) => path)).toEqual(isChanged ? ["notifications.integration_names"] : []);
});
