/** One of several by its name. @throws Error when there is none: terraform asks only for what it was told of */
export function registered<T>(all: Readonly<Record<string, T>>, name: string): T {
  const found = Object.hasOwn(all, name) ? all[name] : undefined;
  if (found === undefined) throw new Error(`The provider has nothing that is called ${JSON.stringify(name)}.`);
  return found;
}
