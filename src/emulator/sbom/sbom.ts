import { severities, type Severity } from "../../model/findings";
import { groupBy } from "../../model/group-by";
import { isListedSeverity, severityRank } from "../scan-records/assumptions";
import type { SeedComponent, SeedDeepscan, SeedScaFinding } from "../scan-records/scan-seed";
import { packageUrl } from "./package-url";

/** The components of a deepscan by package URL: the given ones and the vulnerable ones. */
export function componentsOf(deepscan: SeedDeepscan): ReadonlyMap<string, SeedComponent> {
  const vulnerable = (deepscan.sca_results ?? []).map(componentOf);
  const all = [...vulnerable, ...(deepscan.components ?? [])];
  return new Map(all.map((component) => [packageUrl(component), component]));
}

/** Counts vulnerable components by the highest severity of each. */
export function countVulnerableComponents(deepscan: SeedDeepscan): Readonly<Record<Severity | "total", number>> {
  const byComponent = groupBy(deepscan.sca_results ?? [], (finding) => packageUrl(componentOf(finding)));
  const worst = [...byComponent.values()].map((found) =>
    Math.max(...found.map(({ severity }) => severityRank(severity))),
  );
  const count = (severity: Severity) => worst.filter((rank) => rank === severityRank(severity)).length;
  const [critical, high, medium, low] = severities;
  return {
    critical: count(critical),
    high: count(high),
    medium: count(medium),
    low: count(low),
    total: worst.length,
  };
}

/** The SBOM of a completed deepscan in CycloneDX 1.6; deterministic. */
export function createSbom(deepscan: SeedDeepscan, repositoryName: string): object {
  const components = [...componentsOf(deepscan)];
  const root = `repository:${deepscan.repository_id}`;
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${deepscan.id.toLowerCase()}`,
    version: deepscan.retry_count + 1,
    metadata: {
      timestamp: new Date(deepscan.completed_at ?? deepscan.created_at).toISOString(),
      component: { type: "application", "bom-ref": root, name: repositoryName },
    },
    components: components.map(([purl, { name, version, license }]) => ({
      type: "library",
      "bom-ref": purl,
      name,
      version,
      purl,
      ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    })),
    dependencies: [{ ref: root, dependsOn: components.map(([purl]) => purl) }],
    vulnerabilities: (deepscan.sca_results ?? []).map(vulnerabilityOf),
  };
}

const componentOf = (finding: SeedScaFinding): SeedComponent => ({
  name: finding.package_name,
  version: finding.package_version,
  ecosystem: finding.package_ecosystem,
});

function vulnerabilityOf(finding: SeedScaFinding): object {
  const { id, title, severity, cve_id: cve, cvss_score: score, cvss_vector: vector, remediation } = finding;
  return {
    "bom-ref": `finding:${id}`,
    id: cve ?? title,
    ratings: [
      {
        severity: isListedSeverity(severity) ? severity : "unknown",
        ...(typeof score === "number" ? { score } : {}),
        ...(typeof vector === "string" ? { vector } : {}),
      },
    ],
    description: finding.description ?? title,
    ...(typeof remediation === "string" ? { recommendation: remediation } : {}),
    affects: [{ ref: packageUrl(componentOf(finding)) }],
  };
}
