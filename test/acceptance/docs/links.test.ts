import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { commandsOf, wholeProgram } from "../../support/program";
import { repositoryRoot } from "../../support/spawned";
import { guides, otherPages, type Page, referencePages } from "./pages";

const proseOf = (text: string): string => text.replaceAll(/^```.*?^```/gms, "").replaceAll(/`[^`\n]*`/g, "");

/** The anchors of a page as code hosts make them of its headings, and those that it names itself. */
function anchorsOf(text: string): ReadonlySet<string> {
  const named = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id);
  const made = new Set<string>();
  for (const [, title = ""] of text.replaceAll(/^```.*?^```/gms, "").matchAll(/^#+ (.*)$/gm)) {
    const plain = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-");
    let anchor = plain;
    for (let again = 1; made.has(anchor); again += 1) anchor = `${plain}-${String(again)}`;
    made.add(anchor);
  }
  return new Set([...named, ...made]);
}

/** The links of a page that lead nowhere. */
function broken({ path, text }: Page): readonly string[] {
  return [...proseOf(text).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].flatMap(([, to = ""]) => {
    const [file = "", anchor] = to.split("#");
    const target = file === "" ? path : join(dirname(path), file);
    const at = join(repositoryRoot, target);
    if (!existsSync(at)) return [`${path}: ${to}`];
    if (anchor === undefined || statSync(at).isDirectory()) return [];
    return anchorsOf(readFileSync(at, "utf8")).has(anchor) ? [] : [`${path}: ${to}`];
  });
}

test("every link of README, a guide, the reference and each other page leads to a page and a heading that exist", () => {
  expect([...guides, ...referencePages, ...otherPages].flatMap(broken)).toEqual([]);
});

test("README and the guides lead to every guide", () => {
  const links = (path: string) =>
    [...readFileSync(join(repositoryRoot, path), "utf8").matchAll(/\]\(([^)#\s]+)/g)].map(([, to = ""]) =>
      join(dirname(path), to),
    );
  const pages = guides.map(({ path }) => path).filter((path) => path !== "docs/guides/README.md");
  for (const from of ["README.md", "docs/guides/README.md"])
    expect(pages.filter((page) => !links(from).includes(page))).toEqual([]);
});

/** The sentences of a page that are long enough to be nobody else's, without what is in blocks and tables. */
const sentencesOf = (text: string): readonly string[] =>
  text
    .replaceAll(/^```.*?^```/gms, "")
    .replaceAll(/^[|#].*$/gm, "")
    .replaceAll(/\s+/g, " ")
    .split(/(?<=[.:]) /)
    .map((sentence) => sentence.trim())
    .filter(({ length }) => length > 60);

test("no sentence of README, the guides or AGENTS stands twice", () => {
  const pages = [...guides, ...otherPages.filter(({ path }) => /^(?:README|AGENTS)\.md$/.test(path))];
  const seen = new Map<string, string>();
  const twice = pages.flatMap(({ path, text }) =>
    sentencesOf(text).flatMap((sentence) => {
      const before = seen.get(sentence);
      seen.set(sentence, path);
      return before === undefined ? [] : [`${before} and ${path}: ${sentence}`];
    }),
  );
  expect(twice).toEqual([]);
});

describe("what stands between backticks exists:", () => {
  const tracked = execFileSync("git", ["ls-files"], { cwd: repositoryRoot, encoding: "utf8" }).trim().split("\n");
  const folders = new Set(tracked.flatMap((path) => parentsOf(path)));
  const names = new Set(tracked.map((path) => basename(path)));
  const isThere = (path: string): boolean => tracked.includes(path) || folders.has(path.replace(/\/$/, ""));
  const textOf = (path: string): string => readFileSync(join(repositoryRoot, path), "utf8");

  /** The folders above a path. */
  function parentsOf(path: string): readonly string[] {
    return dirname(path) === "." ? [] : [...parentsOf(dirname(path)), dirname(path)];
  }

  /** What a page has as code in its sentences. */
  const codeIn = ({ text }: Page): readonly string[] =>
    [...text.replaceAll(/^```.*?^```/gms, "").matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);

  const written = [...guides, ...otherPages.filter(({ path }) => !/^(?:examples|CHANGELOG)/.test(path))];
  const ofTheHouse = otherPages.filter(({ path }) => /^(?:CONTRIBUTING|SECURITY)\.md$/.test(path));

  test("each file and each folder that a page names, of this repository or of the example of workflows", () => {
    const form = /^(?:src|test|docs|tools|examples|bench|action|\.ci|\.github)\/[\w./-]*$/;
    const gone = written.flatMap((page) =>
      codeIn(page)
        .filter((code) => form.test(code) && !isThere(code) && !isThere(`examples/github-actions/${code}`))
        .map((code) => `${page.path}: ${code}`),
    );
    expect(gone).toEqual([]);
    const modules = ofTheHouse.flatMap(codeIn).filter((code) => /^[\w-]+\.(?:ts|mjs|cjs|css)$/.test(code));
    expect(modules.length).toBeGreaterThan(5);
    expect(modules.filter((name) => !names.has(name))).toEqual([]);
  });

  test("each name of the code that CONTRIBUTING leads a reader to", () => {
    const sources = tracked
      .filter((path) => /^(?:src|test|tools)\/.*\.[cm]?[jt]s$|^package\.json$/.test(path))
      .map(textOf)
      .join("\n");
    const words = new Set(sources.match(/\w+/g));
    const named = ofTheHouse.flatMap(codeIn).filter((code) => /^[a-z]+[A-Z]\w+$/.test(code));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !words.has(name))).toEqual([]);
  });

  const commands = commandsOf(wholeProgram());
  const options = new Set([
    "--help",
    ...commands.flatMap(([, { options: all }]) => all.flatMap(({ long }) => long ?? [])),
  ]);
  const isOption = (word: string): boolean => options.has(word);
  const optionsIn = (text: string): readonly string[] => text.match(/(?<![\w-])--[a-z][a-z-]+/g) ?? [];

  test("each option that a page names: of scanform, where no other program stands before it", () => {
    // what was tried and went, and how a bundle is made
    const pages = written.filter(({ path }) => !/decisions\/00(?:10|35)-/.test(path));
    const unknown = pages.flatMap((page) =>
      codeIn(page)
        .filter((code) => !/^(?:npm|node|tsc) /.test(code))
        .flatMap((code) => optionsIn(code).filter((word) => !isOption(word)))
        .map((word) => `${page.path}: ${word}`),
    );
    expect(unknown).toEqual([]);
  });

  test("each option and each command that a message names", () => {
    const ofOthers = new Set([
      ...["--require", "--enable-source-maps", "--import"], // node
      ...["--package-lock-only", "--ignore-scripts", "--install-links", "--save-dev"], // npm
    ]);
    const sources = tracked.filter((path) => /^src\/(?!terraform\/|action\/|cli\/standalone\/).*\.ts$/.test(path));
    const unknown = sources.flatMap((path) => {
      const text = textOf(path);
      const named = [...text.matchAll(/`scanform (?!is |needs )([a-z]+)/g)].flatMap(([, name = ""]) =>
        commands.some(([line]) => line === `scanform ${name}`) ? [] : [`scanform ${name}`],
      );
      const words = optionsIn(text).filter((word) => !isOption(word) && !ofOthers.has(word));
      return [...words, ...named].map((word) => `${path}: ${word}`);
    });
    expect(unknown).toEqual([]);
  });
});
