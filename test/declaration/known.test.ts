import { CannotEvaluate } from "../../src/declaration/expression/cannot-evaluate";
import { Limits } from "../../src/declaration/expression/limits";
import { Known } from "../../src/declaration/known";
import { DocumentPath } from "../../src/declaration/document";

const stackOf = (name: string) => ({ name, constructPath: name, file: "cdk.tf.json", json: {} });
const [acme, other] = [stackOf("acme"), stackOf("other")];
const local = (name: string, stack = acme): DocumentPath => new DocumentPath(stack, ["locals", name]);

test.each([[5], [undefined], [null]])(
  "evaluates a value once for each place and stack, also where it is %j",
  (value) => {
    const known = new Known<unknown>(new Limits());
    const evaluated: string[] = [];
    const once = (name: string, stack = acme) =>
      known.once(local(name, stack), () => {
        evaluated.push(`${stack.name}.${name}`);
        return value;
      });
    expect([once("a"), once("b"), once("a"), once("a", other), once("b"), once("a", other)]).toStrictEqual(
      Array.from({ length: 6 }, () => value),
    );
    expect(evaluated).toEqual(["acme.a", "acme.b", "other.a"]);
  },
);

test("tries again what could not be evaluated", () => {
  const known = new Known<number>(new Limits());
  const fail = () => {
    throw new CannotEvaluate("is odd.");
  };
  expect(() => known.once(local("a"), fail)).toThrow("is odd.");
  expect(known.once(local("a"), () => 5)).toBe(5);
});

test("refuses a value that leads to itself, and knows it afterwards by another way", () => {
  const known = new Known<number>(new Limits());
  const circle = (): number => known.once(local("a"), () => known.once(local("b"), circle));
  expect(circle).toThrow("refers to itself.");
  expect(known.once(local("b"), () => 5)).toBe(5);
});

test("follows 101 values in a row, also of two kinds, and refuses one more", () => {
  const limits = new Limits();
  const [plain, typed] = [new Known<number>(limits), new Known<number>(limits)];
  const row = (length: number, from: string): number =>
    length === 0
      ? 5
      : (length % 2 === 0 ? plain : typed).once(local(`${from}${String(length)}`), () => row(length - 1, from));
  expect(row(101, "a")).toBe(5);
  expect(() => row(102, "b")).toThrow("comes after 100 references that lead from one to the next. Write it out.");
  expect(row(101, "c")).toBe(5);
});
