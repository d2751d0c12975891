import { readdirSync } from "node:fs";
import { join } from "node:path";
import { accountId, canaryOfAll, otherAccountId } from "../support/account";
import type { App } from "../support/declare";
import { desk, type Ran } from "../support/desk";

/** The first account has nothing to do. */
const half: App = {
  provider: [{ account_id: accountId }, { alias: "globex", account_id: otherAccountId }],
  configurations: {
    baseline: { name: "baseline" },
    other: { name: "other", comment: "silent", provider: "scanform.globex" },
  },
};

/** Answers the question of an apply. */
async function answering(answer: string | undefined) {
  const at = await desk(half);
  const asked: string[] = [];
  const ask = (question: string): Promise<string | undefined> => {
    asked.push(question);
    return Promise.resolve(answer);
  };
  const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll };
  const ran: Ran = await at.run(["apply", "--synthesized", "app"], { env, interactive: true, ask });
  return { at, asked, env, ...ran };
}

describe("an apply to two accounts, of which one has nothing to do", () => {
  test("asks about the other alone, and leaves it as it is without a yes", async () => {
    const { at, asked, code } = await answering("no");
    expect(code).toBe(1);
    expect(asked).toEqual([expect.stringContaining("account globex")]);
    expect(asked.join("")).not.toContain("account acme");
    expect(at.writes()).toEqual([]);
  });

  test("writes to the other, reports on it alone, and leaves a journal of both", async () => {
    const { at, code, out, env } = await answering("yes");
    expect(code).toBe(0);
    expect(at.writes()).toHaveLength(1);
    const outcome = out.slice(out.lastIndexOf("digest"));
    expect(outcome).toContain("account globex");
    expect(outcome).not.toContain("account acme");
    const names = readdirSync(join(at.folder, ".scanform"));
    expect(names.map((name) => name.split("-").at(-1)).sort()).toEqual(["aaaaaaaa.journal", "bbbbbbbb.journal"]);
    const drift = ["drift", "--synthesized", "app", "--since", ".scanform"];
    expect(await at.run(drift, { env })).toMatchObject({ code: 0 });
  });
});
