import { ScanformProvider } from "../../../src/constructs";
import { problemsOf } from "../synth";
import { configurationMisuses } from "./configuration-cases";
import type { As, Misuse } from "./misuse";
import { otherMisuses } from "./other-cases";

const misuses: readonly Misuse[] = [...configurationMisuses, ...otherMisuses];

class Preset {
  describe(): string {
    return "as people keep them in a library";
  }
}

/** An object made anew, with the objects in it. */
const rebuilt = (value: unknown, make: (entries: object) => object): unknown => {
  if (Array.isArray(value)) return value.map((each) => rebuilt(each, make));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return make(Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rebuilt(each, make)])));
};

const forms: Readonly<Record<string, As>> = {
  "a literal": (props) => props as never,
  "a spread": (props) => rebuilt(props, (entries) => ({ ...entries })) as never,
  "any, from JSON or a library": (props) => rebuilt(props, (entries) => Object.freeze(entries)) as never,
  "an object without a prototype": (props) =>
    rebuilt(props, (entries) => Object.assign(Object.create(null) as object, entries)) as never,
  "an instance of a class": (props) => rebuilt(props, (entries) => Object.assign(new Preset(), entries)) as never,
  "an object that inherits": (props) => rebuilt(props, (entries) => Object.create(entries) as object) as never,
};

const found = (declare: Misuse["wrong"], as: As): string =>
  problemsOf((stack) => {
    new ScanformProvider(stack, "scanform");
    declare(stack, as);
  });

test("there are more than 40 cases", () => {
  expect(misuses.length).toBeGreaterThan(40);
});

describe.each(Object.entries(forms))("%s", (_form, as) => {
  test.each(misuses)("is refused: $what", ({ wrong, at, key, advice }) => {
    const lines = found(wrong, as).split("\n");
    const line = lines.find((each) => each.includes(`[${at}] ${key} `));
    expect(line ?? lines.join("\n")).toContain(advice);
    // one mistake is said once
    expect(lines.filter((each) => /^\s*\[/.test(each))).toHaveLength(1);
  });

  test.each(misuses)("is accepted when it is right: $what", ({ right }) => {
    expect(found(right, as)).toBe("");
  });
});

test("all mistakes of a stack are said at once", () => {
  const said = found(
    (stack, as) => {
      for (const { wrong } of misuses.filter(({ at }) => at === "acme/strict").slice(0, 1)) wrong(stack, as);
      misuses.find(({ what }) => what === "pattern: *")?.wrong(stack, as);
      misuses.find(({ what }) => what === "apiKey")?.wrong(stack, as);
    },
    (props) => props as never,
  );
  expect(said).toContain("[acme/strict] riskTreshold");
  expect(said).toContain("[acme/routing] rules[0].repositoryPattern");
  expect(said).toContain("[acme/west] apiKey");
});
