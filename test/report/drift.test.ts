import pc from "picocolors";
import { warning } from "../../src/diagnostics/diagnostic";
import { accountId } from "../../src/model/ids";
import { driftJunit, driftMarkdown, driftRenderers, driftText } from "../../src/report/drift/drift-renderers";
import type { DriftReport } from "../../src/report/drift/drift-report";
import { declare, desired, give, live, names } from "../reconcile/account";
import { noted, nothingUnread } from "../reconcile/drift/drifting";
import { driftedDocument } from "./rendered";

const view = { colors: pc.createColors(false) };
const enabled = { comment: "enabled" } as const;
const silent = { comment: "silent" } as const;
const declaration = desired(
  [declare("base", enabled), declare("extra", enabled), declare("idle", enabled)],
  give("base", { repositoryPattern: "%" }),
);
const since = noted(
  declaration,
  live({
    base: { settings: enabled, has: ["api", "docs", "web"] },
    extra: { settings: enabled },
    idle: { settings: enabled },
  }),
);
/** `extra` is deleted; `twin` means the same as `base`, and `weak` less; nobody has `idle`, which is weaker now. */
const now = live({
  base: { settings: enabled, has: ["web"], name: "core" },
  idle: { settings: silent },
  twin: { settings: enabled, has: ["api"] },
  weak: { settings: silent, has: ["docs"] },
});

function reported(name = "acme", later = declaration): DriftReport {
  const { drift, pending } = driftedDocument(now, later, since);
  return {
    account: { id: accountId(`id of ${name}`), name },
    drift,
    due: [],
    unread: nothingUnread,
    dismissed: null,
    pending,
    titles: new Map(),
  };
}

const text = driftText(reported(), view);

test("drift as text names the repositories that got another configuration, those that are affected apart from those that are not", () => {
  expect(text).toContain(
    "WEAKENS 1 repository\n  > base -> weak   1 repository\n" +
      '      weaker        comments: enabled -> silent\n      namely "docs"\n',
  );
  expect(text).toContain("UNAFFECTED 1 repository that got another configuration\n  > api\n\n");
});

test("drift as text says which configurations were deleted, renamed or changed, and how those changed that no repository has", () => {
  expect(text.slice(text.indexOf("CONFIGURATIONS"))).toBe(
    [
      "CONFIGURATIONS 3 changed or deleted",
      "  ~ core (was base)   scanform_configuration.base",
      "",
      "  - extra   was deleted   scanform_configuration.extra",
      "      an apply creates it again with what is declared; only rules give it to repositories",
      "",
      "  ~ idle   scanform_configuration.idle",
      "      weaker        comments: enabled -> silent",
      "",
    ].join("\n"),
  );
});

test("drift as a document distinguishes what was deleted from what was renamed or changed, and counts the moves", () => {
  const document: unknown = JSON.parse(
    driftRenderers.json.print({ reports: [reported()], unchecked: [], diagnostics: [] }),
  );
  expect(document).toMatchObject({
    accounts: [
      {
        changes: {
          drift: [
            {
              id: "base",
              name: "base",
              deleted: false,
              changes: [{ path: "name", before: "base", after: "core", verdict: "neutral" }],
            },
            { id: "extra", deleted: true },
            { id: "idle", deleted: false, changes: [{ path: "comment", before: "enabled", after: "silent" }] },
          ],
        },
        moves: { drift: 2, pending: 0 },
      },
    ],
  });
});

test.each([
  [["web"], "weakens nothing, 1 repository unclassified, 1 configuration changed"],
  [["api", "web"], "weakens nothing, 2 repositories unclassified, 1 configuration changed"],
])("drift that nobody can judge is counted in its first line: %j", (has, expected) => {
  const scored = desired([declare("base", { risk_threshold: 3 })]);
  const applied = noted(scored, live({ base: { settings: { risk_threshold: 3 }, has } }));
  const { drift, pending } = driftedDocument(live({ base: { settings: { risk_threshold: 5 }, has } }), scored, applied);
  const report = { ...reported(), drift, pending };
  const line = `DRIFT since 2026-01-01T10:00:00.000Z: ${expected}\n`;
  for (const shown of [driftText(report, view), driftMarkdown([report], [])]) expect(shown).toContain(line);
});

const later = desired(
  [...declaration.configurations, declare("new", enabled)],
  give("new", names("web")),
  give("base", { repositoryPattern: "%" }),
);
const all = [reported(), reported("globex", later)];

test("drift of two accounts as Markdown says of each part in which account it is", () => {
  const markdown = driftMarkdown(all, []);
  for (const name of ["acme", "globex"]) {
    const where = `<code>account ${name} (&quot;id of ${name.slice(0, 2)}&quot;)</code>`;
    expect(markdown).toContain(`<summary>${where}: drift: WEAKENS 1 repository</summary>`);
  }
  expect(markdown.match(/<summary>[^\n]*: not applied: /g)).not.toBeNull();
});

test("drift of two accounts as Markdown begins with what weakens, whichever account it is in", () => {
  const titles = Array.from(driftMarkdown(all, []).matchAll(/<summary>.*?<\/code>: ([^<]*)/g), ([, title]) => title);
  expect(titles).toEqual([
    "drift: WEAKENS 1 repository",
    "drift: CONFIGURATIONS 3 changed or deleted",
    "drift: WEAKENS 1 repository",
    "drift: CONFIGURATIONS 3 changed or deleted",
    "drift: UNAFFECTED 1 repository that got another configuration",
    "drift: UNAFFECTED 1 repository that got another configuration",
    "not applied: UNAFFECTED 1 repository that moves",
    "not applied: CONFIGURATIONS 1 created",
  ]);
});

test("drift of two accounts as JUnit has a suite for each, and says what is not applied yet where that is", () => {
  const [, acme = "", globex = ""] = driftJunit(all).split("<testsuite name=");
  expect(acme).toContain('name="pending"');
  expect(globex).toContain(
    "NOT APPLIED: an apply weakens nothing (1 configuration to create, 3 unchanged; 1 of 3 repositories moves",
  );
  expect(globex.slice(globex.indexOf('type="pending"'))).toContain("> base -> new   1 repository");
});

test("drift as text says that --full shows more, unless all of it is shown", () => {
  const all = Array.from({ length: 150 }, (_, at) => `service-${String(at)}`);
  const later = desired(all.map((each) => declare(each, enabled)));
  const holding = (settings: object) =>
    live(Object.fromEntries(all.map((each, at) => [each, { settings, has: at === 0 ? ["api"] : [] }])));
  const { drift, pending } = driftedDocument(holding(silent), later, noted(later, holding(enabled)));
  const report = { ...reported(), drift, pending };
  expect(driftText(report, view)).toContain("--full shows what is left out");
  expect(driftText(report, { ...view, full: true })).not.toContain("--full");
});

test("drift as Markdown says what is warned of, of an account or of none", () => {
  const report = reported();
  const pending = { ...report.pending, diagnostics: [warning("rule-matches-nothing", "Nothing is called so.")] };
  const markdown = driftMarkdown([{ ...report, pending }], [warning("usage", "Something else.")]);
  expect(markdown).toContain("Nothing is called so.");
  expect(markdown).toContain("Something else.");
});

test("drift as Markdown names every repository with --full", () => {
  const many = Array.from({ length: 20 }, (_, at) => `service-${String(at + 10)}`);
  const applied = noted(declaration, live({ base: { settings: enabled, has: many }, extra: {}, idle: {} }));
  const { drift, pending } = driftedDocument(live({ base: { settings: silent, has: many } }), declaration, applied);
  const report = { ...reported(), drift, pending };
  const shown = (full: boolean) =>
    driftRenderers.markdown.print({ reports: [report], unchecked: [], diagnostics: [] }, { ...view, full });
  expect(shown(false)).not.toContain('"service-29"');
  expect(shown(true)).toContain('"service-29"');
});
