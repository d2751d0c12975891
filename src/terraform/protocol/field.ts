import { type BinaryReader, type BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

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

/** A message inside a message; undefined when absent. */
export const sub = <R, S>(number: number, of: Named<R, S>): Field<R | undefined, S> => ({
  number,
  type: WireType.LengthDelimited,
  absent: () => undefined,
  write: (writer, value) => {
    if (value !== undefined) writeSized(writer.tag(number, WireType.LengthDelimited), resolved(of), value);
  },
  read: (reader) => readSized(reader, resolved(of)),
});

/** Any number of messages, in order. */
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
