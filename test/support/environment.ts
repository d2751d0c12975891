import Ajv from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { TestEnvironment } from "jest-environment-node";
import { planSchema } from "../../src/report/printed-shapes";
import { once, violationsOf } from "./exchanges";

const validator = once(() => addFormats(new Ajv({ strict: false })).compile(planSchema()));

/** What is wrong with a document that `--json` printed, by the JSON Schema in the package. */
function documentProblems(document: unknown): readonly unknown[] {
  const validate = validator();
  validate(document);
  return validate.errors ?? [];
}

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
