import { countOf, type EffectCounts, verdictSummary } from "../../../src/terraform/verdict/repository-effect";

const counts = (given: Partial<EffectCounts>): EffectCounts => ({
  all: 0,
  weakens: 0,
  unclassified: 0,
  strengthens: 0,
  mixed: 0,
  ...given,
});

test.each<[Partial<EffectCounts>, string | undefined, string | undefined]>([
  [{}, undefined, undefined],
  [{ all: 4 }, undefined, undefined],
  [{ all: 1, weakens: 1 }, "weakens its 1 repository", "weakens 1 repository"],
  [{ all: 14, weakens: 12 }, "weakens 12 of its 14 repositories", "weakens 12 repositories"],
  [
    { all: 14, weakens: 12, mixed: 3, unclassified: 2 },
    "weakens 12 of its 14 repositories (3 of them also strengthen), 2 unclassified",
    "weakens 12 repositories (3 of them also strengthen), 2 unclassified",
  ],
  [
    { all: 2, weakens: 2, mixed: 2 },
    "weakens its 2 repositories (all of them also strengthen)",
    "weakens 2 repositories (all of them also strengthen)",
  ],
  [{ all: 3, unclassified: 2 }, "is unclassified for 2 of its 3 repositories", "is unclassified for 2 repositories"],
])("of %j a summary says what weakens, or else what is unclassified", (given, ofConfiguration, ofRouting) => {
  expect(verdictSummary(counts(given), "its")).toBe(ofConfiguration);
  expect(verdictSummary(counts(given))).toBe(ofRouting);
});

test("one repository is one", () => {
  expect([countOf(0), countOf(1), countOf(2)]).toEqual(["0 repositories", "1 repository", "2 repositories"]);
});
