// The minimal work of a plan: reads the declaration, sends the same GETs as `scanform plan`, parses, and compares. No
// validation, paging, order, classification, requests or text. Prints the number of configurations that differ and of
// repositories that would move.
import { readFileSync } from "node:fs";

const [folder] = process.argv.slice(2);
const { SCANFORM_BASE_URL: url, SCANFORM_ACCOUNT_ID: account, SCANFORM_API_KEY: key } = process.env;

const get = async (list) => {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/v1/accounts/${account}/${list}`, { headers });
  if (!response.ok) throw new Error(`${list}: ${response.status}`);
  return (await response.json()).data;
};

const json = (file) => JSON.parse(readFileSync(`${folder}/${file}`, "utf8"));
const stacks = Object.values(json("manifest.json").stacks).map((stack) => json(stack.synthesizedStackPath));
const declared = stacks.flatMap((stack) => Object.entries(stack.resource.scanform_configuration));
const rules = stacks.flatMap((stack) =>
  Object.values(stack.resource.scanform_repository_assignments).flatMap((each) => each.rules),
);

const [configurations, repositories] = await Promise.all(
  ["configurations", "repositories", "analyzers", "custom_policies"].map(get),
);

/** Whether the declaration holds; lists are sets, or keyed by id. */
function holds(want, have) {
  if (Array.isArray(want)) {
    if (!Array.isArray(have) || want.length !== have.length) return false;
    return want.every((item) =>
      typeof item === "object"
        ? holds(
            item,
            have.find((each) => each.id === item.id),
          )
        : have.includes(item),
    );
  }
  if (typeof want !== "object" || want === null) return want === have;
  return Object.entries(want).every(([name, each]) => holds(each, have?.[name]));
}

const byName = new Map(configurations.map((each) => [each.name, each]));
const idOf = new Map();
let differing = 0;
for (const [reference, { name, notifications, code_policies: policies, ...settings }] of declared) {
  const live = byName.get(name);
  idOf.set(`\${scanform_configuration.${reference}.id}`, live?.id ?? reference);
  const { integration_names: integrationNames, ...rest } = notifications ?? {};
  const want = {
    ...settings,
    ...(policies && { code_policies: Object.entries(policies).map(([id, policy]) => ({ id, ...policy })) }),
    ...(notifications && { notifications: { ...rest, ...(integrationNames && { integrationNames }) } }),
  };
  if (live === undefined || !holds(want, live.configuration)) differing += 1;
}

const like = (pattern) =>
  new RegExp(
    `^${pattern
      .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
      .replaceAll("%", ".*")
      .replaceAll("_", ".")}$`,
    "s",
  );
const compiled = rules.map((rule) => ({ matches: like(rule.repository_pattern), to: idOf.get(rule.configuration_id) }));
let moving = 0;
for (const { name, configuration_id: from } of repositories) {
  const rule = compiled.find(({ matches }) => matches.test(name));
  if (rule?.to !== undefined && rule.to !== from) moving += 1;
}
console.log(`${differing} differ, ${moving} move`);
