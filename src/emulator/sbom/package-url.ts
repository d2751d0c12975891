import type { SeedComponent } from "../scan-records/scan-seed";

/** The types of package URLs by the name of the ecosystem, in small letters. */
const types: ReadonlyMap<string, string> = new Map([
  ["npm", "npm"],
  ["pypi", "pypi"],
  ["maven", "maven"],
  ["rubygems", "gem"],
  ["go", "golang"],
  ["golang", "golang"],
  ["crates.io", "cargo"],
  ["cargo", "cargo"],
  ["nuget", "nuget"],
  ["packagist", "composer"],
  ["composer", "composer"],
]);

/** A package URL, which tells components apart: `pkg:npm/%40types/node@20.11.5`. */
export function packageUrl({
  name,
  version,
  ecosystem,
}: Pick<SeedComponent, "name" | "version" | "ecosystem">): string {
  const type = types.get(ecosystem.toLowerCase()) ?? "generic";
  const path = (type === "maven" ? name.replace(":", "/") : name).split("/").filter((part) => part !== "");
  return `pkg:${type}/${path.map(encode).join("/")}@${encode(version)}`;
}

/** A lone half of a surrogate pair has no encoding. */
const encode = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\u{fffd}"));
