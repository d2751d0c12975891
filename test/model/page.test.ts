import { mapPage, mayBeCut, type Page, pageOf } from "../../src/model/page";

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

test.each([
  [0, {}, false],
  [7, {}, false],
  [10, {}, true],
  [25, {}, true],
  [10, { total: 10 }, false],
  [7, { total: 8 }, true],
])("says whether a first page of %d items with %j may be cut: %p", (length, body, expected) => {
  expect(mayBeCut(pageOf(items(length), body))).toBe(expected);
});
