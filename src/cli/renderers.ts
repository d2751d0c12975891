import { createRequire } from "node:module";
import type * as Page from "../page/html";
import type * as Json from "../report/json";
import type * as Markdown from "../report/markdown";
import type { ApplyRenderer, Renderer } from "../report/renderer";
import type * as Text from "../report/text";

const load = createRequire(__filename);

/**
 * The choices of `--format`, from the default on. A new format is one entry: the choices, the types and every
 * command follow. Each is loaded when it is used, since the choices are needed to parse any command line.
 */
export const renderers = {
  text: (): ApplyRenderer => (load("../report/text") as typeof Text).textRenderer,
  markdown: (): Renderer => (load("../report/markdown") as typeof Markdown).markdownRenderer,
  json: (): ApplyRenderer => (load("../report/json") as typeof Json).jsonRenderer,
  html: (): Renderer => (load("../page/html") as typeof Page).htmlRenderer,
} as const satisfies Readonly<Record<string, () => Renderer>>;

type Renderers = typeof renderers;

export type Format = keyof Renderers;

/** The formats in which an apply can be printed. */
export type ApplyFormat = {
  readonly [F in Format]: ReturnType<Renderers[F]> extends ApplyRenderer ? F : never;
}[Format];

export const formats = Object.keys(renderers) as readonly Format[];

export const isFormat = (text: string | undefined): text is Format => formats.some((each) => each === text);
