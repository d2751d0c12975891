import { InvalidArgumentError } from "commander";

/** The values of an option that is repeatable. */
export const collected = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${String(least)} to ${String(most)}.`);
  };
