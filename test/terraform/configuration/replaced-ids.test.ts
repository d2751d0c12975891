import { decodeIds, encodeIds, planReplacement, protectedIds } from "../../../src/terraform/deletion/plan-deletion";
import { live } from "../../reconcile/account";
import { inMemory } from "../in-memory";

const kept = { deletion_protection: true };

describe("the private state of a plan", () => {
  test("holds the ids of its configurations", () => {
    expect(decodeIds(encodeIds([{ id: "one" }, {}, { id: "two" }]))).toEqual(["one", "two"]);
    expect([decodeIds({}), decodeIds(undefined), decodeIds({ has: "" })]).toEqual([[], [], []]);
  });

  test("holds the names of those that are protected from deletion, or their ids without a name", () => {
    const entries = [
      { id: "one", name: "first", ...kept },
      { id: "two", name: "second", deletion_protection: false },
      { id: "three", name: null, ...kept },
      { name: "new", ...kept },
    ];
    expect(protectedIds(encodeIds(entries))).toEqual(
      new Map([
        ["one", "first"],
        ["three", "three"],
      ]),
    );
    expect([protectedIds({}), protectedIds(undefined)]).toEqual([new Map(), new Map()]);
  });

  test("holds nothing of configurations without an id, and nothing of protection where there is none", () => {
    expect(encodeIds([{ id: null }, {}])).toEqual({});
    expect(encodeIds([{ id: "one", name: "first" }])).toEqual({ has: "one" });
  });
});

test("a replacement is refused where it deletes what is protected, by name, and not where it takes it over", async () => {
  const { session } = await inMemory(live({ one: { name: "first" }, two: {}, three: {} }));
  const before = encodeIds([
    { id: "one", name: "first", ...kept },
    { id: "two", name: "second", ...kept },
    { id: "three", name: "third" },
  ]);
  expect(await planReplacement(session, before, new Set(["two"]))).toEqual([
    {
      code: "deletion-protected",
      severity: "error",
      summary: expect.any(String) as string,
      detail: expect.stringMatching(/^deletion_protection is set for "first"\. /) as string,
    },
  ]);
});
