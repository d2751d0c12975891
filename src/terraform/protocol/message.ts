import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

/** How one field of a protobuf message is written and read. `Received` is what comes, `Sent` is what may be given. */
export interface Field<Received, Sent> {
  readonly number: number;
  readonly type: WireType;
  /** What a message holds in which the field does not occur. */
  absent(): Received;
  /** Writes nothing for a value that counts as absent. */
  write(writer: BinaryWriter, value: Sent | undefined): void;
  /** @param before what was read of the same field before: a repeated field occurs once for each item */
  read(reader: BinaryReader, before: Received): Received;
}

/** How a message is written and read, without its length. */
export interface Message<Received, Sent> {
  write(writer: BinaryWriter, value: Sent): void;
  /** @param end where it ends in what is read */
  read(reader: BinaryReader, end: number): Received;
}

/** A message that holds itself somewhere inside is given as a function. */
type Named<Received, Sent> = Message<Received, Sent> | (() => Message<Received, Sent>);

const resolved = <R, S>(named: Named<R, S>): Message<R, S> => (typeof named === "function" ? named() : named);

function writeSized<R, S>(writer: BinaryWriter, message: Message<R, S>, value: S): void {
  writer.fork();
  message.write(writer, value);
  writer.join();
}

function readSized<R, S>(reader: BinaryReader, message: Message<R, S>): R {
  const size = reader.uint32();
  return message.read(reader, reader.pos + size);
}

export const sub = <R, S>(number: number, of: Named<R, S>): Field<R | undefined, S> => ({
  number,
  type: WireType.LengthDelimited,
  absent: () => undefined,
  write: (writer, value) => {
    if (value !== undefined) writeSized(writer.tag(number, WireType.LengthDelimited), resolved(of), value);
  },
  read: (reader) => readSized(reader, resolved(of)),
});

export const repeated = <R, S>(number: number, of: Named<R, S>): Field<readonly R[], readonly S[]> => ({
  number,
  type: WireType.LengthDelimited,
  absent: () => [],
  write: (writer, values) => {
    for (const value of values ?? []) writeSized(writer.tag(number, WireType.LengthDelimited), resolved(of), value);
  },
  // the list of `absent` is this message's own
  read: (reader, before) => {
    (before as R[]).push(readSized(reader, resolved(of)));
    return before;
  },
});

interface Scalar<T> {
  readonly type: WireType;
  /** The placeholder of an absent field. */
  readonly zero: T;
  readonly isZero: (value: T) => boolean;
  readonly write: (writer: BinaryWriter, value: T) => void;
  readonly read: (reader: BinaryReader) => T;
}

const textScalar: Scalar<string> = {
  type: WireType.LengthDelimited,
  zero: "",
  isZero: (value) => value === "",
  write: (writer, value) => writer.string(value),
  read: (reader) => reader.string(),
};

const bytesScalar: Scalar<Uint8Array> = {
  type: WireType.LengthDelimited,
  zero: new Uint8Array(),
  isZero: (value) => value.length === 0,
  write: (writer, value) => writer.bytes(value),
  read: (reader) => reader.bytes(),
};

const boolScalar: Scalar<boolean> = {
  type: WireType.Varint,
  zero: false,
  isZero: (value) => !value,
  write: (writer, value) => writer.bool(value),
  read: (reader) => reader.bool(),
};

const int64Scalar: Scalar<number> = {
  type: WireType.Varint,
  zero: 0,
  isZero: (value) => value === 0,
  write: (writer, value) => writer.int64(value),
  read: (reader) => Number(reader.int64()),
};

/** Its zero is not written, and is read where there is nothing. */
const plain =
  <T>({ type, zero, isZero, write, read }: Scalar<T>) =>
  (number: number): Field<T, T> => ({
    number,
    type,
    absent: () => zero,
    write: (writer, value) => {
      if (value !== undefined && !isZero(value)) write(writer.tag(number, type), value);
    },
    read,
  });

/** Its zero is a value like others; undefined where there is nothing. */
const present =
  <T>({ type, write, read }: Scalar<T>) =>
  (number: number): Field<T | undefined, T> => ({
    number,
    type,
    absent: () => undefined,
    write: (writer, value) => {
      if (value !== undefined) write(writer.tag(number, type), value);
    },
    read,
  });

export const text = plain(textScalar);
export const bytes = plain(bytesScalar);
export const bool = plain(boolScalar);
/** A whole number of 64 bits; past 2^53 it is not exact. */
export const int64 = plain(int64Scalar);

export const presentText = present(textScalar);
export const presentInt64 = present(int64Scalar);

/** @param names of the values 0, 1, 2 and so on; an unknown value is read as the first */
export const choice = <const Names extends readonly [string, ...string[]]>(
  number: number,
  names: Names,
): Field<Names[number], Names[number]> =>
  plain<Names[number]>({
    type: WireType.Varint,
    zero: names[0],
    isZero: (value) => value === names[0],
    write: (writer, value) => writer.int32(names.indexOf(value)),
    read: (reader) => names[reader.int32()] ?? names[0],
  })(number);

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
      for (const [key, value] of Object.entries(values ?? {}))
        writeSized(writer.tag(number, WireType.LengthDelimited), pair, { key, value });
    },
    read: (reader, before) => {
      const { key, value } = readSized(reader, pair);
      // a pair without a value is an empty message
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
