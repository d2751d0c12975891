import type { Reader } from "../../../src/reconcile/ports";
import { untriaged } from "../untriaged";

const unasked = () => Promise.reject(new Error("not asked for"));

/** A service that answers the given requests; any other one fails the test. */
export const answering = (given: Partial<Reader>): Reader => ({
  ...untriaged,
  accounts: unasked,
  repositories: unasked,
  analyzers: unasked,
  customPolicies: unasked,
  configurations: unasked,
  configuration: unasked,
  firstPage: unasked,
  rest: unasked,
  ...given,
});
