/** What cannot go on, as a sentence for the user: the CLI makes a diagnostic of it, the action a line of the log. */
export class Refused extends Error {}

export const refuse = (message: string, cause?: unknown): never => {
  throw new Refused(message, { cause });
};
