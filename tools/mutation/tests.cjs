// Loads the tests of some folders for a mutation tester: once in one process for all mutants, with mocha and the
// parts of Jest that the tests use. (Stryker's own runner for Jest loads every test file again for each mutant.)
"use strict";

const { readdirSync, readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join, relative, sep } = require("node:path");

require("tsx/cjs");
require("tsx/esm/api").register();

const root = process.cwd();
const tests = join(root, "test");

/** The internals of Jest, in the version that the tests use. */
const ofJest = createRequire(require.resolve("jest-circus/package.json", { paths: [require.resolve("jest")] }));
const { ModernFakeTimers } = ofJest("@jest/fake-timers");
const { ModuleMocker } = ofJest("jest-mock");
const { bind } = ofJest("jest-each");

const timers = new ModernFakeTimers({ global: globalThis, config: { rootDir: root, fakeTimers: {} } });
const mocker = new ModuleMocker(globalThis);
const each = (run) => bind((title, body) => run(title, body), false);
const [suite, one] = [describe, it];

/** Random cases per property: few, since an undetected mutation runs all of them. */
const runs = 20;
const fastCheck = require("fast-check");
const { assert } = fastCheck.default;
fastCheck.default = {
  ...fastCheck.default,
  assert: (property, given = {}) => assert(property, { ...given, numRuns: Math.min(given.numRuns ?? 100, runs) }),
};

/** Tests that are slow for their size, or run the build: they are skipped. */
const slow = new RegExp(
  [
    "thousands of errors",
    "for 10,000 items",
    "the example runs with the built package",
    "of 60,000 problems",
    "many expressions that",
    "a long list is searched",
    "reads 10,000 configurations",
    "at most 100 references",
  ].join("|"),
);
const test = (title, ...rest) => (slow.test(title) ? one.skip(title) : one(title, ...rest));

/** What the environment of Jest gives to the tests. */
const { violationsOf } = require(join(tests, "support/exchanges"));
const { documentProblems } = require(join(tests, "support/plan-documents"));

Object.assign(globalThis, {
  exchangeViolations: violationsOf,
  planDocumentProblems: documentProblems,
  expect: ofJest("expect").expect,
  describe: Object.assign((...given) => suite(...given), { each: each(suite) }),
  test: Object.assign(test, { each: each(test) }),
  beforeAll: before,
  afterAll: after,
  jest: {
    setTimeout: () => undefined,
    fn: (...given) => mocker.fn(...given),
    spyOn: (...given) => mocker.spyOn(...given),
    restoreAllMocks: () => mocker.restoreAllMocks(),
    useFakeTimers: (options) => timers.useFakeTimers(options),
    useRealTimers: () => timers.useRealTimers(),
    getTimerCount: () => timers.getTimerCount(),
    advanceTimersByTime: (milliseconds) => timers.advanceTimersByTime(milliseconds),
    advanceTimersByTimeAsync: (milliseconds) => timers.advanceTimersByTimeAsync(milliseconds),
    advanceTimersToNextTimerAsync: () => timers.advanceTimersToNextTimerAsync(),
  },
});

/** @param places files or folders below `test/` */
const filesOf = (places) =>
  places
    .flatMap((place) =>
      place.endsWith(".ts")
        ? [join(tests, place)]
        : readdirSync(join(tests, place), { recursive: true, encoding: "utf8" }).map((name) =>
            join(tests, place, name),
          ),
    )
    .filter((file) => file.endsWith(".test.ts") && !readFileSync(file, "utf8").includes("jest.mock("));

for (const file of filesOf((process.env.MUTATION_TESTS ?? "").split(",")))
  suite(relative(tests, file), () => {
    // hooks of a helper belong to each file that uses it, so helpers are loaded again for each file
    for (const name of Object.keys(require.cache)) if (name.startsWith(tests + sep)) delete require.cache[name];
    require(file);
  });
