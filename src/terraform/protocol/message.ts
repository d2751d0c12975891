import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { type Field, type Message, sub } from "./field";
import { text } from "./scalar";

/** What is read of a message: a scalar that is absent has its zero, an absent message is undefined. */
export type Received<M> = M extends Message<infer R, unknown> ? R : never;

/** What is written as a message: anything may be left out. */
export type Sent<M> = M extends Message<unknown, infer S> ? S : never;

type Shape = Readonly<Record<string, Field<unknown, unknown>>>;
type ReceivedOf<F> = F extends Field<infer R, unknown> ? R : never;
type SentOf<F> = F extends Field<unknown, infer S> ? S : never;

/** A message of these fields, under the protocol's own names. What it does not name is passed over when read. */
export function message<const Fields extends Shape>(
  fields: Fields,
): Message<
  { readonly [Name in keyof Fields]: ReceivedOf<Fields[Name]> },
  { readonly [Name in keyof Fields]?: SentOf<Fields[Name]> }
> {
  type Read = { readonly [Name in keyof Fields]: ReceivedOf<Fields[Name]> };
  const named = Object.entries(fields);
  const byNumber = new Map(named.map(([name, field]) => [field.number, [name, field] as const]));
  return {
    write(writer, value) {
      for (const [name, field] of named) field.write(writer, value[name]);
    },
    read(reader, end) {
      const read: Record<string, unknown> = Object.fromEntries(named.map(([name, field]) => [name, field.absent()]));
      while (reader.pos < end) {
        const [number, type] = reader.tag();
        const [name, field] = byNumber.get(number) ?? [];
        if (name === undefined || field?.type !== type) reader.skip(type, number);
        else read[name] = field.read(reader, read[name]);
      }
      return read as Read;
    },
  };
}

/** Messages by a name: a map of the protocol, which travels as pairs. */
export const entries = <R, S>(
  number: number,
  of: Message<R, S>,
): Field<Readonly<Record<string, R>>, Readonly<Record<string, S>>> => {
  const pair = message({ key: text(1), value: sub(2, of) });
  return {
    number,
    type: WireType.LengthDelimited,
    absent: () => ({}),
    write: (writer, values) => {
      for (const [key, value] of Object.entries(values ?? {})) {
        writer.tag(number, WireType.LengthDelimited).fork();
        pair.write(writer, { key, value });
        writer.join();
      }
    },
    read: (reader, before) => {
      const size = reader.uint32();
      const { key, value } = pair.read(reader, reader.pos + size);
      // a pair without a value stands for an empty message
      return { ...before, [key]: value ?? of.read(reader, reader.pos) };
    },
  };
};

export function encode<R, S>(of: Message<R, S>, value: S): Uint8Array {
  const writer = new BinaryWriter();
  of.write(writer, value);
  return writer.finish();
}

/** @throws when the bytes are cut short or are no message at all */
export function decode<R, S>(of: Message<R, S>, given: Uint8Array): R {
  const reader = new BinaryReader(given);
  return of.read(reader, reader.len);
}
