import { accountId } from "../../../src/model/ids";
import { prefetch } from "../../../src/reconcile/refresh/prefetch";
import type { Reader } from "../../../src/reconcile/ports";

const unused = () => Promise.reject(new Error("not asked for"));
const failing: Reader = {
  accounts: unused,
  analyzers: unused,
  customPolicies: unused,
  configuration: unused,
  rest: unused,
  configurations: () => Promise.reject(new Error("no configurations")),
  repositories: () => Promise.reject(new Error("no repositories")),
};

test("a list that fails before anybody waits for it ends nothing, and is told to who waits", async () => {
  const begun = prefetch(failing, accountId("a"));
  await new Promise((resolve) => setTimeout(resolve, 10));
  await expect(begun.configurations).rejects.toThrow("no configurations");
  await expect(begun.repositories).rejects.toThrow("no repositories");
});
