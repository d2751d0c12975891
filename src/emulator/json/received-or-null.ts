import type { Fields, Received } from "../../model/field";

type OrNull<T> = { readonly [K in keyof T]: undefined extends T[K] ? T[K] | null : T[K] };

/** An item of a seed: as the service answers it, where what is not required may also be null. */
export type ReceivedOrNull<F extends Fields> = OrNull<Received<F>>;
