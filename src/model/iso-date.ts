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
