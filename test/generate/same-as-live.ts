import { importAccount } from "../../src/generate/import/import-account";
import { unitsOf } from "../../src/generate/import/settings/units";
import { alikeName } from "../../src/model/suggest";
import type { Observed } from "../../src/model/observed";
import { textOf } from "./accounts";
import { evaluated } from "./routing";
import { asRead, declaredBy, settingsIn } from "./run-module";

/** What the module declares, and what it has to: by the live configuration. */
function compared(account: Observed, flat: boolean) {
  const imported = importAccount(account, { flat });
  const text = textOf(imported, { policies: account.policies ?? [], flat });
  const { configurations, rules } = declaredBy(text);
  const liveOf = new Map(imported.configurations.map(({ key, id }) => [key, id]));
  const found = new Map(
    configurations.map(({ id, props, importFrom }) => [
      liveOf.get(id),
      { name: asRead(String(props["name"])), units: unitsOf(settingsIn(props)), importFrom },
    ]),
  );
  const targets = evaluated(rules, account.repositories).map((target) =>
    target === undefined ? target : liveOf.get(target),
  );
  return { found, targets };
}

/** The code, run, declares each configuration of the account as it is, and routes each repository to where it is. */
export const sameAsLive = (account: Observed, flat: boolean): void => {
  const { found, targets } = compared(account, flat);
  const expressed = account.configurations.filter(({ name = "" }) => name !== "" && name === name.trim());
  expect(found.size).toBe(expressed.length);
  for (const { id, name, settings } of expressed) {
    const isAlike = (each: (typeof expressed)[number]) => alikeName(each.name ?? "") === alikeName(name ?? "");
    const isTwice = account.configurations.filter(isAlike).length > 1;
    expect(found.get(id)).toEqual({ name, units: unitsOf(settings), importFrom: isTwice ? id : undefined });
  }
  const ids = new Set<string>(expressed.map(({ id }) => id));
  expect(targets).toEqual(
    account.repositories.map(({ configuration_id: id }) => (id !== undefined && ids.has(id) ? id : undefined)),
  );
};
