import type { RepositoryClass } from "../model/repository-class";

/** A detail. The lower its rank, the more it matters. */
export interface Detail {
  readonly rank: number;
  readonly lines: readonly string[];
}

/** What is said of one thing: a line that names it, and details. */
export interface Paragraph {
  readonly rank: number;
  readonly head: string;
  readonly details: readonly Detail[];
  /** How many repositories it concerns. */
  readonly repositories: number;
}

/** A part of a plan, as lines of plain text for a terminal or a fence. */
export interface Section {
  readonly class: RepositoryClass;
  /** Words of ours alone. */
  readonly title: string;
  /** What its paragraphs are: `group`, `configuration`. */
  readonly noun: string;
  /** No blank line is between its paragraphs. */
  readonly isClose?: true;
  readonly paragraphs: readonly Paragraph[];
}

/** A section with as many lines as there was room for. */
export interface Fitted extends Pick<Section, "class" | "title"> {
  readonly lines: readonly string[];
  /** Nothing is left out. */
  readonly isWhole: boolean;
}
