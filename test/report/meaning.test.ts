import type { Settings } from "../../src/model/settings";
import { meaningLines } from "../../src/report/explain/meaning";

const said = (settings: Settings, topic: string): string | undefined =>
  meaningLines(settings, new Map(), { columns: 120, full: true })
    .find((line) => line.startsWith(`  ${topic} `))
    ?.slice(16);

test.each<[string, Settings["notifications"], string]>([
  ["no destination", { enabled: true, integration_names: [] }, "nobody"],
  ["destinations, and are off", { enabled: false, integration_names: ["chat"] }, "nobody: notifications are off"],
  ["destinations", { enabled: true, integration_names: ["chat", "mail"] }, "chat, mail"],
  [
    "destinations, and are neither on nor off",
    { integration_names: ["chat"] },
    "if the service's own default is to notify: chat",
  ],
  ["nothing", {}, "the service's own default"],
])("where notifications have %s, it is said who is told", (_what, notifications = {}, expected) => {
  expect(said({ notifications }, "told")).toBe(expected);
});

test("an analyzer that is limited to some files is not said to look at all of them", () => {
  const limited = { enabled: true, excludes: [], includes: ["src/**"] };
  expect(said({ analyzers: { a: limited } }, "files")).toBe("the only ones looked at by a: src/**");
  expect(meaningLines({ analyzers: { a: limited } }, new Map(), { columns: 120, full: true }).join()).not.toMatch(
    /all of/,
  );
  expect(said({ analyzers: { a: { ...limited, includes: [] } } }, "files")).toBe("all of them: a");
});

test("what is off neither blocks, nor is silent, nor leaves files out", () => {
  const analyzers = {
    a: { enabled: true, blocking: true, silent: false, excludes: [] },
    b: { enabled: false, blocking: true, silent: true, excludes: ["gen/**"] },
    c: { enabled: true, blocking: false, silent: true, excludes: [] },
  };
  expect(["runs", "blocks", "silent", "files"].map((topic) => said({ analyzers }, topic))).toEqual([
    "a, c",
    "a",
    "c",
    "all of them: a, c",
  ]);
});
