/**
 * How long an answer asks to wait, in milliseconds: `Retry-After` in seconds or as an HTTP date.
 * A date is compared with the answer's own `Date`, so that it does not matter what our clock says.
 *
 * @returns undefined when it does not ask, or not in a way that is understood
 */
export function retryAfter(header: string | undefined, date: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // a date has a name of a month; Date.parse would also take "-5" or "2.5" for one
  if (!/[a-z]{3}/i.test(text)) return undefined;
  const until = Date.parse(text);
  if (Number.isNaN(until)) return undefined;
  const from = Date.parse(date ?? "");
  return Math.max(0, until - (Number.isNaN(from) ? Date.now() : from));
}
