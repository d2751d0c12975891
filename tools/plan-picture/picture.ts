import { join } from "node:path";
import { quickstartPlan } from "../quickstart-plan";
import { svgOf } from "./svg";

const root = join(__dirname, "../..");

/** What the README shows. */
export const picturePath = join(root, "docs/plan.svg");

/**
 * The first screen of the plan that the quickstart prints for the emulator's account, as an SVG.
 *
 * @throws Error where the plan cannot be made
 */
export async function planPicture(): Promise<string> {
  const { NO_COLOR: _, ...environment } = process.env;
  const shown = await quickstartPlan([], { ...environment, FORCE_COLOR: "1" });
  return svgOf(firstScreen(shown), "What scanform plan prints for the quickstart");
}

/** The head, the verdict and what changes: all before the second heading in capitals. */
function firstScreen(printed: string): readonly string[] {
  const lines = printed.split("\n");
  const headings = lines.flatMap((line, at) => (/^(?:\u001b\[\d+m)*[A-Z]{4,} /.test(line) ? [at] : []));
  const [, second = lines.length] = headings;
  return ["$ scanform plan", ...lines.slice(0, second), "\u001b[2m...\u001b[22m"];
}
