// Lints an OpenAPI document from stdin with the recommended rules of a public linter. Warnings count as errors.
import { text } from "node:stream/consumers";
import { createConfig, lintFromString } from "@redocly/openapi-core";

/** Exceptions forced by the specification, which names no licence for the service's interface. */
const exceptions = { "info-license": "off" };

const config = await createConfig({ extends: ["recommended"], rules: exceptions });
const problems = await lintFromString({ source: await text(process.stdin), config });
for (const { ruleId, severity, message, location } of problems)
  console.log(`${severity} ${ruleId} at ${location.map(({ pointer }) => pointer).join(", ")}: ${message}`);
process.exitCode = problems.length === 0 ? 0 : 1;
