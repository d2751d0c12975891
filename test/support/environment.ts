import { TestEnvironment } from "jest-environment-node";
import { violationsOf } from "./exchanges";
import { documentProblems } from "./plan-documents";

declare global {
  /** What is wrong with an exchange with the service, by the OpenAPI document. */
  var exchangeViolations: typeof violationsOf;
  /** What is wrong with a document that `--json` printed. */
  var planDocumentProblems: typeof documentProblems;
}

/** Adds the checkers that compile large schemas: Jest loads this file once per worker, and tests once per file. */
export default class CheckingEnvironment extends TestEnvironment {
  constructor(...given: ConstructorParameters<typeof TestEnvironment>) {
    super(...given);
    this.global.exchangeViolations = violationsOf;
    this.global.planDocumentProblems = documentProblems;
  }
}
