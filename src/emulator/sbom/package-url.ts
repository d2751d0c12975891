import type { SeedComponent } from "../scan-records/scan-seed";

/** The package URL types by lower-case ecosystem name. */
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

/** The package URL of a component, such as `pkg:npm/%40types/node@20.11.5`. */
export function packageUrl({
  name,
  version,
  ecosystem,
}: Pick<SeedComponent, "name" | "version" | "ecosystem">): string {
  const type = types.get(ecosystem.toLowerCase()) ?? "generic";
  const path = (type === "maven" ? name.replace(":", "/") : name).split("/").filter((part) => part !== "");
  return `pkg:${type}/${path.map(encode).join("/")}@${encode(version)}`;
}

/** Percent-encodes a text, with lone surrogates replaced since they have no encoding. */
const encode = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\u{fffd}"));
