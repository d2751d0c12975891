import { TestEnvironment } from "jest-environment-node";
import { violationsOf } from "./exchanges";
import { documentProblems } from "./plan-documents";

/** Checkers that compile large schemas. */
const shared = { exchangeViolations: violationsOf, planDocumentProblems: documentProblems };

declare global {
  /** What is wrong with an exchange with the service, by the OpenAPI document. */
  var exchangeViolations: typeof violationsOf;
  /** What is wrong with a document that `--json` printed. */
  var planDocumentProblems: typeof documentProblems;
}

/**
 * Jest loads every module again for each file of tests. An environment's own modules are loaded once for each worker, and
 * so its checkers compile their schemas once instead of for every file.
 */
export default class extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, shared);
  }
}
