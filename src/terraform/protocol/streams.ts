import { bool, int64, message, type Received, repeated, type Sent, sub, text } from "./message";
import { diagnostic, dynamicValue, type Handlers, identityData } from "./service";

/** What terraform from 1.14 on asks of a provider that answers with any number of events. */
export const streams = {
  ListResource: {
    request: message({
      type_name: text(1),
      config: sub(2, dynamicValue),
      include_resource_object: bool(3),
      limit: int64(4),
    }),
    event: message({
      identity: sub(1, identityData),
      display_name: text(2),
      resource_object: sub(3, dynamicValue),
      diagnostic: repeated(4, diagnostic),
    }),
  },
  InvokeAction: {
    request: message({ action_type: text(1), config: sub(2, dynamicValue) }),
    // exactly one of the two
    event: message({
      progress: sub(1, message({ message: text(1) })),
      completed: sub(2, message({ diagnostics: repeated(1, diagnostic) })),
    }),
  },
} as const;

export type Stream = keyof typeof streams;
export type StreamRequest<S extends Stream> = Received<(typeof streams)[S]["request"]>;
export type StreamEvent<S extends Stream> = Sent<(typeof streams)[S]["event"]>;

export type StreamHandlers = { readonly [S in Stream]?: (request: StreamRequest<S>) => AsyncIterable<StreamEvent<S>> };

/** Everything that a connection answers. A method without a handler answers UNIMPLEMENTED. */
export type AllHandlers = Handlers & StreamHandlers;
