import { type OperationId, operations } from "../../src/api/operations";
import type { Operation } from "../../src/api/operation";
import type { Parameter } from "../../src/api/parameter";
import type { Suite } from "./conformance";
import { expectRefused, type Right } from "./refusals";

/** Defines tests of invalid queries, derived from the parameters of an operation. */
export function refusesQueries({ at, reads }: Suite, id: OperationId, right: Right): void {
  const { query = {} }: Operation = operations[id];
  for (const [name, parameter] of Object.entries<Parameter>(query)) {
    const wrong = wrongValues(parameter);
    if (wrong.length > 0)
      reads(`${id} rejects ${name} ${wrong.map(String).join(", ")}`, async () => {
        const given = await right(at, id);
        for (const value of wrong) {
          const answer = await at.send(id, { ...given, query: { ...given.query, [name]: value } });
          // the specification does not show whether a live service rejects it
          if (at.live) expect(answer.status).toBeLessThan(500);
          else expectRefused(at, answer, 422);
        }
      });
  }
}

function wrongValues(parameter: Parameter): readonly (string | number)[] {
  switch (parameter.kind) {
    case "integer": {
      const { least, most } = parameter;
      return ["many", "1.5", ...(least === undefined ? [] : [least - 1]), ...(most === undefined ? [] : [most + 1])];
    }
    case "boolean":
      return ["maybe"];
    case "text":
      return parameter.format === undefined ? [] : ["soon", "2026-02-30"];
    case "choice":
      return ["other", ""];
    case "list":
      return ["other", `${parameter.values[0] ?? ""},other`];
    default:
      return parameter satisfies never;
  }
}
