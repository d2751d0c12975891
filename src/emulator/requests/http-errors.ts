import { HTTPException } from "hono/http-exception";
import { type Problem, problemText } from "../json/problems";

/** 404, as the specification gives it under *Errors*. */
export const notFound = (): HTTPException => new HTTPException(404, { message: "not found" });

/** 422 with the place in the request and what is wrong there. */
export const invalid = (problems: readonly Problem[], whole = "the body"): HTTPException =>
  new HTTPException(422, { message: problemText(problems, whole) });
