import { Script } from "node:vm";
import { compileGlobs } from "../../../src/emulator/scans/judge";

afterEach(() => {
  jest.restoreAllMocks();
});

/** What a script throws that has run out of time. */
const outOfTime = (): never => {
  throw Object.assign(new Error("Script execution timed out"), { code: "ERR_SCRIPT_EXECUTION_TIMEOUT" });
};

/** The process has worked so many milliseconds in each turn. */
function working(milliseconds: number): void {
  jest.spyOn(process, "cpuUsage").mockReturnValue({ user: milliseconds * 1000, system: 0 });
}

test("the first pattern that matches a file is named", () => {
  const matching = compileGlobs(["*.md", "src/**", "**/*.ts"]);
  expect(["a.md", "/src/a.ts", "./lib/a.ts", "lib/a.js"].map(matching)).toEqual([
    "*.md",
    "src/**",
    "**/*.ts",
    undefined,
  ]);
});

test("a list that only waited for the processor is tried again", () => {
  working(1);
  jest.spyOn(Script.prototype, "runInContext").mockImplementationOnce(outOfTime).mockImplementationOnce(outOfTime);
  expect(compileGlobs(["src/**"])("src/a.ts")).toBe("src/**");
});

test("a list that takes too long matches nothing from then on", () => {
  working(250);
  const run = jest.spyOn(Script.prototype, "runInContext").mockImplementationOnce(outOfTime);
  const matching = compileGlobs(["src/**"]);
  expect([matching("src/a.ts"), matching("src/a.ts")]).toEqual([undefined, undefined]);
  expect(run).toHaveBeenCalledTimes(1);
});

test("a list that never gets the processor is given up", () => {
  working(1);
  const run = jest.spyOn(Script.prototype, "runInContext").mockImplementation(outOfTime);
  expect(compileGlobs(["src/**"])("src/a.ts")).toBeUndefined();
  expect(run).toHaveBeenCalledTimes(20);
});
