import { InvalidArgumentError } from "commander";
import type { Format } from "../../report/renderers";

/** The options of a command as they are typed, where `--json` is short for `--format json`. */
export type Flags<T extends { format: string }> = Omit<T, "format"> & {
  readonly json?: boolean;
  readonly format?: T["format"];
};

export function formatOf({ json, format }: { readonly json?: boolean; readonly format?: Format }): Format {
  if (json !== true) return format ?? "text";
  if (format !== undefined && format !== "json")
    throw new InvalidArgumentError(`--json and --format ${format} exclude each other.`);
  return "json";
}
