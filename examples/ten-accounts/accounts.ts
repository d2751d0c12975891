/** What the baseline needs to know of an account. */
export interface Account {
  /** The alias of its provider block: its key is SCANFORM_API_KEY_BILLING. */
  readonly alias: string;
  readonly accountId: string;
  /** Its repositories that stay as they are. */
  readonly exempt?: readonly string[];
}

export const accounts: readonly Account[] = [
  { alias: "billing", accountId: "0c6f1a52-3b7d-4e88-9a10-5d2f7c41e001" },
  { alias: "catalog", accountId: "0c6f1a52-3b7d-4e88-9a10-5d2f7c41e002" },
  { alias: "checkout", accountId: "0c6f1a52-3b7d-4e88-9a10-5d2f7c41e003" },
  { alias: "data", accountId: "0c6f1a52-3b7d-4e88-9a10-5d2f7c41e004", exempt: ["data-archive"] },
  { alias: "identity", accountId: "0c6f1a52-3b7d-4e88-9a10-5d2f7c41e005" },
  { alias: "logistics", accountId: "0c6f1a52-3b7d-4e88-9a10-5d2f7c41e006" },
  { alias: "mobile", accountId: "0c6f1a52-3b7d-4e88-9a10-5d2f7c41e007" },
  { alias: "platform", accountId: "0c6f1a52-3b7d-4e88-9a10-5d2f7c41e008" },
  { alias: "search", accountId: "0c6f1a52-3b7d-4e88-9a10-5d2f7c41e009" },
  { alias: "support", accountId: "0c6f1a52-3b7d-4e88-9a10-5d2f7c41e010" },
];
