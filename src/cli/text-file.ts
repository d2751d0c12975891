import { readFileSync, statSync } from "node:fs";
import { fail, messageOf } from "../diagnostics/error";
import { isObject } from "../model/json";

/**
 * The text of a file of the project; undefined where no regular file stands there.
 *
 * @throws ScanformError `project-file` where it cannot be read
 */
export function textOf(path: string): string | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(path, "utf8") : undefined;
  } catch (thrown) {
    if (isObject(thrown) && thrown["code"] === "ENOTDIR") return undefined;
    return fail("project-file", `${path} cannot be read: ${messageOf(thrown)}. Nothing was written.`, { path }, thrown);
  }
}
