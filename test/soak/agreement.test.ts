import { agrees } from "../testing/agreement";
import { parametersOf, runs } from "./figures";

test("toAssign and toBlock of the testing kit agree with what the emulator does with a scan", async () => {
  const counts = await agrees(parametersOf(Math.max(20, runs / 20)));
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(100);
}, 1_200_000);
