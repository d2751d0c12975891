import { ScanformError } from "../../src/diagnostics/error";

/** The error for a user that something must throw. */
export function thrownBy(action: () => unknown): ScanformError {
  try {
    action();
  } catch (thrown) {
    if (thrown instanceof ScanformError) return thrown;
    throw thrown;
  }
  throw new Error("nothing was thrown");
}
