import pc from "picocolors";
import { namedIn } from "../../src/cli/commands/explain-account";
import { configurationId } from "../../src/model/ids";
import { distinctions } from "../../src/model/namesakes";
import { explainAccount } from "../../src/reconcile/explain/explain";
import { decidedDifferently, decisionsOf } from "../../src/reconcile/plan/decisions";
import { driftText } from "../../src/report/drift/drift-renderers";
import { accountText } from "../../src/report/explain/explain-text";
import { listingText } from "../../src/report/listing";
import { accountOf } from "../../src/page/browser/model";
import { factsIn } from "../page/read-back";
import { pageOf } from "../page/pages";
import { declare, desired, give, live, names, planned } from "../reconcile/account";
import { noted, nothingUnread } from "../reconcile/drift/drifting";
import { driftedDocument, planDocument, planText, plansMarkdown, plansText } from "./rendered";

const view = { colors: pc.createColors(false) };
const enabled = { comment: "enabled" } as const;
const silent = { comment: "silent" } as const;

/** `one` and `two` have the same name, in two normal forms of it; `api` moves from one to the other. */
const account = live({
  one: { name: "caf\u00e9", settings: enabled, has: ["api"] },
  two: { name: "cafe\u0301", settings: silent, has: ["web"] },
});
const declaration = desired(
  [declare("caf\u00e9", silent, { id: configurationId("two") })],
  give("caf\u00e9", names("api", "web")),
);
const plan = planned(declaration, account);

describe("two configurations of one name are distinguished by id", () => {
  const sides = "caf\u00e9 (one) -> cafe\u0301 (two)";

  test.each<[string, () => string, string]>([
    ["the text of a plan", () => planText(plan, view.colors), `  > ${sides}   1 repository`],
    ["its Markdown", () => plansMarkdown([plan]), `  > ${sides}   1 repository`],
    ["an explanation", explained, "api         rule 1: api  cafe\u0301 (two)"],
    ["a list", listedText, "api   caf\u00e9 (one)     -        -\nweb   cafe\u0301 (two)"],
    ["a drift", () => driftText(driftReport(), view), `  > ${sides}   1 repository`],
    ["what is new since an earlier plan", compared, `  NEW > ${sides}   1 repository`],
    ["what differs from a reviewed plan", differing, 'repository "api": reviewed caf\u00e9 (one) -> cafe\u0301 (two)'],
  ])("two configurations of one name are distinguished by id in %s", (_where, text, expected) => {
    expect(text()).toContain(expected);
  });

  test("two configurations of one name are distinguished by id on the page", () => {
    const [shown] = factsIn(pageOf(planDocument([plan]))).accounts.map(accountOf);
    const all = shown?.configurations.map(({ id, after }) => shown.labels({ id, name: after?.[0] }));
    expect(all?.toSorted()).toEqual(["cafe\u0301 (two)", "caf\u00e9 (one)"]);
  });
});

function explained(): string {
  const shown = { account: plan.account, locationOf: () => undefined, ...namedIn(plan, account) };
  return accountText({ ...explainAccount(plan, account), ...shown }, view);
}

function listedText(): string {
  const named = new Map(account.configurations.map((each) => [each.id, each.name]));
  const items = account.repositories.map(({ name, configuration_id: own = configurationId("") }) => ({
    name,
    configuration_id: own,
    configuration_name: named.get(own),
  }));
  return listingText("repositories", items, undefined);
}

function driftReport() {
  const moved = live({
    one: { name: "caf\u00e9", settings: enabled },
    two: { name: "cafe\u0301", settings: silent, has: ["web", "api"] },
  });
  const byId = desired(
    [declare("one", enabled, { id: configurationId("one"), name: "caf\u00e9" })],
    give("one", names("api")),
  );
  const since = noted(byId, account);
  return {
    account: plan.account,
    due: [],
    unread: nothingUnread,
    dismissed: null,
    titles: new Map<string, string>(),
    ...driftedDocument(moved, byId, since),
  };
}

function compared(): string {
  return plansText([plan], { ...view, since: planDocument([planned(desired([]), account)]) });
}

function differing(): string {
  return decidedDifferently(decisionsOf(plan), decisionsOf(planned(desired([]), account))).join("\n");
}

test.each<[string, readonly [id: string | undefined, name: string][], readonly string[]]>([
  ["nothing where each name is that of one", [["a", "x"], ["b", "y"], ["a", "x"]], ["", "", ""]], // prettier-ignore
  ["the start of the ids", [["5f0c41d2-9a3e", "x"], ["6f0c41d2-9a3e", "x"]], [" (5f0c41d2)", " (6f0c41d2)"]], // prettier-ignore
  ["whole ids that begin alike", [["5f0c41d2-1", "x"], ["5f0c41d2-2", "x"]], [" (5f0c41d2-1)", " (5f0c41d2-2)"]], // prettier-ignore
  ["that one is new", [["5f0c41d2-1", "x"], [undefined, "x"]], [" (5f0c41d2)", " (new)"]], // prettier-ignore
])("what distinguishes configurations is %s", (_what, given, expected) => {
  const all = given.map(([id, name]) => ({ id, name }));
  expect(all.map(distinctions(all))).toEqual(expected);
});
