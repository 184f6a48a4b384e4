/**
 * Asked before anything is held, and again before it is signed, as an address may have got code meanwhile: whether the
 * chain would pay the recipient within the gas that is allowed. A contract may take its payment now and refuse it when
 * it is mined; the gas is gone then, and the exchange has paid it. So contracts are paid one withdrawal of a person at a
 * time, and none of that person for a week once one was given back. An account without code may get some just before it
 * is mined: once a payment of the chain's own coin, which alone may run code of the recipient, was mined and paid
 * nothing, nobody at all is paid that coin by that person for a week.
 */
import { LIMITS } from '../../../contract/limits.ts';
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

export interface RecipientParts {
  readonly database: Executor;
  readonly custody: Pick<Custody, 'chains'>;
}

export interface RecipientQuestion {
  readonly userId: number;
  readonly currencyId: number;
  readonly chain: string;
  readonly address: string;
  /** What would arrive, in units of the ledger. */
  readonly amount: bigint;
  readonly now: EpochMs;
  /** The withdrawal that is about to be signed; left out while it is only asked for. */
  readonly signing?: number;
}

/**
 * What the chain cannot tell now holds up nobody who asks for a withdrawal: it is asked again when it is signed.
 * @throws ChainUnavailableError when it is about to be signed, and the chain cannot tell.
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
  const failedSince = now - LIMITS.withdrawal_contract_hold_ms;
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
