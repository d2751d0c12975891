import { HTTPException } from "hono/http-exception";
import { type Problem, formatProblems } from "../json/problems";

/** 404: specification, *Errors*. */
export const notFound = (): HTTPException => new HTTPException(404, { message: "not found" });

/** 422 with the path and the message of each problem. */
export const unprocessable = (problems: readonly Problem[], whole = "the body"): HTTPException =>
  new HTTPException(422, { message: formatProblems(problems, whole) });
