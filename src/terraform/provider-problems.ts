import { ScanformError } from "../diagnostics/error";
import { parseSemantics } from "../reconcile/probe/semantics-document";
import { baseUrl } from "../service/base-url";
import { failed, type Said } from "./said";
import { isUnknown, type ObjectValue } from "./values/value";

/** What is wrong with the provider block itself, each at its attribute; what is not known yet is passed over. */
export function problemsOf(config: ObjectValue): readonly Said[] {
  const { base_url: url = null, semantics = null } = config;
  return [
    ...(typeof url === "string" && url.trim() !== ""
      ? refused("base_url", "The base URL cannot be used", () => baseUrl(url.trim()))
      : []),
    ...(typeof semantics === "string"
      ? refused("semantics", "The semantics cannot be used", () => parseSemantics(semantics, "The text"))
      : []),
    ...concurrency(config),
  ];
}

function concurrency({ max_concurrency: most = null }: ObjectValue): readonly Said[] {
  if (most === null || isUnknown(most)) return [];
  return typeof most === "number" && Number.isInteger(most) && most >= 1 && most <= 1000
    ? []
    : [failed("Not a number of requests", "It must be a whole number from 1 to 1000.", ["max_concurrency"])];
}

function refused(name: string, summary: string, check: () => unknown): readonly Said[] {
  try {
    check();
    return [];
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return thrown.diagnostics.map(({ detail }) => failed(summary, detail, [name]));
  }
}
