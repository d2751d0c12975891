import { jsonOf } from "../support/desk";
import { readingScenes } from "../support/reading-scenes";
import { play } from "../support/scenes";

const isError = (code: number): boolean => code === 1 || code === 130;

test.each(readingScenes)(
  "$title: exits with $code; an error is words on stderr, without a stack trace",
  async (scene) => {
    const { code, out, err } = await play(scene);
    expect(code).toBe(scene.code);
    if (!isError(code)) return;
    expect(out).toBe("");
    expect(err).toMatch(/^error: .+ \[[a-z-]+\]$/m);
    expect(err).not.toMatch(/^ +at /m);
    expect(err).not.toContain("[internal]");
  },
);

test.each(readingScenes.filter(({ argv }) => argv[0] === "list"))("$title: with --json one document", async (scene) => {
  const ran = await play(scene, "--json");
  expect(ran.code).toBe(scene.code);
  const document = jsonOf(ran);
  expect(document["format_version"]).toBe("2.0");
  expect(Object.keys(document)).toEqual(["format_version", isError(ran.code) ? "diagnostics" : "items"]);
  expect(ran.err).not.toContain("error:");
});
