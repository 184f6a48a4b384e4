/**
 * Checks whether the chain would pay a recipient within the allowed gas. It runs before the hold and
 * again before signing, because an address may get code in between. A contract may accept the check and
 * refuse the payment when it is mined; the exchange then loses the gas. Therefore a user has at most
 * one withdrawal to a contract at a time, and none for a week after one was given back. An address
 * without code may get code just before the payment is mined. Only payments of the chain's own coin can
 * run that code. After one of them was mined and paid nothing, the user cannot withdraw that coin to
 * any address for a week.
 */
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import {
  ChainUnavailableError,
  type Custody,
  type RecipientKind,
} from '../custody/custody.area.ts';
import type { Executor } from '../../kit/db/database.ts';
import { findOwnOnChain } from './withdrawals.repo.ts';

export type RecipientError = 'recipient_not_payable' | 'contract_payment_waits';

interface RecipientParts {
  readonly database: Executor;
  readonly custody: Pick<Custody, 'chains'>;
}

interface RecipientQuestion {
  readonly userId: number;
  readonly currencyId: number;
  readonly chain: string;
  readonly address: string;
  /** The amount that would arrive, in units of the ledger. */
  readonly amount: bigint;
  readonly now: EpochMs;
  /** The withdrawal that is about to be signed; undefined for a new request. */
  readonly signing?: number;
}

/**
 * An unavailable chain is no reason to refuse a request, because the check runs again before signing.
 * @throws ChainUnavailableError before signing, when the chain cannot answer.
 */
export async function checkRecipient(
  parts: RecipientParts,
  question: RecipientQuestion,
): Promise<Result<null, RecipientError>> {
  const kind = await recipientOf(parts, question);
  if (kind === 'not_payable') return refuse('recipient_not_payable');
  const { userId, currencyId, chain, now, signing } = question;
  const isContract = kind === 'contract';
  if (!isContract && parts.custody.chains.get(chain)?.feeCurrencyId !== currencyId) return ok(null);
  const failedSince = now - CHAIN_LIMITS.withdrawal_contract_hold_ms;
  const asked = { userId, currencyId, chain, isContract, failedSince, signing };
  const own = await findOwnOnChain(parts.database, asked);
  if (isContract && own.isUnderWay) return refuse('contract_payment_waits');
  return own.hasFailed ? refuse('recipient_not_payable') : ok(null);
}

async function recipientOf(
  { custody }: RecipientParts,
  { chain, currencyId, address, amount, signing }: RecipientQuestion,
): Promise<RecipientKind | null> {
  try {
    return (await custody.chains.get(chain)?.recipientOf({ currencyId, address, amount })) ?? null;
  } catch (error) {
    if (error instanceof ChainUnavailableError && signing === undefined) return null;
    throw error;
  }
}
