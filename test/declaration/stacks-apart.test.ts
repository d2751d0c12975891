import { type Json, readOne, synthesized } from "./folder";

/** A stack of one configuration with these attributes; what it refers to has the same address in each stack. */
const stack = (label: string, attributes: Json, blocks: Json): Json => ({
  ...blocks,
  resource: { scanform_configuration: { [label]: { name: label, ...attributes } } },
});

test("a data source of the same address in another stack is another object", () => {
  const code_policies = [{ id: "${data.scanform_custom_policy.it.id}", enabled: true }];
  const looking = (label: string, title: string): Json =>
    stack(label, { code_policies }, { data: { scanform_custom_policy: { it: { title } } } });
  const { desired } = readOne(synthesized({ first: looking("one", "No secrets"), second: looking("two", "No eval") }));
  const titles = new Map(
    (desired.lookups ?? []).map(({ sought, placeholder }) => [placeholder, "key" in sought ? sought.key : undefined]),
  );
  expect(
    desired.configurations.map(({ name, settings }) => [name, settings.code_policies?.map(({ id }) => titles.get(id))]),
  ).toEqual([
    ["one", ["No secrets"]],
    ["two", ["No eval"]],
  ]);
});

test("a variable of the same name in another stack has that stack's default", () => {
  const attributes = { comment: "${var.level}", risk_threshold: "${var.risk}" };
  const having = (label: string, level: string, risk: number): Json =>
    stack(label, attributes, { variable: { level: { default: level }, risk: { type: "number", default: risk } } });
  const { desired } = readOne(synthesized({ first: having("one", "enabled", 2), second: having("two", "silent", 7) }));
  expect(desired.configurations.map(({ name, settings }) => [name, settings])).toEqual([
    ["one", { comment: "enabled", risk_threshold: 2 }],
    ["two", { comment: "silent", risk_threshold: 7 }],
  ]);
});
