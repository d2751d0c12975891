import { App, TerraformStack } from "cdktf";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Configuration, ScanformProvider } from "../../src/constructs";
import { problemChannel } from "../../src/cli/app-problems";
import { problemsIn } from "../declaration/folder";
import { linesOf, problems } from "./synth";

const folder = mkdtempSync(join(tmpdir(), "scanform-test-"));
afterEach(() => {
  delete process.env["SCANFORM_PROBLEMS"];
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const shared = { analyzers: { secrets: { enabled: true, blokcing: true } as never } };

/** 54 constructs with one misspelt key, which is in a constant. */
const declare = (stack: TerraformStack): void => {
  for (let at = 0; at < 54; at += 1) new Configuration(stack, `c${String(at)}`, { name: `c${String(at)}`, ...shared });
};

const said =
  /^analyzers\.secrets\.blokcing cannot be set here\. Did you mean "blocking"\? The same in 53 more places: "acme\/c1" analyzers\.secrets\.blokcing \(test\/constructs\/causes\.test\.ts:\d+:\d+\), "acme\/c2" .*, "acme\/c3" .* and 50 more\./;

test("one misspelt key of a constant that 54 constructs share is one error of the framework", () => {
  const lines = linesOf(problems(declare));
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trim().replace("[acme/c0] ", "")).toMatch(said);
});

test("it is one error of the CLI, too, over all stacks", () => {
  const channel = problemChannel();
  Object.assign(process.env, channel.env);
  try {
    const app = new App({ outdir: folder });
    for (const name of ["acme", "globex"]) {
      const stack = new TerraformStack(app, name);
      new ScanformProvider(stack, "scanform");
      declare(stack);
    }
    app.synth();
    const found = channel.read((text) => text);
    expect(found.map(({ address, detail }) => `${String(address)} ${detail.slice(60, 110)}`)).toEqual([
      'acme/c0 "blocking"? The same in 107 more places: "acme/c1"',
    ]);
    // what was synthesized is refused by itself, each stack by its own
    expect(problemsIn(folder).map(({ address }) => address)).toEqual(["acme/c0", "globex/c0"]);
  } finally {
    channel.remove();
  }
});

test("another validation shows what is wrong then", () => {
  const app = new App({ outdir: folder });
  const stack = new TerraformStack(app, "acme");
  new ScanformProvider(stack, "scanform");
  declare(stack);
  const shown = (): string => {
    try {
      stack.runAllValidations();
      return "";
    } catch (thrown) {
      return String(thrown);
    }
  };
  expect(linesOf(shown())).toHaveLength(1);
  stack.node.tryRemoveChild("c0");
  expect(shown()).toContain("The same in 52 more places");
});

test("mistakes with different causes stay apart", () => {
  const lines = linesOf(
    problems((stack) => {
      new Configuration(stack, "a", { name: "a", comment: "loud" as never });
      new Configuration(stack, "b", { name: "b", comment: "quiet" as never });
      new Configuration(stack, "c", { name: "c", comment: "loud" as never });
    }),
  );
  expect(lines.map((each) => /is "\w+"|The same in .*\.comment/.exec(each)?.[0])).toEqual(['is "loud"', 'is "quiet"']);
  expect(lines[0]).toContain('The same in 1 more place: "acme/c" comment');
});
