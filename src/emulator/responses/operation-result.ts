/** The result of an operation. A `list` is sent as `data`, beside the fields of `envelope`. */
export type OperationResult =
  | { readonly status: 200 | 201 | 202; readonly body: object }
  | { readonly status: 200; readonly list: readonly object[]; readonly envelope?: object }
  | { readonly status: 204 };

export const okResult = (body: object): OperationResult => ({ status: 200, body });

export const listResult = (list: readonly object[], envelope: object = {}): OperationResult => ({
  status: 200,
  list,
  envelope,
});
