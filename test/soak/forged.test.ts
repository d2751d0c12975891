import { desk } from "../support/desk";
import { expectNoForgery } from "../support/forging";
import { app, seed } from "./every-write";
import { parametersOf, runs } from "./figures";

test("an edited plan is refused, or what is shown and written is the same", async () => {
  const where = await desk(app, seed);
  await where.plan("--prune", "--force", "--out", "saved.plan");
  await expectNoForgery(where, parametersOf(runs));
}, 3_600_000);
