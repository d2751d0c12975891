import { agrees } from "./agreement";

test("toAssign and toBlock agree with what the emulator does with a scan, for random stacks", async () => {
  const counts = await agrees({ numRuns: 5 });
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(15);
}, 120_000);
