import type { Imported } from "./import-account";

const lines = (text: string): number => text.split("\n").length - 1;

const grouped = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

const counted = (number: number, one: string, many: string): string =>
  `${grouped(number)} ${number === 1 ? one : many}`;

/**
 * What the import has gained: `214 configurations: 6 bases, 1,900 lines in place of 9,400; 38 rules for 20,000
 * repositories`.
 *
 * @param text the code. @param flat the code without bases and constants
 */
export function gainOf({ configurations, bases, rules, repositories }: Imported, text: string, flat: string): string {
  const used =
    lines(text) < lines(flat)
      ? `, ${grouped(lines(text))} lines in place of ${grouped(lines(flat))}`
      : `, ${counted(lines(text), "line", "lines")}`;
  return (
    `${counted(configurations.length, "configuration", "configurations")}: ${counted(bases.length, "base", "bases")}${used}; ` +
    `${counted(rules.length, "rule", "rules")} for ${counted(repositories, "repository", "repositories")}`
  );
}
