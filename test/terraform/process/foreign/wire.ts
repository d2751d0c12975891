/** Protobuf, as far as a plugin needs it, written from its documentation: nothing of the provider's own codec. */

/** A field's number and what it holds; a table is a message in it. */
export type Field = readonly [number: number, holds: "text" | "bytes" | "number" | Table, many?: "many"];

/** A message: its fields by name. */
export type Table = Readonly<Record<string, Field>>;

export type Fields = Readonly<Record<string, unknown>>;

const sized = 2;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  do {
    const rest = Math.floor(left / 128);
    bytes.push((left % 128) + (rest > 0 ? 128 : 0));
    left = rest;
  } while (left > 0);
  return Buffer.from(bytes);
}

const withSize = (bytes: Buffer): Buffer => Buffer.concat([varint(bytes.length), bytes]);

export function write(table: Table, given: Fields): Buffer {
  const parts = Object.entries(given).flatMap(([name, value]): readonly Buffer[] => {
    const [number, holds, many] = table[name] ?? [];
    if (number === undefined || holds === undefined) throw new Error(`there is no field ${name}`);
    return (many === "many" ? (value as readonly unknown[]) : [value]).map((each) =>
      holds === "number"
        ? Buffer.concat([varint(number * 8), varint(each as number)])
        : Buffer.concat([varint(number * 8 + sized), withSize(content(holds, each))]),
    );
  });
  return Buffer.concat(parts);
}

function content(holds: "text" | "bytes" | Table, value: unknown): Buffer {
  if (holds === "text") return Buffer.from(value as string);
  return holds === "bytes" ? (value as Buffer) : write(holds, value as Fields);
}

/** What a message holds; a field that does not occur is absent. @throws Error for a field that the table lacks */
export function read(table: Table, bytes: Buffer): Fields {
  const names = new Map(Object.entries(table).map(([name, field]) => [field[0], [name, field] as const]));
  const found: Record<string, unknown> = {};
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte % 128) * shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = next();
    const [name, [, holds, many] = []] = names.get(Math.floor(tag / 8)) ?? [];
    if (name === undefined || holds === undefined) throw new Error(`there is a field ${String(tag / 8)}`);
    let value: unknown = next();
    if (tag % 8 === sized) {
      const inside = bytes.subarray(at, (at += value as number));
      value = holds === "text" ? inside.toString() : typeof holds === "string" ? inside : read(holds, inside);
    }
    if (many === "many") found[name] = [...((found[name] as readonly unknown[] | undefined) ?? []), value];
    else found[name] = value;
  }
  return found;
}
