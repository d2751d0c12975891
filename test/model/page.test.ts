import { type Certainty, mapPage, type Page, pageOf, readsOn } from "../../src/model/page";

const items = (length: number): readonly number[] => Array.from({ length }, (_, at) => at);

test.each<readonly [object | undefined, Omit<Page<number>, "items">]>([
  [undefined, { extent: "unknown" }],
  [{}, { extent: "unknown" }],
  [{ pagination: { total: 3 } }, { total: 3, extent: "complete" }],
  [{ meta: { total_count: 3, next: "" } }, { total: 3, extent: "complete" }],
  [{ total: 4 }, { total: 4, extent: "cut" }],
  [{ total: 2 }, { total: 2, extent: "unknown" }],
  [{ total: -1 }, { extent: "unknown" }],
  [
    { total: 3, next_page: 2 },
    { total: 3, extent: "cut" },
  ],
  [{ meta: { next: "/v1/x?page=2" } }, { extent: "cut" }],
  [{ pagination: { pages: 2 } }, { extent: "cut" }],
  [{ pagination: { total_pages: 2, page: 2 } }, { extent: "unknown" }],
])("reads the extent of three items with %j as %j", (body, expected) => {
  expect(pageOf(items(3), body)).toEqual({ items: items(3), ...expected });
});

test("converting items keeps the extent of the page", () => {
  expect(mapPage(pageOf(items(3), { total: 3 }), String)).toEqual({
    items: ["0", "1", "2"],
    total: 3,
    extent: "complete",
  });
});

const certainties = ["first page", "ended", "whole", "certain"] as const;

test.each<[number, object, readonly Certainty[]]>([
  [0, {}, []],
  [1, {}, ["certain"]],
  [9, {}, ["certain"]],
  [10, {}, ["ended", "whole", "certain"]],
  [25, {}, ["ended", "whole", "certain"]],
  [37, {}, ["whole", "certain"]],
  [999, {}, ["whole", "certain"]],
  [1001, {}, []],
  [1025, {}, ["ended", "whole", "certain"]],
  [10, { total: 10 }, []],
  [7, { total: 8 }, ["ended", "whole", "certain"]],
  [0, { total: 1 }, ["ended", "whole", "certain"]],
])("a first page of %d items with %j is read on for the certainties %j", (length, body, expected) => {
  const first = pageOf(items(length), body);
  expect(certainties.filter((certainty) => readsOn(first, certainty))).toEqual(expected);
});
