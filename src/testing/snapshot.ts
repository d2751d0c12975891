import { readDeclaration } from "../declaration/read-declaration";
import { quoted } from "../diagnostics/foreign-text";
import { fail } from "../diagnostics/error";
import { listed } from "../model/suggest";
import { isUuid, sameId } from "../model/uuid";
import { checkText } from "./arguments";
import { declaredAccount, type DeclaredAccount } from "./declared-account";
import { type AnyConstruct, isApp, isStack } from "./framework";
import { declarationOf } from "./synthesize";

/** What a declaration says at one moment; later changes to the app do not affect it. */
export class Snapshot {
  /** @internal */
  constructor(
    /** What is declared for each account, as the matchers read it. */
    readonly accounts: readonly DeclaredAccount[],
  ) {}
}

/** A stack, an app, the folder of a synthesized app (`cdktf.out`), or what `snapshot` has made of one. */
export type Declared = AnyConstruct | Snapshot | string;

/**
 * What a stack, an app or a synthesized folder declares. A stack is read with the stacks that it depends on. Nothing is
 * written to the project.
 *
 * @example
 * const before = snapshot(stack);
 * strict.addAnalyzer("xss", { enabled: true });
 * expect(stack).toWeakenNothingComparedTo(before);
 * @throws ScanformError when it is none of these, or declares what is not valid
 */
export function snapshot(declared: unknown): Snapshot {
  if (declared instanceof Snapshot) return declared;
  const { accounts } = declarationIn(declared);
  return new Snapshot(accounts.map(declaredAccount));
}

export function declarationIn(declared: unknown): ReturnType<typeof readDeclaration> {
  if (typeof declared === "string") return readDeclaration(declared);
  if (isStack(declared) || isApp(declared)) return declarationOf(declared);
  return fail("argument-invalid", "This is no stack, no app and no folder of a synthesized app. Pass one of them.");
}

/** Which account is meant. Absent: the only one that is declared. */
export interface AccountOption {
  /** The account's id, or an alias of its provider block; needed where several accounts are declared. */
  readonly account?: string;
}

/** The account that is chosen, or the only one. */
export function accountIn({ accounts }: Snapshot, { account }: AccountOption): DeclaredAccount {
  if (account !== undefined) checkText(account, "account", "the id of an account, or an alias of its provider block");
  const found = account === undefined ? accounts : accounts.filter(({ labels }) => isAmong(labels, account));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (accounts.length === 0) fail("argument-invalid", "Nothing of scanform is declared.");
  const known = listed(accounts.map(({ labels: [label = "the one without an alias"] }) => label));
  return fail(
    "argument-invalid",
    account === undefined
      ? `Several accounts are declared: ${known}. Choose one by { account }.`
      : `No account ${quoted(account)} is declared; there are ${known}.`,
  );
}

const isAmong = (labels: readonly string[], account: string): boolean =>
  labels.some((label) => (isUuid(account) ? sameId(label, account) : label === account));
