export type Level = "trace" | "debug" | "info" | "warn" | "error";

/** @param fields shown after the message; never a secret */
export type Log = (level: Level, message: string, fields?: Readonly<Record<string, string | number>>) => void;

/**
 * A log that terraform understands, filters by TF_LOG and passes on: an object of JSON per line.
 * @param write takes a line with its end
 */
export const pluginLog =
  (write: (line: string) => void, now: () => Date): Log =>
  (level, message, fields = {}) => {
    const line = {
      ...fields,
      "@level": level,
      "@message": message,
      "@module": "scanform",
      // terraform takes exactly six digits after the point
      "@timestamp": now().toISOString().replace("Z", "000Z"),
    };
    write(`${JSON.stringify(line)}\n`);
  };

/** The text that Terraform recognizes as a crash and shows to the user. */
export const panicText = (thrown: unknown): string =>
  `panic: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}\n`;
