import { readSeed } from "../../../src/emulator";
import { dashboard, dataOf, desk, destinationsOf, scan, seedWith } from "./account";

const url = "https://events.invalid/hook";
const one = { name: "One", url };

function refusalOf(change: object): string {
  const seed = seedWith([]);
  const text = JSON.stringify({
    ...seed,
    accounts: seed.accounts.map((each, at) => (at === 0 ? { ...each, ...change } : each)),
  });
  try {
    readSeed(text, "seed.json");
  } catch (thrown) {
    return String(thrown);
  }
  throw new Error("the seed was taken");
}

test.each<[string, object, string]>([
  ["an invalid URL", { webhooks: [{ ...one, url: "hook" }] }, "webhooks[0].url: must be a URL such as"],
  ["no name", { webhooks: [one, { url }] }, "webhooks[1].name: "],
  ["another Risk Level", { webhooks: [{ ...one, risk_level: "Low" }] }, "webhooks[0].risk_level: "],
  ["a type", { webhooks: [{ ...one, type: "chat" }] }, "webhooks[0].type: is not a known field"],
  ["an invalid slug", { webhooks: [{ ...one, slug: "A B" }] }, "webhooks[0].slug: must be a slug such as"],
  [
    "a slug twice",
    {
      webhooks: [
        { ...one, slug: "x" },
        { ...one, slug: "x" },
      ],
    },
    "webhooks[1].slug: the slug x is there twice",
  ],
  [
    "an unknown digest destination",
    { webhooks: [one], digest_destinations: ["one", "two"] },
    "digest_destinations[1]: the account has no destination two",
  ],
])("rejects a seed with %s and names the path", (_, change, expected) => {
  expect(refusalOf(change)).toContain(`seed.json: accounts[0].${expected}`);
});

test("derives unused slugs for destinations without one", async () => {
  const { send } = await desk(seedWith([one, one, { ...one, name: "Two", slug: "one-2" }]));
  expect((await destinationsOf(send)).map(({ slug }) => slug)).toEqual(["one", "one-3", "one-2"]);
});

test("restores destinations but no deliveries from a snapshot", async () => {
  const first = await desk(
    seedWith(
      [
        { ...one, enabled: false },
        { ...one, risk_level: "High" },
      ],
      {},
      ["one-2"],
    ),
  );
  await first.send("PATCH", `${dashboard}/webhooks/one`, { name: "Renamed", global: true });
  await scan(first, ["low"]);
  const before = await destinationsOf(first.send);
  const snapshot = first.running.snapshot();
  await first.running.close();
  const second = await desk(readSeed(JSON.stringify(snapshot), "snapshot.json"));
  expect(await destinationsOf(second.send)).toEqual(before);
  expect(dataOf(await second.send("GET", `${dashboard}/notification_settings`))).toEqual({
    digest_destinations: ["one-2"],
  });
  expect(await second.deliveries()).toEqual([]);
});
