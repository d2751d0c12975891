import { runInNewContext } from "node:vm";

export type Names = Readonly<Record<string, unknown>>;

/** What a step or a job hands to later ones. */
export interface Handed {
  readonly outputs: Readonly<Record<string, string>>;
}

/** What the expressions of a workflow can name. */
export interface Context {
  readonly github: Names & { readonly event: Names };
  readonly runner: Names;
  readonly secrets: Names;
  readonly needs: Readonly<Record<string, Handed>>;
  readonly steps: Readonly<Record<string, Handed>>;
}

/** Text with its `${{ … }}` replaced. */
export const evaluated = (template: string | number | boolean, context: Context): string =>
  String(template).replaceAll(/\$\{\{(.*?)\}\}/g, (_, expression: string) => text(valueOf(expression, context)));

export const evaluatedAll = (
  templates: Readonly<Record<string, string | number>>,
  context: Context,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(templates).map(([name, template]) => [name, evaluated(template, context)]));

/** Whether an `if` holds. */
export const holds = (condition: string, context: Context): boolean =>
  Boolean(valueOf(condition.replace(/^\$\{\{(.*)\}\}$/s, "$1"), context));

/** The operators and literals that the example uses mean the same in JavaScript; only absent names differ. */
function valueOf(expression: string, context: Context): unknown {
  const rooms = Object.entries(context).map(([name, values]) => [name, emptyIfAbsent(values as Names)]);
  const names = Object.fromEntries(rooms) as Names;
  return runInNewContext(expression, { ...names, always: () => true, cancelled: () => false }) as unknown;
}

/** A name without a value is an empty string. */
function emptyIfAbsent(values: Names): Names {
  return new Proxy(values, {
    get: (target, name) => {
      const value = typeof name === "string" ? target[name] : undefined;
      return typeof value === "object" && value !== null ? emptyIfAbsent(value as Names) : (value ?? "");
    },
  });
}

const text = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
