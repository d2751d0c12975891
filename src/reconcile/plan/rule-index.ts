import type { DesiredRule } from "../../model/desired";
import type { Repository } from "../../model/entities";
import { prefixOf } from "../../model/sql-like";

/** The candidate rules of a repository, by index, in ascending order. */
export type RuleIndex = (repository: Repository) => readonly number[];

/** A node of the tree of pattern prefixes. */
interface Node {
  /** The text between the parent and this node, at least one code unit. */
  text: string;
  /** The rules whose patterns have this prefix, and then those with a shorter one. */
  rules: readonly number[];
  /** The children, by their next code unit, so that texts may be split anywhere. */
  next: Map<number, Node>;
}

/**
 * Finds the few candidate rules of a repository by its id, its name, or a prefix of its name, so that the time is
 * linear in the number of rules plus the number of repositories.
 */
export function indexRules(rules: readonly DesiredRule[]): RuleIndex {
  const ids = new Map<string, readonly number[]>();
  const names = new Map<string, readonly number[]>();
  const root: Node = { text: "", rules: [], next: new Map() };
  for (const [rule, { repositoryIds = [], repositoryNames = [], repositoryPattern: pattern }] of rules.entries()) {
    for (const each of repositoryIds) ids.set(each, [...(ids.get(each) ?? []), rule]);
    for (const each of repositoryNames) names.set(each, [...(names.get(each) ?? []), rule]);
    if (pattern === undefined) continue;
    const node = nodeOf(root, prefixOf(pattern));
    node.rules = [...node.rules, rule];
  }
  inherit(root);
  return ({ id, name }) => {
    const byId = ids.size === 0 ? undefined : ids.get(id);
    if (name === undefined) return byId ?? [];
    const byName = names.size === 0 ? undefined : names.get(name);
    const byPrefix = deepest(root, name).rules;
    return byId === undefined && byName === undefined
      ? byPrefix
      : [...(byId ?? []), ...(byName ?? []), ...byPrefix].sort(ascending);
  };
}

const ascending = (left: number, right: number): number => left - right;

function nodeOf(root: Node, text: string): Node {
  let node = root;
  for (let at = 0; at < text.length; at += 1) {
    const half = text.charCodeAt(at);
    const next: Node = node.next.get(half) ?? { text: text.charAt(at), rules: [], next: new Map() };
    node.next.set(half, next);
    node = next;
  }
  return node;
}

/** Adds the rules of each ancestor to a node, from the root down. */
function inherit(root: Node): void {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop())
    for (const next of node.next.values()) {
      goStraight(next);
      next.rules = next.rules.length === 0 ? node.rules : [...node.rules, ...next.rules].sort(ascending);
      open.push(next);
    }
}

/** Joins nodes up to where a pattern ends or several diverge, to shorten the paths. */
function goStraight(node: Node): void {
  const passed: string[] = [];
  while (node.rules.length === 0 && node.next.size === 1)
    for (const { text, rules, next } of node.next.values()) {
      passed.push(text);
      node.rules = rules;
      node.next = next;
    }
  node.text += passed.join("");
}

function deepest(root: Node, name: string): Node {
  let node = root;
  for (let at = 0; at < name.length;) {
    const next = node.next.get(name.charCodeAt(at));
    if (next === undefined || !name.startsWith(next.text, at)) break;
    at += next.text.length;
    node = next;
  }
  return node;
}
