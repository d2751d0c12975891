/** Milliseconds for a message: whole tenths of a second, or thousandths of less than a second. */
export const seconds = (milliseconds: number): string =>
  `${String(milliseconds < 1000 ? Math.round(milliseconds) / 1000 : Math.round(milliseconds / 100) / 10)} s`;
