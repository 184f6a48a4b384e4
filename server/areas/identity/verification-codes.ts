/** Codes that prove access to the mail or text messages of an account (RULES). */
import { LIMITS } from '../../../contract/limits.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import { DAY_MS, HOUR_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database, Transaction } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import type { AccountName } from './account-name.ts';
import { deleteAttempt, insertAttempt } from '../../kit/limits/attempts.repo.ts';
import type { AttemptKey } from '../../kit/limits/attempts.repo.ts';
import { digest, isSameDigest, randomCode, randomToken } from '../../kit/seal/secrets.ts';
import {
  consumeCode,
  countWrongTry,
  findCode,
  lockCode,
  replaceCode,
} from './verification-codes.repo.ts';
import type { StoredCode, StoredScene } from './verification-codes.repo.ts';
import { secondsUntil, waitSeconds } from '../../kit/limits/window-limit.ts';

const SENDS_OF_ADDRESS = {
  max: LIMITS.verification_codes_per_address_per_hour,
  windowMs: HOUR_MS,
} as const;
const SENDS_OF_ACCOUNT = {
  max: LIMITS.verification_codes_per_account_per_day,
  windowMs: DAY_MS,
} as const;
const FAILURES_OF_ACCOUNT = {
  max: LIMITS.verification_code_failures_per_day_max,
  windowMs: DAY_MS,
} as const;

/** The reason why a typed code was refused. */
export type CodeError = 'code_incorrect' | 'code_expired' | 'code_tries_exhausted';

type CodeIssueError = 'rate_limited' | 'code_sent_recently';

/** The owner of a code: an account name, or a signed-in user, see `own-codes.ts`. */
export type CodeOwner = Pick<AccountName, 'value'>;

interface CodeOrder {
  readonly account: CodeOwner;
  readonly scene: StoredScene;
  /** Network of the caller, see `networkOf`. */
  readonly network: string;
  readonly now: EpochMs;
  /**
   * True for a code that is not sent: no typed code matches it. Attempts, waits and errors are those of a
   * real one, so that they do not reveal whether the account exists.
   */
  readonly isDecoy: boolean;
}

/**
 * Replaces the last code of account and scene, and returns the new one for sending. The send is counted
 * before the check of the address's limit, so that sends of other processes cannot exceed it either.
 */
export async function issueCode(
  database: Database,
  order: CodeOrder,
): Promise<Result<string, CodeIssueError>> {
  const ofAddress = { kind: 'code_sent_address', subject: order.network } as const;
  const sendId = await insertAttempt(database, ofAddress, order.now);
  const issued = await issueCounted(database, order, ofAddress, sendId);
  if (!issued.ok) await deleteAttempt(database, sendId);
  return issued;
}

async function issueCounted(
  database: Database,
  order: CodeOrder,
  ofAddress: AttemptKey,
  sendId: number,
): Promise<Result<string, CodeIssueError>> {
  const { account, scene, now, isDecoy } = order;
  const addressWaitS = await waitSeconds(database, ofAddress, SENDS_OF_ADDRESS, now, sendId);
  if (addressWaitS > 0) return refuse('rate_limited', addressWaitS);
  const ofAccount = { kind: 'code_sent_account', subject: account.value } as const;
  const accountWaitS = await waitSeconds(database, ofAccount, SENDS_OF_ACCOUNT, now);
  if (accountWaitS > 0) return refuse('code_sent_recently', accountWaitS);
  const code = randomCode();
  const salt = randomToken();
  const isReplaced = await replaceCode(database, {
    account: account.value,
    scene,
    salt,
    codeHash: digest(salt + (isDecoy ? randomToken() : code)),
    sentAtMs: now,
    expiresAtMs: now + LIMITS.verification_code_valid_ms,
  });
  if (!isReplaced) return refuse('code_sent_recently', await resendWaitS(database, order));
  await insertAttempt(database, ofAccount, now);
  return ok(code);
}

async function resendWaitS(database: Database, { account, scene, now }: CodeOrder) {
  const last = await findCode(database, account.value, scene);
  const resendAt = (last?.sentAtMs ?? now) + LIMITS.verification_code_resend_ms;
  return secondsUntil(resendAt, now);
}

/** Checks a typed code and counts a wrong attempt. A right one stays usable until `spendCode`. */
export function checkCode(
  database: Database,
  account: CodeOwner,
  scene: StoredScene,
  typed: string,
  now: EpochMs,
): Promise<Result<StoredCode, CodeError>> {
  return transaction(database, async (tx) => {
    const stored = await lockCode(tx, account.value, scene);
    if (stored === undefined || stored.consumedAtMs !== null) return refuse('code_incorrect');
    if (stored.expiresAtMs <= now) return refuse('code_expired');
    const failures = { kind: 'code_failure', subject: account.value } as const;
    const isExhausted =
      stored.wrongTries >= LIMITS.verification_code_tries_max ||
      (await waitSeconds(tx, failures, FAILURES_OF_ACCOUNT, now)) > 0;
    if (isExhausted) return refuse('code_tries_exhausted');
    if (isSameDigest(stored.codeHash, digest(stored.salt + typed))) return ok(stored);
    await countWrongTry(tx, account.value, scene);
    await insertAttempt(tx, failures, now);
    return refuse('code_incorrect');
  });
}

/**
 * Uses up a checked code, once, in the transaction of the action that it allows. @returns false when it
 * is no longer valid.
 */
export const spendCode = (tx: Transaction, code: StoredCode, now: EpochMs): Promise<boolean> =>
  consumeCode(tx, code, now);
