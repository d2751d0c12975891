/** An error that a user can mend. Its text says all, so it has no stack trace. */
export function mistake(message: string): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}`;
  return error;
}
