/** What a job cannot go on with; the message is for the reader of its log. */
export class Refused extends Error {}

export const refuse = (message: string, cause?: unknown): never => {
  throw new Refused(message, { cause });
};
