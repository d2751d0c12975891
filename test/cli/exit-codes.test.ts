import { documentOf } from "../support/desk";
import { play, scenes } from "../support/scenes";

const plans = scenes.filter(({ argv }) => argv[0] === "plan");

describe("what is exited with", () => {
  test.each(scenes)("$title: $code", async (scene) => {
    expect((await play(scene)).code).toBe(scene.code);
  });

  test.each(scenes)("$title: $code with --json too, and stdout is one document", async (scene) => {
    const ran = await play(scene, "--json");
    expect(ran.code).toBe(scene.code);
    expect(documentOf(ran)).toMatchObject({ format_version: "1.0", diagnostics: expect.any(Array) as unknown });
  });

  test.each(plans)("$title: $code with --format json too, and stdout is one document", async (scene) => {
    const ran = await play(scene, "--format", "json");
    expect(ran.code).toBe(scene.code);
    expect(documentOf(ran)).toMatchObject({ format_version: "1.0" });
  });

  test.each(plans)("$title: $code with --format=markdown too, and stdout is a comment", async (scene) => {
    const { code, out } = await play(scene, "--format=markdown");
    expect(code).toBe(scene.code);
    expect(out).toMatch(/^<!-- scanform plan -->\n### scanform: /);
    expect(out.match(/<!-- scanform plan -->/g)).toHaveLength(1);
  });
});

describe("what is exited with after an error", () => {
  const errors = scenes.filter(({ code }) => code === 1 || code === 4 || code === 130);

  test.each(errors)("$title: the words go to stderr, and there is no stack trace", async (scene) => {
    const { err } = await play(scene);
    expect(err).toMatch(/^error: .+ \[[a-z-]+\]$/m);
    expect(err).not.toMatch(/^ +at /m);
    expect(err).not.toContain("[internal]");
  });

  test.each(errors)("$title: with --json the document says why, and stderr has no second report", async (scene) => {
    const ran = await play(scene, "--json");
    const { diagnostics } = documentOf(ran) as { diagnostics: readonly { severity: string; detail: string }[] };
    expect(diagnostics.filter((each) => each.severity === "error" && each.detail !== "")).not.toEqual([]);
    expect(ran.err).not.toContain("error:");
  });

  test("--json and another --format exclude each other, in one document", async () => {
    const scene = { title: "", code: 1, argv: ["plan", "--json", "--format", "markdown"] };
    const ran = await play(scene);
    expect(ran.code).toBe(1);
    expect(JSON.stringify(documentOf(ran))).toContain("exclude each other");
  });

  test("an argument that is named like a format does not choose one", async () => {
    const { code, out, err } = await play({ title: "", code: 1, argv: ["markdown"] });
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain("unknown command 'markdown' See `scanform --help`.");
  });
});

describe("help", () => {
  test.each(["--help", "plan --help", "help apply"])("by `%s` goes to stdout and exits with 0", async (line) => {
    const { code, out, err } = await play({ title: "", code: 0, argv: line.split(" ") });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("Usage: scanform");
  });

  test("no command at all is an error that points to it", async () => {
    const { code, err } = await play({ title: "", code: 1, argv: [] });
    expect(code).toBe(1);
    expect(err).toContain("No command was given. See `scanform --help`.");
  });
});
