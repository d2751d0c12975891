import { z } from "zod";

/** A moment, such as `2026-01-31T12:00:00Z`, in milliseconds since 1970. */
export const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

export const userShape = z.object({ id: z.int(), login: z.string() });
