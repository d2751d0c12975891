/**
 * The code to mutate, and the folders or files of `test/` whose tests should fail: those of the room and its
 * neighbours.
 */
export const rooms = {
  reconcile: { code: ["src/reconcile", "src/library"], tests: ["reconcile", "library", "library.test.ts"] },
  service: { code: ["src/service"], tests: ["service"] },
  declaration: { code: ["src/declaration"], tests: ["declaration", "soak/limits"] },
  provider: {
    code: [
      "src/terraform/account",
      "src/terraform/configuration/live-configuration.ts",
      "src/terraform/deletion/guards.ts",
      "src/terraform/review/no-longer-managed.ts",
    ],
    tests: ["terraform/account", "terraform/configuration", "terraform/resources", "terraform/rpc"],
  },
};
