/** The registered resource, data source or function. @throws Error for an unknown name, which Terraform never sends */
export function registered<T>(all: Readonly<Record<string, T>>, name: string): T {
  const found = Object.hasOwn(all, name) ? all[name] : undefined;
  if (found === undefined) throw new Error(`The provider has nothing that is called ${JSON.stringify(name)}.`);
  return found;
}
