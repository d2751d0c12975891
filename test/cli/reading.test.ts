import { jsonOf } from "../support/desk";
import { aborted, play, type Scene, whileDown, withFile, without, withWrongKey } from "../support/scenes";

/** Command lines that only read, and print something else than a plan. */
const readingScenes: readonly Scene[] = [
  { title: "list", code: 0, argv: ["list", "repositories"] },
  { title: "list of what cannot be listed", code: 1, argv: ["list", "webhooks"] },
  { title: "list without a kind", code: 1, argv: ["list"] },
  { title: "list without a key", code: 1, argv: ["list", "accounts"], prepare: without("SCANFORM_API_KEY") },
  { title: "list with a wrong key", code: 1, argv: ["list", "analyzers"], prepare: withWrongKey },
  { title: "list while the service is down", code: 1, argv: ["list", "policies"], prepare: whileDown },
  { title: "list that is interrupted", code: 130, argv: ["list", "repositories"], prepare: aborted },
  { title: "types", code: 0, argv: ["types"] },
  { title: "types --check where nothing was written", code: 2, argv: ["types", "--check"] },
  {
    title: "types over a file that is not its own",
    code: 1,
    argv: ["types"],
    prepare: withFile("scanform-types.ts", ""),
  },
  { title: "types that is interrupted", code: 130, argv: ["types"], prepare: aborted },
  { title: "init", code: 0, argv: ["init"] },
  { title: "init --import", code: 0, argv: ["init", "--import"] },
  { title: "init --import without a key", code: 1, argv: ["init", "--import"], prepare: without("SCANFORM_API_KEY") },
  { title: "init that is interrupted", code: 130, argv: ["init"], prepare: aborted },
  { title: "completion", code: 0, argv: ["completion", "bash"] },
  { title: "completion for no shell", code: 1, argv: ["completion"] },
];

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
  expect(document["format_version"]).toBe("2.1");
  expect(Object.keys(document)).toEqual(["format_version", isError(ran.code) ? "diagnostics" : "items"]);
  expect(ran.err).not.toContain("error:");
});
