import type { Framework } from "./frameworks";

/** The versions that scanform is tested with, of what a project needs besides scanform itself. */
const frameworkVersions: Readonly<Record<Framework, string>> = { cdktn: "^0.24.0", cdktf: "^0.21.0" };

const others: Readonly<Record<string, string>> = {
  "@types/node": "^20.19.43",
  constructs: "^10.7.2",
  tsx: "^4.23.15",
  typescript: "^6.0.0",
};

/** The packages of a project, with the ranges of their versions, by name. */
export const versionsFor = (framework: Framework): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries({ ...others, [framework]: frameworkVersions[framework] }).sort(([left], [right]) =>
      left < right ? -1 : 1,
    ),
  );

/** A range without `^`, which some shells take for their own: `^0.24.0` is `0.24`, and `^10.7.2` is `10`. */
export const shellRange = (range: string): string => {
  const [major = "", minor = ""] = range.replace("^", "").split(".");
  return major === "0" ? `${major}.${minor}` : major;
};
