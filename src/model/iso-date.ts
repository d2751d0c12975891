const date = /^(\d{4})-(\d{2})-(\d{2})/;
const time = /^T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Whether a text is a date of the calendar such as 2026-01-31, or a date-time such as 2026-01-31T12:00:00Z. */
export function isDateOrDateTime(text: string): boolean {
  const [day, year, month, dayOfMonth] = date.exec(text) ?? [];
  if (day === undefined) return false;
  const rest = text.slice(day.length);
  const [monthNumber, dayNumber] = [Number(month), Number(dayOfMonth)];
  const isDay =
    monthNumber >= 1 && monthNumber <= 12 && dayNumber >= 1 && dayNumber <= daysIn(Number(year), monthNumber);
  return isDay && (rest === "" || time.test(rest));
}

const lengths: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return (lengths[month - 1] ?? 0) + (month === 2 && isLeap ? 1 : 0);
}
