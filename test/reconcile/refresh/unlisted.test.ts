import type { Observed } from "../../../src/model/entities";
import { accountId, configurationId } from "../../../src/model/ids";
import { refuseIncomplete } from "../../../src/reconcile/refresh/complete-lists";
import { ServiceError } from "../../../src/service/service-error";
import { live } from "../account";
import { answering } from "./answering";

const { signal } = new AbortController();
const listed = live({ one: { has: ["r1"] }, two: { has: ["r2"] } }, ["free"]);
const cut: Observed = { ...listed, configurations: listed.configurations.slice(0, 1) };

/** Looks for configurations that a list lacks, in an account in which these are. */
function look(there: readonly string[], observed = cut, remembered?: readonly string[]) {
  const asked: unknown[] = [];
  const reader = answering({
    configuration: (account, id, options) => {
      asked.push([account, id, options]);
      const missing = { code: "service-error", detail: "no", method: "GET", path: "/", status: 404 } as const;
      return there.includes(id) ? Promise.resolve({ id, settings: {} }) : Promise.reject(new ServiceError(missing));
    },
  });
  const how = remembered === undefined ? { signal } : { signal, remembered: remembered.map(configurationId) };
  return { asked, done: refuseIncomplete(reader, accountId("a"), observed, how) };
}

describe("a list of configurations is refused as incomplete", () => {
  const refusal = (id: string) => ({
    diagnostics: [
      expect.objectContaining({
        code: "list-incomplete",
        severity: "error",
        detail: expect.stringMatching(
          new RegExp(`^The configuration ${id} is there, but the list of configurations lacks it, .* Try again`),
        ) as string,
      }),
    ],
  });

  test("where it lacks the configuration of a repository, and the service has it", async () => {
    const { asked, done } = look(["one", "two"]);
    await expect(done).rejects.toMatchObject(refusal("two"));
    expect(asked).toEqual([["a", "two", { signal }]]);
  });

  test("where it lacks a configuration that was there before, and the service has it", async () => {
    const { asked, done } = look(["one", "two", "old"], listed, ["gone", "one", "old"]);
    await expect(done).rejects.toMatchObject(refusal("old"));
    expect(asked).toEqual([
      ["a", "gone", { signal }],
      ["a", "old", { signal }],
    ]);
  });
});

describe("a list of configurations is taken as complete", () => {
  test("without a request where it has every configuration that is known of", async () => {
    const { asked, done } = look(["one", "two"], listed);
    await expect(done).resolves.toBeUndefined();
    expect(asked).toEqual([]);
  });

  test("where the service does not have those that it lacks either", async () => {
    const { asked, done } = look(["one"], cut, ["old"]);
    await expect(done).resolves.toBeUndefined();
    expect(asked).toEqual([
      ["a", "old", { signal }],
      ["a", "two", { signal }],
    ]);
  });
});
