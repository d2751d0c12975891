/** The units of a duration on a command line, the longest first. */
export const milliseconds = { d: 86_400_000, h: 3_600_000, m: 60_000 } as const;

type Unit = keyof typeof milliseconds;

const units = Object.keys(milliseconds) as readonly Unit[];
const form = new RegExp(`^([1-9]\\d{0,5})([${units.join("")}])$`);

/** Milliseconds of a whole number and a unit, such as `90m`, `36h` or `7d`; undefined for other text. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit] = form.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * milliseconds[unit as Unit];
}

/** The same duration in the longest unit that gives a whole number. */
export function durationText(duration: number): string {
  const unit = units.find((each) => duration % milliseconds[each] === 0) ?? "m";
  return `${String(Math.ceil(duration / milliseconds[unit]))}${unit}`;
}
