import type { Kind, Operation } from "../../src/api/operation";
import { type OperationId, operations } from "../../src/api/operations";
import type { Parameter } from "../../src/api/parameter";
import { isObject } from "../../src/model/json";
import { conformance, type Suite } from "./conformance";
import { operationsOf } from "./coverage";
import { type Ask, dataOf, type Got, type Service } from "./service";

export const unknownId = "00000000-0000-4000-8000-00000000dead";

/** Creates the parts of a valid request of an operation, except the account. */
export type Right = (at: Service, id: OperationId) => Promise<Pick<Ask, "path" | "query" | "body">>;

/**
 * Asserts that a request was rejected. The specification shows only the body of 404 and no status for the
 * other cases: a live service may respond with any 4xx, the emulator with `expected`.
 */
export function expectRefused(at: Service, { status, body }: Got, expected: number): void {
  if (at.live) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    return;
  }
  expect(status).toBe(expected);
  expect(isObject(body) && typeof body["error"]).toBe("string");
}

/** Defines the tests of a kind, with those of the requests that every operation rejects. */
export function conformanceOf(kind: Kind, right: Right, define: (suite: Suite) => void): void {
  conformance(kind, (suite) => {
    define(suite);
    for (const [id, operation] of operationsOf(kind)) {
      refusesStrangers(suite, id, operation, right);
      if (operation.path.includes("{account_id}")) refusesOtherAccounts(suite, id, operation, right);
      if (operation.body !== undefined) refusesBodies(suite, id, right);
    }
  });
}

/** Defines the test that an operation lists each item once. */
export function listsEachOnce({ at, reads }: Suite, title: string, id: OperationId, right?: Right, key = "id"): void {
  reads(title, async () => {
    const answer = await at.send(id, await right?.(at, id));
    expect(answer.status).toBe(200);
    const keys = dataOf(answer).map((each) => each[key]);
    expect(new Set(keys).size).toBe(keys.length);
  });
}

function refusesStrangers({ at, profileless }: Suite, id: OperationId, operation: Operation, right: Right): void {
  const only = operation.method === "GET" ? profileless.reads : profileless.emulated;
  only(`${id} rejects a missing and a wrong key`, async () => {
    const given = await right(at, id);
    for (const key of [null, "no-key-of-anybody"]) expectRefused(at, await at.send(id, { ...given, key }), 401);
  });

  profileless.emulated(`${id} rejects a method that the path does not have`, async () => {
    const { path = {} } = await right(at, id);
    expectRefused(at, await at.send(id, { path, method: "OPTIONS" }), 405);
  });
}

function refusesOtherAccounts({ at, profileless }: Suite, id: OperationId, operation: Operation, right: Right): void {
  profileless.emulated(`${id} rejects an account that the key cannot access`, async () => {
    const given = await right(at, id);
    const path = { ...given.path, account_id: at.access.foreignAccountId ?? "" };
    expectRefused(at, await at.send(id, { ...given, path }), 403);
  });

  const only = operation.method === "GET" ? profileless.reads : profileless.emulated;
  only(`${id} rejects unknown ids`, async () => {
    const given = await right(at, id);
    for (const name of Object.keys({ account_id: "", ...given.path })) {
      const answer = await at.send(id, { ...given, path: { ...given.path, [name]: unknownId } });
      expectRefused(at, answer, 404);
    }
  });
}

const tooLarge = 6_000_000;

function refusesBodies({ at, profileless: { emulated } }: Suite, id: OperationId, right: Right): void {
  emulated(`${id} rejects a body that is not JSON, has another content type or is too large`, async () => {
    const { path = {}, body } = await right(at, id);
    expectRefused(at, await at.send(id, { path, text: "{" }), 400);
    expectRefused(at, await at.send(id, { path, text: JSON.stringify(body), contentType: "text/plain" }), 415);
    expectRefused(at, await at.send(id, { path, text: JSON.stringify("x".repeat(tooLarge)) }), 413);
  });

  emulated(`${id} rejects a body that lacks a field, has an unknown one or is not an object`, async () => {
    const { path = {}, body } = await right(at, id);
    for (const wrong of [{}, { ...(body as object), unknown: 1 }, [], null])
      expectRefused(at, await at.send(id, { path, text: JSON.stringify(wrong) }), 422);
  });
}

/** Defines tests of invalid queries, derived from the parameters of an operation. */
export function refusesQueries({ at, profileless: { reads } }: Suite, id: OperationId, right: Right): void {
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
