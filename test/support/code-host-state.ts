export const repository = "acme/settings";

export interface Run {
  readonly id: number;
  /** Among the runs of its workflow; by default the next one. */
  readonly number?: number;
  /** The last one; 1 by default. */
  readonly attempt?: number;
  /** The file name. */
  readonly workflow: string;
  readonly event: string;
  readonly branch: string;
  readonly sha: string;
  /** ISO 8601, UTC. */
  readonly created: string;
  /** When it last changed; when it began, as a rule. */
  updated?: string;
  readonly repository?: string;
  readonly title?: string;
  /** Of all attempts. */
  jobs?: readonly RunJob[];
  status: string;
  conclusion: string | null;
}

export interface RunJob {
  readonly name: string;
  readonly attempt: number;
  readonly conclusion: string | null;
  /** A job that was skipped, or waits for approval, has none. */
  readonly steps: readonly string[];
}

export interface Artifact {
  readonly id: number;
  readonly name: string;
  readonly run: number;
  readonly made: string;
  readonly content: Uint8Array;
  readonly expired?: boolean;
  /** What the host says; the length of the content, as a rule. */
  readonly size?: number;
  /** What the host says; that of the content, as a rule. */
  readonly digest?: string;
}

export interface Pull {
  readonly number: number;
  state: "open" | "closed";
  merged?: { readonly at: string; readonly as: string } | undefined;
  /** The commit of a trial merge, which the host makes of each open pull request. */
  readonly trial?: string;
  readonly base: string;
  /** The login of its author. */
  author?: string;
  head: { readonly branch: string; readonly sha: string; readonly repository: string };
  /** 1, as a rule. */
  readonly changedFiles?: number;
  /** Further commits that it contains. */
  readonly contains?: readonly string[];
  reviews?: readonly Review[];
}

export interface Review {
  /** A login, which ends with `[bot]` for an app; `undefined` where the account was deleted. */
  readonly by: string | undefined;
  readonly state: string;
  readonly sha: string;
  /** `undefined` while it is not submitted. */
  readonly at: string | undefined;
}

/** Who writes for the jobs of workflows. */
export const bot = { login: "github-actions[bot]", type: "Bot" };

export interface Comment {
  readonly id: number;
  readonly user: { readonly login: string; readonly type: string };
  body: string;
}

export interface Issue {
  readonly id: number;
  readonly number: number;
  readonly user: { readonly login: string; readonly type: string };
  title: string;
  body: string;
  state: "open" | "closed";
}

/** A commit status. The newest of a commit and a context is the one that counts. */
export interface CommitStatus {
  readonly sha: string;
  readonly state: "error" | "failure" | "pending" | "success";
  readonly context: string;
  readonly description: string;
  readonly target_url: string;
}

/** What a code host knows of one repository, and of the teams of organizations. Tests change it as people and runs would. */
export interface State {
  readonly pulls: Pull[];
  readonly runs: Run[];
  readonly artifacts: Artifact[];
  readonly comments: Comment[];
  /** Oldest first. */
  readonly statuses: CommitStatus[];
  readonly issues: Issue[];
  /** What users may do other than write, by their logins. */
  readonly permissions: Map<string, "admin" | "read" | "none">;
  /** The reviewers of each environment. */
  readonly environments: Map<string, readonly string[]>;
  /** The commits of the default branch, oldest first. */
  readonly main: string[];
  /** Members by team, such as `octo/appsec`. */
  readonly teams: Map<string, ReadonlyMap<string, "active" | "pending">>;
}
