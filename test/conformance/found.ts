import type { OperationId } from "../../src/api/operations";
import { unknownId } from "./refusals";
import { dataOf, type Item, type Service } from "./service";

/** The objects to test with. A live service may lack some; the tests of these are weaker then. */

const remembered = new WeakMap<Service, Map<string, Promise<unknown>>>();

/** Searches once for each service. */
function once<T>(at: Service, name: string, find: () => Promise<T>): Promise<T> {
  const known = remembered.get(at) ?? new Map<string, Promise<unknown>>();
  remembered.set(at, known);
  const found = known.get(name) ?? find();
  known.set(name, found);
  return found as Promise<T>;
}

/** The maximum number of repositories to search. */
const few = 30;

const isPresent = (): boolean => true;

/** The first repository for which an operation returns an item that suits, with its items. */
const repositoryWith = (at: Service, operation: OperationId, suits: (item: Item) => boolean = isPresent) =>
  once(at, operation, async () => {
    const ids = dataOf(await at.look("listRepositories")).map((each) => String(each["id"]));
    for (const id of ids.slice(0, few)) {
      const path = { repository_id: id };
      const items = dataOf(await at.look(operation, { path }));
      if (items.some(suits)) return { path, items };
    }
    if (!at.live) throw new Error(`the emulator has nothing for ${operation}`);
    return { path: { repository_id: ids[0] ?? unknownId }, items: [] };
  });

/** One of the scans is completed, in whatever order the service lists repositories. */
export const withScans = (at: Service) =>
  repositoryWith(at, "listScans", ({ scan_date: date }) => typeof date === "string");
export const withPrFindings = (at: Service) => repositoryWith(at, "listPrFindings");

/** The first deepscan of the account for which an operation returns a result. */
export const deepscanWith = (at: Service, operation: "listDeepscanResults" | "listScaResults" | "getSbom") =>
  once(at, operation, async () => {
    for (const { id, repository_id } of dataOf(await at.look("listDeepscans")).slice(0, few)) {
      const path = { repository_id: String(repository_id), deepscan_id: String(id) };
      const answer = await at.look(operation, { path });
      if (answer.status === 200 && (operation === "getSbom" || dataOf(answer).length > 0)) return path;
    }
    if (!at.live) throw new Error(`the emulator has nothing for ${operation}`);
    return { repository_id: unknownId, deepscan_id: unknownId };
  });

/** The first page of all findings of the last year. */
export const findings = (at: Service) =>
  once(at, "findings", async () => dataOf(await at.look("listAllFindings", { query: { days: 365, per_page: 100 } })));

export const isAmong =
  (ids: readonly Item[], field = "id") =>
  (item: Item): boolean =>
    ids.some((each) => each[field] === item[field]);
