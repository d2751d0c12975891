import { accountId } from "../../../src/model/ids";
import type { CombinedFinding } from "../../../src/model/findings";
import type { Json } from "../../../src/model/json";
import type { TriageReader } from "../../../src/reconcile/ports";
import { observeTriages } from "../../../src/reconcile/refresh/observe";
import { ServiceError } from "../../../src/service/service-error";

const refused = (status: number) =>
  new ServiceError({ method: "GET", path: "/v1", code: "service-error", detail: "no", status });

const listedFinding = (id: string, triage?: CombinedFinding["triage"]): CombinedFinding => ({
  id,
  finding_type: "sca",
  dashboard_url: "https://d.example.com",
  severity: "low",
  type: "x",
  ...(triage === undefined ? {} : { triage }),
});

async function* items(all: readonly CombinedFinding[]) {
  await Promise.resolve();
  yield* all;
}

/** Answers each finding with what is given for it, and lists findings; remembers what was asked for. */
function service(answers: Readonly<Record<string, Json | Error>>, listed: readonly CombinedFinding[] = []) {
  const asked: string[] = [];
  const signals = new Set<unknown>();
  const reader: TriageReader = {
    getTriage: (_account, id, options) => {
      asked.push(id);
      signals.add(options?.signal);
      const answer = answers[id];
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    allFindings: (_account, _query, options) => {
      asked.push("list");
      signals.add(options?.signal);
      return items(listed);
    },
  };
  const { signal } = new AbortController();
  const observed = (...findings: readonly string[]) =>
    observeTriages(reader, accountId("account"), findings, { now: () => 7, signal });
  return { asked, signals, signal, observed };
}

const set = (category: string): Json => ({ data: { triage: { category } } });

test("asks once for each finding, whatever the case of its id, and for no list where the answers are clear", async () => {
  const { asked, observed } = service({ A: set("wont_fix"), b: { data: { triage: null } } });
  expect(await observed("a", "b", "A")).toEqual({
    at: 7,
    found: new Map([
      ["a", { is: "set", category: "wont_fix" }],
      ["b", { is: "none" }],
    ]),
  });
  expect(asked).toEqual(["A", "b"]);
});

test("reads the list once for all findings of which the answer says nothing clear or is 404", async () => {
  const listed = [listedFinding("A", { category: "in_progress" }), listedFinding("b")];
  const { asked, observed } = service({ a: { status: "ok" }, b: refused(404), c: refused(404), d: {} }, listed);
  const { found, spelled } = await observed("a", "b", "c", "d");
  expect(spelled).toEqual(["A", "b"]);
  expect(found).toEqual(
    new Map([
      ["a", { is: "set", category: "in_progress" }],
      ["b", { is: "none" }],
      ["d", { is: "unclear" }],
    ]),
  );
  expect(asked).toEqual(["a", "b", "c", "d", "list"]);
});

test("reads the list when the answer about one finding of several says nothing clear, and only for that one", async () => {
  const listed = [listedFinding("a", { category: "in_progress" }), listedFinding("b", { category: "wont_fix" })];
  const { asked, signals, signal, observed } = service({ a: set("false_positive"), b: {} }, listed);
  expect(await observed("a", "b")).toEqual({
    at: 7,
    spelled: ["b"],
    found: new Map([
      ["a", { is: "set", category: "false_positive" }],
      ["b", { is: "set", category: "wont_fix" }],
    ]),
  });
  expect(asked).toEqual(["a", "b", "list"]);
  expect(signals).toEqual(new Set([signal]));
});

test("fails with what the service refuses for another reason", async () => {
  await expect(service({ a: refused(403) }).observed("a")).rejects.toMatchObject({ status: 403 });
});
