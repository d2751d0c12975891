import type { Operation } from "../../api/operation";
import { type OperationId, operations } from "../../api/operations";
import { groupBy } from "../../model/group-by";

interface Route {
  readonly form: RegExp;
  readonly ids: ReadonlyMap<string, OperationId>;
}

const parameters = (path: string): number => path.split("{").length;

/** The routes by path, most specific first: those with the fewest parameters. */
const routes: readonly Route[] = [...groupBy(Object.entries<Operation>(operations), ([, { path }]) => path)]
  .toSorted(([left], [right]) => parameters(left) - parameters(right))
  .map(([path, offered]) => ({
    form: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    ids: new Map(offered.map(([id, { method }]) => [method, id as OperationId])),
  }));

/** The operation that a method and a path belong to, or undefined. */
export const matchOperation = (method: string, path: string): OperationId | undefined =>
  routes.find(({ form }) => form.test(path))?.ids.get(method === "HEAD" ? "GET" : method);
