import { type Command, InvalidArgumentError } from "commander";
import { fail } from "../diagnostics/error";
import type { PlanReport, View } from "../report/renderer";
import type { Io } from "./io";
import type { Format } from "./renderers";

/** What is said of the page of a plan. */
export interface PageOptions {
  readonly format: Format;
  /** The JSON document of an earlier plan. */
  readonly since?: string;
  /** The file for the page, beside what is printed. */
  readonly page?: string;
  /** Where the page will be. */
  readonly pageUrl?: string;
}

/** The options of every command that prints a page, or links it. */
export const paging = (command: Command): Command =>
  command
    .option("--since <file>", "on the page, show what is new since this document")
    .option("--page-url <url>", "where the page will be, for a link in Markdown", pageUrl);

function pageUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol))
    throw new InvalidArgumentError("It must be an address that begins with https:// or http://.");
  if (url.username + url.password !== "") throw new InvalidArgumentError("It must not contain a password.");
  url.hash = "";
  return url.href.replace(/[()<>\\`*~|[\]]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** @throws ScanformError `usage` for an option of another format */
export function requirePage({ format, since, page, pageUrl: url }: PageOptions): void {
  if (since !== undefined && format !== "html" && page === undefined)
    fail(
      "usage",
      "--since is for the page, --format html; `scanform compare` compares two plans in the other formats.",
    );
  if (url !== undefined && format !== "markdown")
    fail("usage", "--page-url is for --format markdown, which links the page.");
}

/** What the options say of how plans are shown. */
export async function pageView(
  io: Io,
  { since, pageUrl: url }: PageOptions,
  plans: readonly PlanReport[],
): Promise<Pick<View, "since" | "pageUrl">> {
  const link = url === undefined ? {} : { pageUrl: url };
  if (since === undefined) return link;
  const { comparedSince } = await import("./compare-documents.js"); // with zod, which few plans need
  return { ...link, since: comparedSince(io, since, plans) };
}
