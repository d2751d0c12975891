import { accountId, configurationId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { digestOf } from "../../../src/reconcile/plan/decisions";
import { plan } from "../../../src/reconcile/plan/plan";
import { declare, desired, live } from "../account";

const baseUrl = "https://findings.example.com";

describe("the digest of a plan that is made", () => {
  const digest = (settings: Settings, before: Settings = { comment: "silent" }, has: readonly string[] = []) =>
    plan({ id: accountId("account") }, desired([declare("one", settings)]), live({ one: { settings: before, has } }))
      .digest;
  const excludes = (...all: string[]): Settings => ({ analyzers: { a: { enabled: true, excludes: all } } });

  test("the digest of a plan that is made is another one where a declared value is another one, or the value that it replaces", () => {
    const [one, declaredOther, liveOther] = [
      digest({ comment: "enabled" }),
      digest({ comment: "disabled" }),
      digest({ comment: "enabled" }, { comment: "disabled" }),
    ];
    expect(new Set([one, declaredOther, liveOther]).size).toBe(3);
  });

  test("the digest of a plan that is made is another one where what is deleted has other settings, or what is renamed another name before", () => {
    const deleting = (settings: Settings) =>
      plan(
        { id: accountId("account") },
        { ...desired([]), deletions: [configurationId("one")] },
        live({ one: { settings } }),
      );
    expect(deleting({ comment: "silent" }).digest).not.toBe(deleting({ comment: "enabled" }).digest);
    const renaming = (name: string) =>
      plan(
        { id: accountId("account") },
        desired([declare("one", {}, { renamedFrom: [name] })]),
        live({ id: { name } }),
      );
    expect(renaming("x").digest).not.toBe(renaming("y").digest);
  });

  test("the digest of a plan that is made is another one where another pattern comes last in a list with one that begins with !", () => {
    expect(digest(excludes("**", "!src/**"))).not.toBe(digest(excludes("!src/**", "**")));
    expect(digest(excludes("x"), excludes("**", "!src/**"))).not.toBe(digest(excludes("x"), excludes("!src/**", "**")));
  });

  test("the digest of a plan that is made is the same in whatever order a list without such a pattern is declared or listed", () => {
    expect(digest(excludes("x", "y"))).toBe(digest(excludes("y", "x")));
    expect(digest(excludes("z"), excludes("x", "y"))).toBe(digest(excludes("z"), excludes("y", "x")));
  });

  test("the digest of a plan that is made is the same whatever goes along undeclared in the body of a request", () => {
    const one = digest({ comment: "enabled" }, { comment: "silent", risk_threshold: 1 });
    expect(digest({ comment: "enabled" }, { comment: "silent", risk_threshold: 2 })).toBe(one);
    const others = { code_policies: [{ id: "p", enabled: true }], analyzers: { a: { enabled: true } } };
    expect(digest({ comment: "enabled" }, { comment: "silent", ...others })).toBe(one);
  });
});

/** What was reviewed with one version is applied with the next one: these digests must stay as they are. */
test("the digest of a plan without triages is the same in every version", () => {
  const small = plan({ id: accountId("account") }, desired([declare("one", { comment: "enabled" })]), live({}));
  expect([digestOf(small), digestOf({ ...small, account: { ...small.account, baseUrl } })]).toEqual([
    "ad8a91e6b3873aee9fcf1fc74b683b08e10ca9986a423318761f15061ada1dbf",
    "228e779f7e85afd74dc0c2e0005b65090aeafb0b030de7d2dae3fe6a8b852861",
  ]);
});
