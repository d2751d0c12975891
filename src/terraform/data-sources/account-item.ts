import type { Account } from "../../model/entities";

/** An account under the names of `accountItemFields`. */
export const accountItem = ({ account_id: id, org_name: name, ...rest }: Account): object => ({ id, name, ...rest });
