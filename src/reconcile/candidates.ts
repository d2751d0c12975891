import type { DesiredRule } from "../model/desired";
import type { Repository } from "../model/entities";
import { prefixOf } from "../model/like";

/** The rules that a repository may fall under, by their place; the first of them first. It holds until the next call. */
export type Candidates = (repository: Repository) => readonly number[];

/** The rules whose patterns begin with the text that leads here, and where it goes on. */
interface Node {
  readonly rules: number[];
  readonly next: Map<number, Node>;
}

/**
 * Finds the few rules that are worth asking about a repository, by its id, its name, or what its name
 * begins with, so that many rules over many repositories take no more time than both of them.
 */
export function candidatesIn(rules: readonly DesiredRule[]): Candidates {
  const ids = new Map<string, number[]>();
  const names = new Map<string, number[]>();
  const root: Node = { rules: [], next: new Map() };
  for (const [rule, { repositoryIds = [], repositoryNames = [], repositoryPattern: pattern }] of rules.entries()) {
    for (const each of repositoryIds) add(ids, each, rule);
    for (const each of repositoryNames) add(names, each, rule);
    if (pattern !== undefined) nodeOf(root, prefixOf(pattern)).rules.push(rule);
  }
  const found: number[] = [];
  const take = (some: readonly number[] | undefined): void => {
    if (some !== undefined) for (const rule of some) found.push(rule);
  };
  return ({ id, name }) => {
    found.length = 0;
    take(ids.get(id));
    if (name === undefined) return found;
    take(names.get(name));
    let node: Node | undefined = root;
    for (let at = 0; node !== undefined; at += 1) {
      take(node.rules);
      node = at < name.length ? node.next.get(name.charCodeAt(at)) : undefined;
    }
    return found.length > 1 ? found.sort((left, right) => left - right) : found;
  };
}

/** By half characters, so that a text leads to the same place wherever it is cut. */
function nodeOf(root: Node, text: string): Node {
  let node = root;
  for (let at = 0; at < text.length; at += 1) {
    const half = text.charCodeAt(at);
    const next: Node = node.next.get(half) ?? { rules: [], next: new Map() };
    node.next.set(half, next);
    node = next;
  }
  return node;
}

function add(rules: Map<string, number[]>, key: string, rule: number): void {
  const known = rules.get(key);
  if (known === undefined) rules.set(key, [rule]);
  else known.push(rule);
}
