import { readdirSync } from "node:fs";
import { accountId, canaryOfAll, otherAccountId } from "../../support/account";
import { type Circumstances, desk, type Desk } from "../../support/desk";
import { without } from "../../support/scenes";
import { names, project, read } from "./folder";

/** A terminal whose user gives these answers, one after the other. */
function answering(...answers: readonly string[]): Circumstances & { readonly questions: readonly string[] } {
  const [questions, left]: [string[], string[]] = [[], [...answers]];
  return {
    questions,
    interactive: true,
    ask: (question) => {
      questions.push(question);
      return Promise.resolve(left.shift() ?? "");
    },
  };
}

const noKey = without("SCANFORM_API_KEY");

describe("at a terminal, scanform init", () => {
  const questions = [
    "Framework: cdktn or cdktf [cdktn]: ",
    "Write code for what is live now, in place of an example, yes or no [no]: ",
    "Test run by: node, jest, vitest or none [none]: ",
    "Workflows for: github or none [none]: ",
    "Write them, yes or no [yes]: ",
  ];

  test("at a terminal, scanform init asks what to write, and does what is answered", async () => {
    const at = await desk();
    const user = answering("cdktf", "yes", "jest", "github", "yes");
    const { code } = await at.run(["init"], user);
    expect(code).toBe(0);
    expect(user.questions).toEqual(questions);
    expect(read(at, "main.ts")).toContain(`from "scanform/cdktf"`);
    expect(read(at, "main.ts")).toContain(accountId);
    expect(names(at)).toEqual(expect.arrayContaining([".github", "imported.ts", "jest.config.json"]));
  });

  test("at a terminal, scanform init lists the accounts that the key reaches, and takes a number or a name", async () => {
    for (const answer of ["2", "globex", otherAccountId]) {
      const at = await desk();
      const user = answering("", "", "", "", "3", answer);
      const env = { ...at.env, SCANFORM_API_KEY: canaryOfAll };
      const { code, err } = await at.run(["init"], { ...user, env });
      expect(code).toBe(0);
      expect(err).toContain(
        `The key reaches 2 accounts:\n  1  acme    ${accountId}\n  2  globex  ${otherAccountId}\n"3" is none of them. Enter the number.\n`,
      );
      expect(user.questions.slice(4, 6)).toEqual(["Account, 1 to 2: ", "Account, 1 to 2: "]);
      expect(read(at, "main.ts")).toContain(`{ accountId: "${otherAccountId}" }`);
    }
  });

  test("at a terminal, scanform init lists the files before it asks whether to write them, and writes none after a no", async () => {
    const at = await desk();
    let listed = "";
    let told = "";
    const { code, err } = await at.run(["init", "--framework", "cdktn", "--test", "none", "--ci", "none", "--import"], {
      interactive: true,
      onErr: (text) => (told += text),
      ask: () => {
        listed = told;
        return Promise.resolve("no");
      },
    });
    expect(listed).toContain("Files to write:\n  package.json\n");
    expect([code, err]).toEqual([1, expect.stringContaining("[not-confirmed]")]);
    expect(names(at)).toEqual(["app"]);
  });

  test("at a terminal, scanform init takes what is usual for an empty answer", async () => {
    const at = await desk();
    await at.run(["init"], answering());
    expect(names(at)).toEqual(project);
    expect(read(at, "settings.ts")).toContain("scanform/cdktn");
  });

  test("at a terminal, scanform init asks again after an answer that it does not understand", async () => {
    const at = await desk();
    const user = answering("pulumi", "CDKTF", "perhaps", "n");
    const { err } = await at.run(["init"], user);
    expect(user.questions).toHaveLength(questions.length + 2);
    expect(err).toContain('"pulumi" is none of cdktn, cdktf.\n');
    expect(err).toContain('"perhaps" is neither yes nor no.\n');
  });

  test("at a terminal, scanform init does not ask what was said, nor for an import without a key, nor anything with --yes", async () => {
    const asked = async (flags: readonly string[], circumstances?: (at: Desk) => Circumstances) => {
      const at = await desk();
      const user = answering();
      await at.run(["init", ...flags], { ...user, ...circumstances?.(at) });
      return user.questions;
    };
    expect(await asked(["--framework", "cdktn", "--test", "none", "--ci", "none", "--import"])).toEqual(
      questions.slice(-1),
    );
    expect(await asked([], noKey)).toEqual(questions.filter((question) => !question.includes("live")));
    expect(await asked(["--yes"])).toEqual([]);
  });

  test("at a terminal, scanform init writes nothing when Ctrl-C is the answer", async () => {
    const at = await desk();
    const interrupt = new AbortController();
    const { code, err } = await at.run(["init"], {
      interactive: true,
      signal: interrupt.signal,
      ask: () => {
        interrupt.abort();
        return Promise.resolve("");
      },
    });
    expect([code, err]).toEqual([130, expect.stringContaining("Nothing was written.")]);
    expect(names(at)).toEqual(["app"]);
  });

  test.each([0, 1, 4])(
    "at a terminal, scanform init writes nothing when the input ends after %d answers, as with Ctrl-D",
    async (count) => {
      const at = await desk();
      let asked = 0;
      const { code, err } = await at.run(["init"], {
        interactive: true,
        ask: () => Promise.resolve(asked++ < count ? "" : undefined),
      });
      expect([code, err]).toEqual([1, expect.stringContaining("The input ended before everything was answered.")]);
      expect(asked).toBe(count + 1);
      expect(names(at)).toEqual(["app"]);
    },
  );

  test("nothing is written where Ctrl-C came before the first file, though nothing was asked", async () => {
    const at = await desk();
    const { code, err } = await at.run(["init", "--yes"], { signal: AbortSignal.abort() });
    expect([code, err]).toEqual([130, expect.stringContaining("Nothing was written.")]);
    expect(readdirSync(at.folder)).toEqual(["app"]);
  });

  test("an answer counts without the blanks around it, in capitals too", async () => {
    const at = await desk();
    const { code } = await at.run(["init"], answering(" CDKTF ", " No "));
    expect(code).toBe(0);
    expect(read(at, "main.ts")).toContain('from "scanform/cdktf"');
  });
});
