import { TestEnvironment } from "jest-environment-node";
import { violationsOf } from "./exchanges";
import { documentProblems } from "./plan-documents";

/** Checkers that compile large schemas: here they are made once for each worker. */
const checkers = { exchangeViolations: violationsOf, planDocumentProblems: documentProblems };

declare global {
  /** What is wrong with an exchange with the service, by the OpenAPI document. */
  var exchangeViolations: typeof violationsOf;
  /** What is wrong with a document that `--json` printed. */
  var planDocumentProblems: typeof documentProblems;
}

/** What Jest sets for the tests of one file. */
const ofOneFile = ["EVENT_HANDLERS", "TEST_TIMEOUT_SYMBOL", "$$jest-matchers-object"].map((key) => Symbol.for(key));

class WorkerEnvironment extends TestEnvironment {
  readonly #variables: NodeJS.ProcessEnv;

  constructor(...given: ConstructorParameters<typeof TestEnvironment>) {
    super(...given);
    Object.assign(this.global, checkers);
    this.#variables = { ...this.global.process.env };
  }

  /** Puts back what the tests of a file, or Jest for them, may have changed. */
  override teardown(): Promise<void> {
    this.fakeTimersModern?.useRealTimers();
    for (const key of ofOneFile) Reflect.deleteProperty(this.global, key);
    const { env } = this.global.process;
    for (const name of Object.keys(env)) if (!(name in this.#variables)) Reflect.deleteProperty(env, name);
    Object.assign(env, this.#variables);
    return Promise.resolve();
  }
}

let ofWorker: WorkerEnvironment | undefined;

/** The environment of a worker, in which its files of tests run one after the other: see `runtime.cjs`. */
export default function environment(...given: ConstructorParameters<typeof TestEnvironment>): WorkerEnvironment {
  return (ofWorker ??= new WorkerEnvironment(...given));
}
