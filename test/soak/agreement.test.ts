import { agrees } from "../testing/agreement";
import { parametersOf, runs } from "./figures";

test("toAssign and toBlock of the testing kit agree with what the emulator does with a scan", async () => {
  const stacks = Math.max(8, runs / 20);
  const counts = await agrees(parametersOf(stacks));
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(5 * stacks);
}, 1_200_000);
