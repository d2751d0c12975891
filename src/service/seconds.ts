/** Milliseconds for a message: whole tenths of a second, or less of a second as it is. */
export const seconds = (milliseconds: number): string =>
  `${String(milliseconds < 1000 ? milliseconds / 1000 : Math.round(milliseconds / 100) / 10)} s`;
