import { fail } from "../../diagnostics/error";

/** The registered resource, data source or function. @throws ScanformError for an unknown name */
export function registered<T>(all: Readonly<Record<string, T>>, name: string): T {
  const found = Object.hasOwn(all, name) ? all[name] : undefined;
  if (found === undefined)
    fail("request-unreadable", `The provider has nothing that is called ${JSON.stringify(name)}.`);
  return found;
}
