import { severities } from "../../model/findings";
import type { AccountStore } from "../state/store";
import type { Candidate } from "./assumptions";
import type { DeepscanContent, SeedComponent } from "./scan-seed";

const reference = (cve: string) => [{ url: `https://nvd.nist.gov/vuln/detail/${cve}` }];

const components: readonly SeedComponent[] = [
  { name: "express", version: "4.18.2", ecosystem: "npm", license: "MIT" },
  { name: "lodash", version: "4.17.15", ecosystem: "npm", license: "MIT" },
  { name: "@types/node", version: "20.11.5", ecosystem: "npm", license: "MIT" },
  { name: "requests", version: "2.19.0", ecosystem: "PyPI", license: "Apache-2.0" },
  { name: "org.apache.logging.log4j:log4j-core", version: "2.14.1", ecosystem: "Maven", license: "Apache-2.0" },
];

/** The default findings of a repository's first deepscan. */
export const sampleDeepscan: Required<DeepscanContent> = {
  results: [
    {
      title: "Session tokens do not expire",
      description: "A token that was issued once is accepted for ever.",
      severity: "high",
      technical_details: "The check of the token ignores its date.",
      impact: "Anyone who gets hold of a token keeps access.",
      remediation: "Refuse tokens that are older than a day.",
      locations: [{ filename: "src/session.ts", line_start: 40, line_end: 52 }],
    },
    {
      title: "Error pages show stack traces",
      description: "The handler of errors answers with the text of the exception.",
      severity: "low",
      locations: [{ filename: "src/errors.ts", line_start: 8, line_end: 11 }],
    },
  ],
  sca_results: [
    {
      title: "Remote code execution in log4j-core",
      description: "Lookups in logged text load code from a remote host.",
      severity: "critical",
      package_name: "org.apache.logging.log4j:log4j-core",
      package_version: "2.14.1",
      package_ecosystem: "Maven",
      cve_id: "CVE-2021-44228",
      cvss_score: 10,
      cvss_vector: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H",
      fixed_version: "2.15.0",
      remediation: "Upgrade to 2.15.0 or later.",
      locations: [{ filename: "pom.xml" }],
      references: reference("CVE-2021-44228"),
    },
    {
      title: "Prototype pollution in lodash",
      description: "zipObjectDeep writes to the prototype of all objects.",
      severity: "high",
      package_name: "lodash",
      package_version: "4.17.15",
      package_ecosystem: "npm",
      cve_id: "CVE-2020-8203",
      cvss_score: 7.4,
      cvss_vector: "CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:H/A:H",
      fixed_version: "4.17.20",
      remediation: "Upgrade to 4.17.20 or later.",
      locations: [{ filename: "package-lock.json" }],
      references: reference("CVE-2020-8203"),
    },
  ],
  components,
};

const maxOfEachKind = 12;
const cycle = [...severities, "info"];

/** The default candidates of a change: one for each analyzer and policy. */
export function sampleChange({ analyzers, policies }: AccountStore): readonly Candidate[] {
  const place = (at: number) => ({
    severity: cycle[at % cycle.length] ?? "low",
    filename: at % 3 === 2 ? `test/change-${String(at + 1)}.ts` : `src/change-${String(at + 1)}.ts`,
    line_start: 10 * (at + 1),
    line_end: 10 * (at + 1) + 2,
  });
  return [
    ...analyzers.slice(0, maxOfEachKind).map(({ slug, name, display_name: title }, at) => ({
      analyzer: slug,
      type: title ?? name,
      description: `${title ?? name} in the changed lines.`,
      label: slug,
      ...place(at),
    })),
    ...policies.slice(0, maxOfEachKind).map(({ id, title, question }, at) => ({
      policy: id,
      type: title,
      description: question,
      ...place(at),
    })),
  ];
}
