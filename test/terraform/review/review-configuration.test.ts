import type { Settings } from "../../../src/model/settings";
import { allSettings } from "../../../src/terraform/configuration/settings";
import { configuration } from "../../../src/terraform/resources/configuration";
import { reviewConfiguration } from "../../../src/terraform/review/review-configuration";
import { type ObjectValue, Unknown } from "../../../src/terraform/value";
import { live } from "../../reconcile/account";
import { analyzer, configurationNamed } from "../acme";
import { stateOf } from "../configuration/state-of";
import { inMemory } from "../in-memory";
import { plan } from "../life";
import { blank, configured } from "../session";

const account = {
  ...live({
    strict: { settings: { comment: "enabled" }, has: ["a", "b", "c"] },
    idle: { settings: { comment: "enabled" } },
    checked: { settings: { comment: "silent", analyzers: { a: { enabled: true } } }, has: ["e"] },
  }),
  analyzers: [{ id: "a", name: "a", slug: "a", enabled: true }],
};

/** What the plan of other settings of a live configuration says, without what it no longer manages. */
const judged = async (given: Settings | ObjectValue, name = "strict") => {
  const { session, asked } = await inMemory(account);
  const { settings = {} } = account.configurations.find((each) => each.id === name) ?? {};
  const prior = blank(configuration.schema, { id: name, name, ...allSettings(settings) });
  const planned = { ...prior, ...(given as ObjectValue) };
  const { diagnostics } = await reviewConfiguration(session, planned, prior);
  return { diagnostics, asked };
};

test("a change is judged for the repositories that have the configuration, with its name in the summary", async () => {
  const { diagnostics } = await judged({ comment: "silent" });
  expect(diagnostics).toEqual([
    {
      code: "weakens",
      severity: "warning",
      summary: '"strict" weakens its 3 repositories',
      detail: '3 repositories, which have it: "a", "b" and "c"\n  weaker: comments: enabled -> silent',
      attribute: ["comment"],
    },
  ]);
});

test("a change without a known direction is unclassified for them", async () => {
  const { diagnostics } = await judged({ risk_threshold: 3 });
  expect(diagnostics).toMatchObject([
    { code: "unclassified", summary: '"strict" is unclassified for its 3 repositories' },
  ]);
});

test("underlines the setting that weakens when several change", async () => {
  const { diagnostics } = await judged({ comment: "enabled", analyzers: { a: { enabled: false } } }, "checked");
  expect(diagnostics).toMatchObject([{ code: "weakens", attribute: ["analyzers"] }]);
});

test("a leaf that is known only after apply is unclassified, and the rest is reviewed", async () => {
  const { diagnostics } = await judged({ comment: new Unknown() });
  expect(diagnostics).toMatchObject([{ code: "reviewed-in-part" }, { code: "unclassified", attribute: ["comment"] }]);
});

test("gives no warning, and reads no repositories, when nothing weakens", async () => {
  for (const settings of [{}, { comment: "enabled" }, { show_scan_confirmation: true }] as const) {
    const { diagnostics, asked } = await judged(settings);
    expect(diagnostics).toEqual([]);
    expect(asked.filter((each) => each.includes("repositories"))).toEqual([]);
  }
});

test("gives no warning when no repository has the configuration", async () => {
  expect((await judged({ comment: "disabled" }, "idle")).diagnostics).toEqual([]);
});

test("reviews known values although others are unknown", async () => {
  const { session } = await configured();
  const given = { name: "default", comment: "disabled", analyzers: { secrets: analyzer({ excludes: new Unknown() }) } };
  const { diagnostics, plannedPrivate } = await plan(session, configuration, null, given);
  expect(diagnostics.map(({ summary }) => summary)).toEqual([
    '"default" is reviewed in part',
    "An existing configuration is taken over",
    '"default" weakens its 19 repositories',
  ]);
  expect(diagnostics[0]?.detail).toContain('analyzers["secrets"].excludes');
  expect(diagnostics[2]?.detail).toContain('unclassified: analyzers["secrets"].excludes (known after apply)');
  expect(plannedPrivate?.["adopts"]).toBe(configurationNamed("default"));
});

test("the review of a configuration is replaced by a note while the provider is not configured", async () => {
  const alone = stateOf({ id: configurationNamed("baseline"), name: "baseline" });
  for (const prior of [null, alone])
    expect(await plan(undefined, configuration, prior, { name: "baseline", comment: "disabled" })).toMatchObject({
      diagnostics: [{ summary: "Not reviewed" }],
    });
  expect((await plan(undefined, configuration, alone, { name: "baseline" })).diagnostics).toEqual([]);
});
