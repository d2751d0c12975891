import { isUuid } from "../../model/uuid";
import { codePolicyFields } from "../../model/settings";
import type { Findings, Reader } from "./findings";
import { fieldsReader, readersOf, type Writing } from "./read-fields";
import { listOf, mapOf, objectOf, text } from "./readers";
import { isToken } from "./tokens";
import { isProperties, kindOf, wrongKind } from "./wrong-kind";

/** A UUID, or a token of one. */
export const uuid: Reader = (value, findings) => {
  const given = text(value, findings);
  if (typeof given !== "string" || isUuid(given) || isToken(given)) return given;
  findings.add(`is ${kindOf(given)}, which is not a UUID`);
  return undefined;
};

/** The id of a policy that is looked up. */
const policyId: Reader = (value, findings) => {
  if (typeof value === "object" && value !== null && "codePolicyId" in value) return value.codePolicyId;
  findings.add(wrongKind(value, "a CodePolicy, such as CodePolicy.fromTitle(...)"));
  return undefined;
};

/** A code policy with its id, which must be there. */
export function codePolicyReader(writing: Writing): Reader {
  const reader = objectOf({
    ...writing,
    readers: new Map([["id", uuid], ["policy", policyId], ...readersOf(codePolicyFields, writing)]),
  });
  return (value, findings) => {
    if (isToken(value)) {
      findings.add("is known to Terraform alone: give it an object with an id");
      return undefined;
    }
    const before = findings.count;
    const read = reader(value, findings);
    if (findings.count > before || !isProperties(read)) return read;
    const { id, policy, ...settings } = read;
    if (id !== undefined && policy !== undefined) findings.add("stands beside an id: remove one of them", "policy");
    else if (id === undefined && policy === undefined)
      findings.add(
        "is absent: give it the policy's UUID, or give policy a CodePolicy, such as CodePolicy.fromTitle(...)",
        "id",
      );
    else return { id: id ?? policy, ...settings };
    return undefined;
  };
}

/** Code policies as a list, or by their ids. */
export function codePoliciesReader(writing: Writing): Reader {
  const list = listOf(codePolicyReader(writing), "a list, such as [{ id, enabled: true }]");
  const map = mapOf(fieldsReader(codePolicyFields, writing), writing);
  return (value, findings) => {
    if (!isProperties(value) || isToken(value)) return list(value, findings);
    const read = map(value, findings);
    if (isProperties(read)) checkKeys(Object.keys(read), findings);
    return read;
  };
}

function checkKeys(ids: readonly string[], findings: Findings): void {
  const first = new Map<string, string>();
  for (const id of ids) {
    const before = first.get(id.toLowerCase());
    if (!isUuid(id) && !isToken(id)) findings.add("is not a UUID: the entries' keys are the ids of the policies", id);
    else if (before !== undefined) findings.add(`is the code policy ${kindOf(before)} again: put both into one`, id);
    first.set(id.toLowerCase(), id);
  }
}
