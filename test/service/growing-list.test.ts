import { type Page, pageOf } from "../../src/model/page";
import { restOf } from "../../src/service/paging";
import { ServiceError } from "../../src/service/service-error";
import { failureOf } from "./server";

const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, at) => from + at);

/** Reads a list whose nth answer is the nth of these; after the last one, pages are empty. */
async function reading(answers: readonly (Page<number> | ServiceError)[]): Promise<readonly number[]> {
  const page = ({ page: number = 1 } = {}): Promise<Page<number>> => {
    const answer = answers[number - 1] ?? pageOf<number>([]);
    return answer instanceof ServiceError ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const first = await page();
  return [...first.items, ...(await restOf({ page, idOf: (item) => item }, first))];
}

describe("a list that grows while it is read", () => {
  test("is read to the number of items that the service gives last", async () => {
    const total = (count: number) => ({ pagination: { total: count } });
    const read = await reading([
      pageOf(numbers(0, 10), total(12)),
      pageOf(numbers(10, 20), total(25)),
      pageOf(numbers(20, 25), total(25)),
    ]);
    expect(read).toEqual(numbers(0, 25));
  });

  test("is read to the number of items that the first page gives, where no other page gives one", async () => {
    const read = await reading([
      pageOf(numbers(0, 10), { total: 25 }),
      pageOf(numbers(10, 20)),
      pageOf(numbers(20, 25)),
      pageOf(numbers(25, 30)),
    ]);
    expect(read).toEqual(numbers(0, 25));
  });

  test("is read to its end, although every other page brings nothing new", async () => {
    const pages = numbers(10, 130).flatMap((item) => [pageOf([item]), pageOf([item])]);
    expect(await reading([pageOf(numbers(0, 10)), ...pages])).toEqual(numbers(0, 130));
  });
});

describe("after pages with new items", () => {
  const refusedWith = (status: number) =>
    reading([
      pageOf(numbers(0, 10)),
      pageOf(numbers(10, 20)),
      new ServiceError({ method: "GET", path: "/v1/x", code: "service-error", detail: "no", status }),
    ]);

  test.each([400, 404, 410, 416, 422])("status %d says that there is no further page", async (status) => {
    expect(await refusedWith(status)).toEqual(numbers(0, 20));
  });

  test.each([401, 403, 408, 409, 429, 451])("status %d leaves the end of the list unknown", async (status) => {
    expect((await failureOf(refusedWith(status))).status).toBe(status);
  });
});
