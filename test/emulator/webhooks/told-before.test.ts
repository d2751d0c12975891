import { DeliveryLog } from "../../../src/emulator/webhooks/account-webhooks";
import type { PostResult } from "../../../src/emulator/webhooks/post";
import { repositoryId } from "../../support/account";
import { desk, scan, seedWith, webhooks } from "./account";
import { receiver } from "./receiver";

const deduplicated = { notifications: { enabled: true, integrationNames: ["one"], deduplicate: true } };

test("a destination that is made anew under the name of a deleted one has not been told of anything", async () => {
  const { url, got } = await receiver();
  const at = await desk(seedWith([{ name: "One", url }], deduplicated));
  await scan(at, ["high"]);
  await at.deliveries();
  expect((await at.send("DELETE", `${webhooks}/one`)).status).toBe(204);
  expect((await at.send("POST", webhooks, { name: "One", url })).body).toMatchObject({ data: { slug: "one" } });
  await scan(at, ["high"]);
  expect((await at.deliveries())[0]).toMatchObject({ outcome: "delivered" });
  expect(got).toHaveLength(2);
});

test("a pull request of another repository with the same number has nothing to resolve", async () => {
  const { url, got } = await receiver();
  const at = await desk(seedWith([{ name: "One", url, global: true }]));
  await scan(at, ["high"], { number: 7 });
  await at.deliveries();
  await scan(at, [], { number: 7, repository: repositoryId(1) });
  expect((await at.deliveries())[0]).toMatchObject({ outcome: "not sent" });
  expect(got).toHaveLength(1);
});

test("a delivery that the log has dropped does not come back with its answer", async () => {
  const log = new DeliveryLog();
  const occasion = { time: "2026-01-01T00:00:00Z", destination: "one", event: "scan", why: "w" } as const;
  const delivered: PostResult = { outcome: "delivered", status: 204, answer: "" };
  let answer: (result: PostResult) => void = () => undefined;
  const sent = log.addSent(occasion, {}, new Promise((resolve) => (answer = resolve)));
  for (let at = 0; at < 1000; at += 1) log.addSkipped(occasion);
  answer(delivered);
  expect(await sent).toMatchObject({ outcome: "delivered" });
  expect(log.list()).toHaveLength(1000);
  expect(new Set(log.list().map(({ outcome }) => outcome))).toEqual(new Set(["not sent"]));
});
