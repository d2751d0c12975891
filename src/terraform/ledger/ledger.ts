import { ConfigurationClaims } from "./configuration-claims";
import { Originals } from "./originals";
import { PlannedDeletions } from "./planned-deletions";
import { PlannedSettings } from "./planned-settings";
import { RepositoryClaims } from "./repository-claims";
import { Reviewed } from "./reviewed";
import { TriageClaims } from "./triage-claims";
import { Walk } from "./walk";

/**
 * What one process has planned and applied. Terraform plans each resource by itself and in any order; the ledger
 * finds what only several resources together make wrong. It is empty again when the plan is applied, which is
 * another process.
 */
export class Ledger {
  readonly configurations = new ConfigurationClaims();
  readonly repositories = new RepositoryClaims();
  readonly triages = new TriageClaims();
  readonly originals = new Originals();
  readonly deletions = new PlannedDeletions();
  readonly settings = new PlannedSettings();
  readonly walk = new Walk();
  readonly reviewed = new Reviewed();
}
