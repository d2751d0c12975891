import { Construct } from "constructs";
import {
  Comment,
  Configuration,
  type ConfigurationSettings,
  RepositoryAssignments,
  RiskLevel,
} from "scanform/cdktn";

/** Custom code policies by title. */
const policies = {
  keysNeverLeaveTheVault: "00000063-0000-4000-8000-000000000002",
  noPlaintextSecrets: "00000063-0000-4000-8000-000000000000",
  piiIsEncryptedAtRest: "00000063-0000-4000-8000-000000000001",
};

/** The same settings for each of these slugs. */
const each = <T>(settings: T, slugs: readonly string[]): Record<string, T> =>
  Object.fromEntries(slugs.map((slug) => [slug, settings]));

const advisory = { enabled: true, silent: false, blocking: false };
const blocking = { enabled: true, silent: false, blocking: true };
const blockingNoPlaintextSecrets = {
  id: policies.noPlaintextSecrets,
  enabled: true,
  silent: false,
  blocking: true,
};
const blockingPiiIsEncryptedAtRest = {
  id: policies.piiIsEncryptedAtRest,
  enabled: true,
  silent: false,
  blocking: true,
};
const notifyIdentityChat = {
  enabled: true,
  deduplicate: true,
  integrationNames: ["appsec-chat", "identity-chat"],
};
const notifyPaymentsChat = {
  enabled: true,
  deduplicate: true,
  integrationNames: ["appsec-chat", "payments-chat"],
};
const notifySearchChat = {
  enabled: true,
  deduplicate: true,
  integrationNames: ["search-chat"],
};

const identityBaseline: ConfigurationSettings = {
  comment: Comment.ENABLED,
  showScanConfirmation: true,
  riskThreshold: 2,
  analyzers: {
    ...each(blocking, [
      "auth-bypass",
      "secrets",
      "session-fixation",
      "sql-injection",
      "ssrf",
      "weak-crypto",
      "xss",
    ]),
    "open-redirect": {
      enabled: true,
      silent: false,
      blocking: true,
      riskLevel: RiskLevel.HIGH,
    },
  },
  codePolicies: [blockingNoPlaintextSecrets],
};

const paymentsBaseline: ConfigurationSettings = {
  comment: Comment.ENABLED,
  showScanConfirmation: true,
  riskThreshold: 3,
  analyzers: each(blocking, [
    "auth-bypass",
    "idor",
    "race-condition",
    "secrets",
    "sql-injection",
    "ssrf",
    "xss",
  ]),
  codePolicies: [blockingNoPlaintextSecrets, blockingPiiIsEncryptedAtRest],
};

const searchBaseline: ConfigurationSettings = {
  comment: Comment.SILENT,
  showScanConfirmation: false,
  riskThreshold: 5,
  analyzers: {
    ...each(advisory, [
      "dependency-confusion",
      "iac",
      "sql-injection",
      "ssrf",
      "xss",
    ]),
    secrets: blocking,
  },
};

const sandboxBaseline: ConfigurationSettings = {
  comment: Comment.SILENT,
  riskThreshold: 8,
  analyzers: {
    ...each({ enabled: true, silent: true, blocking: false }, [
      "iac",
      "sql-injection",
      "ssrf",
      "xss",
    ]),
    secrets: { enabled: true, silent: false },
  },
};

/** Configurations and routing as they were live when this was imported. */
export class ImportedAccount extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    const baseline = new Configuration(this, "baseline", {
      name: "baseline",
      comment: Comment.ENABLED,
      riskThreshold: 5,
      analyzers: {
        ...each(advisory, ["iac", "sql-injection", "ssrf", "xss"]),
        secrets: blocking,
      },
      notifications: {
        enabled: true,
        deduplicate: true,
        integrationNames: ["appsec-chat"],
      },
    });
    const identityApi = Configuration.extend(
      this,
      "identity-api",
      identityBaseline,
      { name: "identity-api", notifications: notifyIdentityChat },
    );
    const identityJobs = Configuration.extend(
      this,
      "identity-jobs",
      identityBaseline,
      {
        name: "identity-jobs",
        riskThreshold: 4,
        notifications: {
          enabled: true,
          deduplicate: true,
          integrationNames: ["identity-chat"],
        },
      },
    );
    const identitySandbox = Configuration.extend(
      this,
      "identity-sandbox",
      sandboxBaseline,
      { name: "identity-sandbox" },
    );
    const identityWeb = Configuration.extend(
      this,
      "identity-web",
      identityBaseline,
      {
        name: "identity-web",
        analyzers: { csrf: blocking },
        notifications: notifyIdentityChat,
      },
    );
    const lockedDown = new Configuration(this, "locked-down", {
      name: "locked-down",
      comment: Comment.ENABLED,
      riskThreshold: 1,
      analyzers: each(blocking, [
        "auth-bypass",
        "iac",
        "idor",
        "race-condition",
        "secrets",
        "sql-injection",
        "ssrf",
        "weak-crypto",
        "xss",
      ]),
      codePolicies: [
        blockingNoPlaintextSecrets,
        blockingPiiIsEncryptedAtRest,
        {
          id: policies.keysNeverLeaveTheVault,
          enabled: true,
          silent: false,
          blocking: true,
        },
      ],
      notifications: {
        enabled: true,
        deduplicate: true,
        integrationNames: ["appsec-chat", "ciso-office"],
      },
    });
    const paymentsApi = Configuration.extend(
      this,
      "payments-api",
      paymentsBaseline,
      {
        name: "payments-api",
        analyzers: { iac: advisory },
        notifications: notifyPaymentsChat,
      },
    );
    const paymentsJobs = Configuration.extend(
      this,
      "payments-jobs",
      paymentsBaseline,
      {
        name: "payments-jobs",
        analyzers: {
          iac: advisory,
          xss: {
            excludes: ["templates/mail/**"],
            blocking: undefined, // removes what the base says
          },
        },
        notifications: {
          enabled: true,
          deduplicate: true,
          integrationNames: ["maria-oncall", "payments-chat"],
        },
      },
    );
    const paymentsSandbox = Configuration.extend(
      this,
      "payments-sandbox",
      sandboxBaseline,
      {
        name: "payments-sandbox",
        codePolicies: [
          {
            id: policies.noPlaintextSecrets,
            enabled: true,
            silent: true,
            blocking: false,
          },
        ],
      },
    );
    const paymentsWeb = Configuration.extend(
      this,
      "payments-web",
      paymentsBaseline,
      {
        name: "payments-web",
        analyzers: { csrf: blocking, xss: { riskLevel: RiskLevel.MEDIUM } },
        notifications: notifyPaymentsChat,
      },
    );
    const searchApi = Configuration.extend(this, "search-api", searchBaseline, {
      name: "search-api",
      notifications: notifySearchChat,
    });
    const searchJobs = Configuration.extend(
      this,
      "search-jobs",
      searchBaseline,
      {
        name: "search-jobs",
        analyzers: { ssrf: { excludes: ["crawler/**"] } },
        notifications: notifySearchChat,
      },
    );
    const searchSandbox = Configuration.extend(
      this,
      "search-sandbox",
      sandboxBaseline,
      { name: "search-sandbox" },
    );
    const searchWeb = Configuration.extend(this, "search-web", searchBaseline, {
      name: "search-web",
      analyzers: { xss: blocking },
      notifications: notifySearchChat,
    });

    // The first rule that matches decides. The last one is for all the others,
    // and so for repositories that are created later.
    const routing = new RepositoryAssignments(this, "routing");
    // These have no configuration, and stay as they are whatever later rules say.
    routing.addRule({
      leave: true,
      repositoryNames: [
        "attic",
        "dotfiles",
        "hackathon-2019",
        "intern-playground",
        "old-wiki",
        "tmp-migration",
      ],
      repositoryPattern: "%-legacy",
    });
    routing.addRule({
      configuration: lockedDown,
      repositoryNames: [
        "identity-api-signing-keys",
        "payments-api-keys",
        "root-ca",
      ],
    });
    routing.addRule({
      configuration: identityApi,
      repositoryPattern: "identity-api-%",
    });
    routing.addRule({
      configuration: identityJobs,
      repositoryPattern: "identity-jobs-%",
    });
    routing.addRule({
      configuration: identitySandbox,
      repositoryPattern: "identity-sandbox-%",
    });
    routing.addRule({
      configuration: identityWeb,
      repositoryPattern: "identity-web-%",
    });
    routing.addRule({
      configuration: paymentsApi,
      repositoryPattern: "payments-api-%",
    });
    routing.addRule({
      configuration: paymentsJobs,
      repositoryPattern: "payments-jobs-%",
    });
    routing.addRule({
      configuration: paymentsSandbox,
      repositoryPattern: "payments-sandbox-%",
    });
    routing.addRule({
      configuration: paymentsWeb,
      repositoryPattern: "payments-web-%",
    });
    routing.addRule({
      configuration: searchApi,
      repositoryPattern: "search-api-%",
    });
    routing.addRule({
      configuration: searchJobs,
      repositoryPattern: "search-jobs-%",
    });
    routing.addRule({
      configuration: searchSandbox,
      repositoryPattern: "search-sandbox-%",
    });
    routing.addRule({
      configuration: searchWeb,
      repositoryPattern: "search-web-%",
    });
    routing.addRule({ configuration: baseline, repositoryPattern: "%" });
  }
}
