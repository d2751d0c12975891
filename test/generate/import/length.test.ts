import { importAccount } from "../../../src/generate/import/import-account";
import { typescriptOf } from "../../../src/generate/import/typescript/typescript";
import { lengthOf, type Shape, structured } from "../structured";
import { sameAsLive } from "../same-as-live";

const shapes: readonly Omit<Shape, "presets">[] = [
  { bases: 1, configurations: 4, repositories: 40, seed: 1 },
  { bases: 2, configurations: 12, repositories: 150, seed: 2 },
  { bases: 3, configurations: 30, repositories: 600, seed: 3 },
  { bases: 6, configurations: 60, repositories: 1500, seed: 4 },
  { bases: 6, configurations: 214, repositories: 3000, seed: 5 },
];

describe.each([
  { presets: true, style: "presets" },
  { presets: false, style: "every analyzer written out" },
])("an account that was declared with $style", ({ presets }) => {
  test.each(shapes)("of $configurations configurations takes at most 1.3 times its code", (shape) => {
    const { source, account } = structured({ ...shape, presets });
    const text = typescriptOf(importAccount(account));
    sameAsLive(account, false);
    expect(lengthOf(text) / lengthOf(source)).toBeLessThanOrEqual(1.3);
  });
});
