import Ajv from "ajv/dist/2020";
import { planSchema } from "../../src/report/document-shape";

const validate = new Ajv({ strict: false }).compile(planSchema());

/** What is wrong with a document that `--json` printed, by the JSON Schema in the package. */
export function documentProblems(document: unknown): readonly unknown[] {
  validate(document);
  return validate.errors ?? [];
}
