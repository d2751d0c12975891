/** What is answered. A `list` stands under `data`, beside what `envelope` holds. */
export type Answer =
  | { readonly status: 200 | 201 | 202; readonly body: object }
  | { readonly status: 200; readonly list: readonly object[]; readonly envelope?: object }
  | { readonly status: 204 };

export const found = (body: object): Answer => ({ status: 200, body });

export const listed = (list: readonly object[], envelope: object = {}): Answer => ({ status: 200, list, envelope });
