/**
 * The requested wait of an answer, in milliseconds: `Retry-After` in seconds or as an HTTP date. A date is compared
 * with the answer's own `Date`, so the local clock does not matter.
 *
 * @returns undefined when the header is absent or invalid
 */
export function retryAfter(header: string | undefined, date: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // a date contains the name of a month; Date.parse also accepts "-5" and "2.5"
  if (!/[a-z]{3}/i.test(text)) return undefined;
  const until = Date.parse(text);
  if (Number.isNaN(until)) return undefined;
  const from = Date.parse(date ?? "");
  return Math.max(0, until - (Number.isNaN(from) ? Date.now() : from));
}
