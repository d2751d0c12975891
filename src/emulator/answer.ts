import type { Answer } from "./call";

/** An answer over HTTP. */
export function answerOf(answer: Answer): Response {
  if ("list" in answer) return Response.json({ ...answer.envelope, data: answer.list }, { status: answer.status });
  if ("body" in answer) return Response.json(answer.body, { status: answer.status });
  return new Response(null, { status: answer.status });
}
