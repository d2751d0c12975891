const dateForm = /^(\d{4})-(\d\d)-(\d\d)$/;

const dateTimeForm =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Whether the text is a date of the calendar, such as 2026-01-31. */
export function isDate(text: string): boolean {
  const [, year, month, day] = dateForm.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  // a day that the month does not have is one of the next
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Whether the text is a date, or a date-time with an offset: specification, *Endpoints*. */
export const isDateOrDateTime = (text: string): boolean => isDate(dateTimeForm.exec(text)?.[1] ?? text);

const milliseconds = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const;

const longest = 24 * milliseconds.h;

const form = /^(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m)?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?$/;

/**
 * Parses a duration as Terraform providers write it: `90s`, `5m`, `1h30m`; the units are h, m, s and ms, in this order.
 *
 * @returns milliseconds; undefined for other text, for no time at all, and for more than a day
 */
export function parseDuration(text: string): number | undefined {
  const found = text === "" ? null : form.exec(text);
  if (found === null) return undefined;
  const [, h = "0", m = "0", s = "0", ms = "0"] = found;
  const total =
    Number(h) * milliseconds.h + Number(m) * milliseconds.m + Number(s) * milliseconds.s + Number(ms) * milliseconds.ms;
  return total > 0 && total <= longest ? total : undefined;
}
