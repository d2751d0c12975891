import { Construct } from "constructs";
import {
  Comment,
  Configuration,
  type ConfigurationSettings,
  RepositoryAssignments,
} from "scanform/cdktn";

/** Custom code policies by title. */
const policies = {
  cardDataIsMasked: "00000063-0000-4000-8000-000000000003",
  noPlaintextSecrets: "00000063-0000-4000-8000-000000000000",
};

/** The same settings for each of these slugs. */
const each = <T>(settings: T, slugs: readonly string[]): Record<string, T> =>
  Object.fromEntries(slugs.map((slug) => [slug, settings]));

const blocking = { enabled: true, blocking: true };
const notifySecurityAlerts = {
  enabled: true,
  integrationNames: ["security-alerts"],
};
const analyzersWithXss = {
  secrets: { enabled: true },
  "sql-injection": blocking,
  xss: blocking,
};

const defaultBaseline: ConfigurationSettings = {
  comment: Comment.ENABLED,
  analyzers: analyzersWithXss,
};

const strictBaseline: ConfigurationSettings = {
  comment: Comment.ENABLED,
  showScanConfirmation: true,
  riskThreshold: 1,
  analyzers: each(blocking, ["secrets", "sql-injection", "ssrf", "xss"]),
  codePolicies: [
    {
      id: policies.noPlaintextSecrets,
      enabled: true,
      silent: false,
      blocking: true,
    },
    {
      id: policies.cardDataIsMasked,
      enabled: true,
      silent: false,
      blocking: true,
    },
  ],
};

/** Configurations and routing as they were live when this was imported. */
export class ImportedAccount extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    const defaultConfiguration = Configuration.extend(
      this,
      "default",
      defaultBaseline,
      { name: "Default", notifications: notifySecurityAlerts },
    );
    const defaultCopy = Configuration.extend(
      this,
      "default-copy",
      defaultBaseline,
      {
        name: "Default (copy)",
        riskThreshold: 4,
        notifications: notifySecurityAlerts,
      },
    );
    const defaultCopyCopy = Configuration.extend(
      this,
      "default-copy-copy",
      defaultBaseline,
      {
        name: "Default (copy) (copy)",
        riskThreshold: 4,
        notifications: { enabled: true, integrationNames: ["jonas"] },
      },
    );
    const mobileTeamQ32024 = new Configuration(this, "mobile-team-q3-2024", {
      name: "Mobile Team Q3/2024",
      comment: Comment.ENABLED,
      riskThreshold: 4,
      analyzers: analyzersWithXss,
      notifications: { enabled: false, integrationNames: [] },
    });
    const strictDoNotEdit = Configuration.extend(
      this,
      "strict-do-not-edit",
      strictBaseline,
      { name: "STRICT!! do not edit", analyzers: { idor: blocking } },
    );
    const strictNew = Configuration.extend(this, "strict-new", strictBaseline, {
      name: "Strict (new)",
      analyzers: { idor: { enabled: true } },
    });
    const mariaTest = new Configuration(this, "maria-test", {
      name: "maria test",
      comment: Comment.SILENT,
      analyzers: {
        secrets: { enabled: true, excludes: ["home/maria/**"] },
        "sql-injection": blocking,
        xss: blocking,
      },
      notifications: { enabled: true, integrationNames: ["maria"] },
    });
    const noScan = new Configuration(this, "no-scan", {
      name: "no scan",
      comment: Comment.DISABLED,
      analyzers: each({ enabled: false }, ["secrets", "sql-injection", "xss"]),
    });
    noScan.importFrom("00000061-0000-4000-8000-000000000006");
    const noScan2 = new Configuration(this, "no-scan-2", {
      name: "no scan",
      comment: Comment.DISABLED,
    });
    noScan2.importFrom("00000061-0000-4000-8000-000000000007");
    new Configuration(this, "tmp", { name: "tmp" });
    const jpConfiguration = new Configuration(this, "jp-configuration", {
      name: "日本",
      comment: Comment.ENABLED,
      analyzers: {
        secrets: { enabled: true },
        "sql-injection": { enabled: true },
      },
    });

    // The first rule that matches decides, for repositories created later too.
    const routing = new RepositoryAssignments(this, "routing");
    routing.addRule({
      configuration: defaultConfiguration,
      repositoryNames: [
        "Warehouse",
        "crm",
        "mail-gateway",
        "shop",
        "shop-admin",
      ],
    });
    routing.addRule({
      configuration: defaultCopy,
      repositoryNames: ["loyalty", "shop-mobile"],
    });
    routing.addRule({
      configuration: defaultCopyCopy,
      repositoryNames: ["jonas-test"],
    });
    routing.addRule({
      configuration: jpConfiguration,
      repositoryNames: ["jp-crm", "jp-shop", "jp-support"],
    });
    routing.addRule({
      configuration: mariaTest,
      repositoryNames: ["maria-sandbox"],
    });
    routing.addRule({
      configuration: mobileTeamQ32024,
      repositoryIds: ["00000062-0000-4000-8000-000000000016"],
      repositoryNames: ["android_app", "ios_app"],
    });
    routing.addRule({
      configuration: noScan2,
      repositoryNames: ["old_backup"],
    });
    routing.addRule({
      configuration: strictDoNotEdit,
      repositoryNames: ["billing", "billing-v2", "pci.gateway"],
    });
    routing.addRule({
      configuration: strictNew,
      repositoryNames: ["billing-v3"],
    });
    routing.addRule({ configuration: noScan, repositoryPattern: "legacy.%" });
  }
}
