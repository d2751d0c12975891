import type { Parameter } from "../../api/parameter";
import { isDate, isDateOrDateTime } from "../../model/iso-date";
import type { Value } from "../values/value";

/** Whether a filter has a value that the service takes. The same as `valueSchema` says, without loading zod. */
export function isAllowed(parameter: Parameter, given: Value): boolean {
  switch (parameter.kind) {
    case "integer": {
      const { least = -Infinity, most = Infinity } = parameter;
      return Number.isSafeInteger(given) && least <= Number(given) && Number(given) <= most;
    }
    case "boolean":
      return typeof given === "boolean";
    case "text":
      if (typeof given !== "string" || parameter.format === undefined) return typeof given === "string";
      return parameter.format === "date" ? isDate(given) : isDateOrDateTime(given);
    case "choice":
      return typeof given === "string" && parameter.values.includes(given);
    case "list": {
      const { values } = parameter;
      return Array.isArray(given) && given.length > 0 && given.every((each) => values.includes(each as string));
    }
    default:
      return parameter satisfies never;
  }
}
