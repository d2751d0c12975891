import { type BinaryReader, type BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { Field } from "./field";

/** How one value is written and read, without its tag. */
interface Scalar<T> {
  readonly type: WireType;
  /** Stands for an absent field. */
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
/** Empty where there is nothing. */
export const bytes = plain(bytesScalar);
export const bool = plain(boolScalar);
/** A whole number of 64 bits; past 2^53 it is not exact. */
export const int64 = plain(int64Scalar);

export const presentText = present(textScalar);
export const presentInt64 = present(int64Scalar);

/** @param names of the values 0, 1, 2 and so on; a value that is newer than we are is read as the first */
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
