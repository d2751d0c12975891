import { agrees } from "./agreement";

test("toAssign and toBlock agree with what the emulator does with a scan, for random stacks", async () => {
  const counts = await agrees({ numRuns: 2 });
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(5);
}, 120_000);
