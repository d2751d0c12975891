import { dashboardBase, sourceHostBase } from "../scan-records/assumptions";
import type { AccountStore } from "../state/account-store";
import type { StoredRepository } from "../state/stored-objects";

const accountUrl = ({ account }: AccountStore): string => `${dashboardBase}/${account.account_id}`;

/** The dashboard's page of a finding. */
export const findingLink = (account: AccountStore, id: string): string => `${accountUrl(account)}/findings/${id}`;

export const scanLink = (account: AccountStore, id: string): string => `${accountUrl(account)}/scans/${id}`;

export const deepscanLink = (account: AccountStore, id: string): string => `${accountUrl(account)}/deepscans/${id}`;

/** The dashboard's page of a pull request. */
export const pullRequestLink = (account: AccountStore, repositoryId: string, number: number): string =>
  `${accountUrl(account)}/repositories/${repositoryId}/pulls/${String(number)}`;

/** The source host's page of a pull request. */
export function sourceLink(account: AccountStore, { id, name }: StoredRepository, number: number): string {
  const place = [account.account.org_name ?? account.account.account_id, name ?? id].map(encodeURIComponent);
  return `${sourceHostBase}/${place.join("/")}/pull/${String(number)}`;
}
