import { dashboardBase, sourceHostBase } from "../scan-records/assumptions";
import type { AccountStore } from "../state/account-store";
import type { LiveRepository } from "../state/stored-objects";

const of = ({ account }: AccountStore): string => `${dashboardBase}/${account.account_id}`;

/** Where the risk register shows a finding. */
export const findingLink = (account: AccountStore, id: string): string => `${of(account)}/findings/${id}`;

export const scanLink = (account: AccountStore, id: string): string => `${of(account)}/scans/${id}`;

export const deepscanLink = (account: AccountStore, id: string): string => `${of(account)}/deepscans/${id}`;

/** Where the dashboard shows a pull request. */
export const pullRequestLink = (account: AccountStore, repositoryId: string, number: number): string =>
  `${of(account)}/repositories/${repositoryId}/pulls/${String(number)}`;

/** Where the source host shows a pull request. */
export function sourceLink(account: AccountStore, { id, name }: LiveRepository, number: number): string {
  const place = [account.account.org_name ?? account.account.account_id, name ?? id].map(encodeURIComponent);
  return `${sourceHostBase}/${place.join("/")}/pull/${String(number)}`;
}
