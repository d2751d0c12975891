import { truncateSync } from "node:fs";
import { join } from "node:path";
import { readDeclaration } from "../../src/declaration/read-declaration";
import { fileOf, folder, manifestOf, problemsIn, strict, synthesized } from "./folder";

/** A folder whose stack `acme` is said to be in this file. */
const naming = (file: string): string =>
  folder({ "manifest.json": { stacks: { acme: { name: "acme", synthesizedStackPath: file } } }, "stacks/x": "" });

test.each([".", "stacks"])("refuses a stack whose file is the folder %s", (file) => {
  const path = naming(file);
  expect(problemsIn(path)).toMatchObject([
    {
      code: "synth-invalid",
      severity: "error",
      detail: `${join(path, file)} is not a file. Synthesize again.`,
      path: join(path, file),
    },
  ]);
});

test("refuses a stack whose file is the folder above", () => {
  const path = naming("..");
  expect(problemsIn(path)).toMatchObject([
    {
      code: "synth-invalid",
      severity: "error",
      detail: `${join(path, "..")} leads out of the folder that holds the manifest. Synthesize again.`,
      path: join(path, ".."),
    },
  ]);
});

test("says that a stack is nested too deep, and not that it is no JSON", () => {
  const path = synthesized({ acme: `${"[".repeat(151)}${"]".repeat(151)}` });
  const file = join(path, fileOf("acme"));
  expect(problemsIn(path)).toMatchObject([
    {
      code: "synth-invalid",
      severity: "error",
      detail: `${file} is nested more than 150 levels deep in JSON at position 150. Declare less.`,
      path: file,
    },
  ]);
});

test("shows the text of every file to whoever asks for it, before it is understood", () => {
  const path = folder({ "manifest.json": manifestOf(["acme"]), [fileOf("acme")]: "{" });
  const seen: (readonly [string, string])[] = [];
  const read = () => readDeclaration(path, (text, file) => void seen.push([text, file]));
  expect(read).toThrow("is not JSON");
  expect(seen).toEqual([
    [JSON.stringify(manifestOf(["acme"])), join(path, "manifest.json")],
    ["{", join(path, fileOf("acme"))],
  ]);
});

test("stops where whoever sees the text of a file refuses it", () => {
  const refuse = () => {
    throw new Error("It holds a key.");
  };
  expect(() => readDeclaration(synthesized({ acme: strict({}) }), refuse)).toThrow("It holds a key.");
});

test.each([
  ["64 MiB", 0, "is not JSON"],
  ["a byte more", 1, "or it and the files before it, has more than 64 MiB. Declare less."],
])("reads files of %s together or refuses them", (_what, more, words) => {
  const manifest = manifestOf(["acme"]);
  const path = folder({ "manifest.json": manifest, [fileOf("acme")]: "" });
  const file = join(path, fileOf("acme"));
  truncateSync(file, 64 * 2 ** 20 - JSON.stringify(manifest).length + more);
  const found = problemsIn(path);
  expect(found).toMatchObject([{ code: "synth-invalid", path: file }]);
  expect(found[0]?.detail).toContain(words);
});
