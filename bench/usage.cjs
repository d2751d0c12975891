// Loaded before a program that is measured: tells whoever started it, at fd 3, what it has used.
const { writeSync } = require("node:fs");

process.once("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(3, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, memory: maxRSS / 1024 }));
});
