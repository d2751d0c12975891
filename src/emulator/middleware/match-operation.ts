import type { Operation } from "../../api/operation";
import { type OperationId, operations } from "../../api/operations";
import { groupBy } from "../../model/group";

interface Route {
  readonly form: RegExp;
  readonly ids: ReadonlyMap<string, OperationId>;
}

const parameters = (path: string): number => path.split("{").length;

/** By path, those with the fewest parameters first, since they say most exactly what they are. */
const routes: readonly Route[] = [...groupBy(Object.entries<Operation>(operations), ([, { path }]) => path)]
  .toSorted(([left], [right]) => parameters(left) - parameters(right))
  .map(([path, offered]) => ({
    form: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    ids: new Map(offered.map(([id, { method }]) => [method, id as OperationId])),
  }));

/** The operation that a request is of; undefined when it is of none. */
export const matchOperation = (method: string, path: string): OperationId | undefined =>
  routes.find(({ form }) => form.test(path))?.ids.get(method === "HEAD" ? "GET" : method);
