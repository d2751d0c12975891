import { fail } from "../../diagnostics/error";
import type { Io } from "../io";

/**
 * A name in the account may contain a key, which must not get into a file; and the code would not be valid without it.
 *
 * @throws ScanformError `secret-declared`
 */
export function refuseKeys(io: Io, texts: readonly string[]): void {
  if (texts.some((text) => io.secrets.isIn(text)))
    fail(
      "secret-declared",
      "A name or a setting in the account contains an API key. Nothing was written. Change it there, and make a new key.",
    );
}
