import type { Settings } from "../../../src/model/settings";
import { changeVerdict } from "../../../src/terraform/review/review-configuration";
import { unknownChange } from "../../../src/terraform/verdict/unknown-leaves";
import { declare, live } from "../../reconcile/account";
import { type InMemory, inMemory } from "../in-memory";

const account = live(
  {
    strict: { settings: { comment: "enabled" }, has: ["a", "b", "c"] },
    other: { settings: { comment: "disabled" }, has: ["d"] },
    idle: { settings: { comment: "enabled" } },
    checked: { settings: { comment: "silent", analyzers: { a: { enabled: true } } }, has: ["e"] },
  },
  ["free"],
);
const [strict, other, idle, checked] = account.configurations;
const repository = (name: string) => {
  const found = account.repositories.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
};
const judged = async (settings: Settings, prepare: (on: InMemory) => void = () => undefined, of = strict) => {
  if (of === undefined) throw new Error("there is none");
  const on = await inMemory(account);
  prepare(on);
  return { diagnostics: await changeVerdict(on.session, declare(of.name ?? "", settings), of, []), on };
};

test("a change is judged for the repositories that have the configuration, with its name in the summary", async () => {
  const { diagnostics } = await judged({ comment: "silent" });
  expect(diagnostics).toEqual([
    {
      code: "weakens",
      severity: "warning",
      summary: '"strict" weakens its 3 repositories',
      detail: '3 repositories, which have it: "a", "b" and "c"\n  weaker: comments say less ("enabled" -> "silent")',
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
  const { diagnostics } = await judged(
    { comment: "enabled", analyzers: { a: { enabled: false } } },
    undefined,
    checked,
  );
  expect(diagnostics).toMatchObject([{ code: "weakens", attribute: ["analyzers"] }]);
});

test("repositories that are planned to move away are not counted, and those that arrive are judged by what they had", async () => {
  const { diagnostics } = await judged({ comment: "silent" }, ({ session: { ledger } }) => {
    ledger.settings.moves.set(repository("a").id, {
      repository: repository("a"),
      from: strict?.id,
      listed: strict,
      to: other?.id,
    });
    ledger.settings.moves.set(repository("d").id, {
      repository: repository("d"),
      from: other?.id,
      listed: other,
      to: strict?.id,
    });
    ledger.settings.moves.set(repository("free").id, {
      repository: repository("free"),
      from: undefined,
      listed: undefined,
      to: strict?.id,
    });
  });
  expect(diagnostics[0]?.summary).toBe('"strict" weakens 2 of its 4 repositories, 1 unclassified');
  expect(diagnostics[0]?.detail).toMatch(
    /which have it: "b" and "c"\n.*\n1 repository, none -> "strict": "free"\n.*\n1 repository, "other" -> "strict": "d"\n {2}stronger: /,
  );
});

test("a leaf that is known only after apply is unclassified", async () => {
  if (strict === undefined) throw new Error("there is none");
  const { session } = await inMemory(account);
  const unknown = [unknownChange("comment")];
  const diagnostics = await changeVerdict(session, declare("strict"), strict, unknown);
  expect(diagnostics).toMatchObject([{ code: "unclassified", attribute: ["comment"] }]);
});

test("gives no warning, and reads no repositories, when nothing weakens", async () => {
  for (const settings of [{}, { comment: "enabled" }, { show_scan_confirmation: true }] as const) {
    const { diagnostics, on } = await judged(settings);
    expect({ diagnostics, asked: on.asked }).toEqual({ diagnostics: [], asked: [] });
  }
});

test("gives no warning when no repository has the configuration", async () => {
  expect((await judged({ comment: "disabled" }, undefined, idle)).diagnostics).toEqual([]);
});
