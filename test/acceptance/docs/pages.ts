import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../support/spawned";

export interface Page {
  /** Its path below the root of the repository, such as `docs/guides/ci.md`. */
  readonly path: string;
  readonly text: string;
}

const pagesBelow = (folder: string): readonly Page[] =>
  readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(repositoryRoot, folder, name), "utf8") }));

export const guides = pagesBelow("docs/guides");
export const referencePages = pagesBelow("docs/reference");

/** Every other page. The provider's reference links to the places of the Terraform registry. */
export const otherPages: readonly Page[] = [
  ...["docs/decisions", "examples"].flatMap(pagesBelow),
  ...["README.md", "AGENTS.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"].map((path) => ({
    path,
    text: readFileSync(join(repositoryRoot, path), "utf8"),
  })),
];

/** What a page says about a block to its tests, in a comment that no reader sees: `<!-- file: main.ts -->`. */
export interface Marks {
  /** The block is this file of the reader's project. */
  readonly file?: string;
  /** The command runs until the end of the page. */
  readonly background?: true;
  /** The exit code of the block's last command; 0 if left out. */
  readonly exitsWith?: number;
  /** A program that not everybody has: the block runs in the acceptance tests only. */
  readonly needs?: string;
  /** Why the block cannot run here. */
  readonly notRun?: string;
}

export interface Block {
  readonly page: string;
  /** The line of its fence, from 1. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  readonly marks: Marks;
}

const fenced = /(?:^<!-- (?<mark>.*?) -->\n\n?)?^```(?<language>\w*)\n(?<text>.*?)^```$/gms;

/** The fenced blocks of a page, in order. */
export function blocksOf({ path, text: whole }: Page): readonly Block[] {
  return [...whole.matchAll(fenced)].map(({ index, groups = {} }) => {
    const { mark, language = "", text = "" } = groups;
    const line = whole.slice(0, index).split("\n").length + (mark === undefined ? 0 : 2);
    return {
      page: path,
      line,
      language,
      text,
      marks: mark === undefined ? {} : marksOf(mark, `${path}:${String(line)}`),
    };
  });
}

function marksOf(text: string, place: string): Marks {
  const [, word = "", value = ""] = /^(file:|background|exits with|needs:|not run:) ?(.*)$/.exec(text) ?? [];
  switch (word) {
    case "file:":
      return { file: value };
    case "background":
      return { background: true };
    case "exits with":
      return { exitsWith: Number(value) };
    case "needs:":
      return { needs: value };
    case "not run:":
      return { notRun: value };
    default:
      throw new Error(`${place}: the comment before the block says nothing that its tests know: ${text}`);
  }
}
