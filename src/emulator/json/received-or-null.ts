import type { Fields, Received } from "../../model/field";

type OrNull<T> = { readonly [K in keyof T]: undefined extends T[K] ? T[K] | null : T[K] };

/** An object as the service returns it, except that fields that are not required may also be null. */
export type ReceivedOrNull<F extends Fields> = OrNull<Received<F>>;
