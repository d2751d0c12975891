import { agrees } from "./agreement";

test("toAssign and toBlock agree with what the emulator does with a scan, for random stacks", async () => {
  const counts = await agrees({ numRuns: 30 });
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(100);
}, 120_000);
