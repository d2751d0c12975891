/** The rooms of src/ and the direction between them: who may import whom. `cli/` may import every room. */
const rooms = {
  diagnostics: [],
  model: [],
  api: ["model"],
  reconcile: ["model"],
  service: ["model", "api", "reconcile"],
  library: ["model", "reconcile", "service"],
  declaration: ["model"],
  constructs: ["model"],
  terraform: ["model", "api", "reconcile", "service"],
  report: ["model", "reconcile"],
  page: ["model", "reconcile", "report"],
  policy: ["model", "report"],
  "code-host": ["model"],
  generate: ["model", "reconcile", "policy"],
  action: ["model", "code-host"],
  webhooks: ["model"],
  emulator: ["model", "api", "webhooks"],
  testing: ["model", "reconcile", "library", "declaration", "report", "emulator"],
};

/** The acts of the engine, each with those that it may import, besides the ports and `planFor`, their door. */
const acts = {
  plan: [],
  base: ["plan"],
  rollback: ["plan"],
  refresh: ["plan", "base", "rollback"],
  apply: ["plan", "refresh"],
  explain: ["plan"],
  drift: ["plan", "apply"],
};

/** The parts of the provider, from the bottom up, each with those that it may import. */
const parts = {
  "common-diagnostics": [],
  value: [],
  protocol: [],
  schema: [],
  process: ["protocol"],
  values: ["schema", "value"],
  timeouts: ["value"],
  functions: ["schema", "value"],
  identities: ["schema", "value"],
  account: ["common-diagnostics", "value"],
  verdict: ["account", "value"],
  "provider-types": ["account", "functions", "identities", "schema", "value"],
  "data-sources": ["account", "common-diagnostics", "provider-types", "schema", "value"],
  rpc: [
    ...["account", "common-diagnostics", "functions", "identities", "protocol", "provider-types", "schema"],
    ...["value", "values", "verdict"],
  ],
  configuration: ["account", "timeouts", "value", "verdict"],
  review: ["account", "configuration", "value", "verdict"],
  deletion: ["account", "configuration", "provider-types", "timeouts", "value", "verdict"],
  validate: ["common-diagnostics", "value"],
  "provider-options": ["account", "common-diagnostics", "validate", "value"],
  assignments: [
    ...["account", "common-diagnostics", "identities", "provider-types", "review", "schema", "timeouts"],
    ...["validate", "value", "verdict"],
  ],
  resources: [
    ...["account", "common-diagnostics", "configuration", "data-sources", "deletion", "identities", "provider-types"],
    ...["review", "schema", "timeouts", "validate", "value", "verdict"],
  ],
};

/** Packages that only one room may import. */
const owners = {
  cdktf: "constructs",
  cdktn: "constructs",
  constructs: "constructs",
  hono: "emulator",
  "@hono/node-server": "emulator",
  picomatch: "emulator",
  commander: "cli",
  "@bufbuild/protobuf": "terraform",
  "@msgpack/msgpack": "terraform",
};

module.exports = {
  forbidden: [
    { name: "no-circle", severity: "error", from: {}, to: { circular: true } },
    ...Object.entries(rooms).map(([room, allowed]) => ({
      name: `${room}-looks-down`,
      comment: `${room}/ may import ${["diagnostics", ...allowed].join(", ")}`,
      severity: "error",
      from: { path: `^src/${room}/` },
      to: { path: "^src/", pathNot: `^src/(${[room, "diagnostics", ...allowed].join("|")})/` },
    })),
    ...Object.entries(acts).map(([act, allowed]) => ({
      name: `reconcile-${act}-looks-down`,
      comment: `reconcile/${act}/ may import ${[...allowed, "plan-for", "ports"].join(", ")}`,
      severity: "error",
      from: { path: `^src/reconcile/${act}/` },
      to: {
        path: "^src/reconcile/",
        pathNot: `^src/reconcile/((${[act, ...allowed].join("|")})/|(plan-for|ports)\\.ts$)`,
      },
    })),
    ...Object.entries(parts).map(([part, allowed]) => ({
      name: `terraform-${part}-looks-down`,
      comment: `terraform/${part} may import ${allowed.join(", ") || "no other part of the provider"}`,
      severity: "error",
      from: { path: `^src/terraform/${part}(/|\\.ts$)` },
      to: { path: "^src/terraform/", pathNot: `^src/terraform/(${[part, ...allowed].join("|")})(/|\\.ts$)` },
    })),
    ...Object.entries(owners).map(([name, room]) => ({
      name: `${name}-belongs-to-${room}`,
      severity: "error",
      from: { path: "^src/", pathNot: `^src/${room}/` },
      to: { path: `node_modules/${name}/` },
    })),
    {
      name: "service-takes-ports-only",
      comment: "service/ implements the engine's ports and knows nothing else of it",
      severity: "error",
      from: { path: "^src/service/" },
      to: { path: "^src/reconcile/", pathNot: "^src/reconcile/ports\\.ts$" },
    },
    {
      name: "declared-packages-only",
      severity: "error",
      comment: "what constructs/ imports is the user's own, and what terraform/ imports is bundled into the provider",
      from: { path: "^src/" },
      to: {
        dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"],
        pathNot: "node_modules/(cdktf|constructs|@bufbuild/protobuf|@msgpack/msgpack)/",
      },
    },
    { name: "nothing-unresolved", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["require", "node", "default", "types"] },
    tsConfig: { fileName: "tsconfig.json" },
    exclude: { path: "^src/constructs/l1/" },
  },
};
