import { InvalidArgumentError } from "commander";
import { parseDuration } from "../duration";

/** The values of an option that is repeatable. */
export const collected = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

/** Milliseconds. */
export function duration(text: string): number {
  const parsed = parseDuration(text);
  if (parsed !== undefined) return parsed;
  throw new InvalidArgumentError("It must be a whole number and m, h or d, such as 90m, 36h or 7d.");
}

export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${String(least)} to ${String(most)}.`);
  };
