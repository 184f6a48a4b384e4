/**
 * Collects the shortfalls of deposits that were reversed after their credit. Each recovery takes what
 * the account has, one at a time per deposit. It is stored with its posting, and the result of the
 * posting is counted once.
 */
import { units } from '../../../contract/money/units.ts';
import type { Clock } from '../../../contract/time.ts';
import type { Database, Transaction } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import { OWNERS } from '../../ledger/chart.ts';
import { depositRecovered } from '../../ledger/recipes-wallet.ts';
import type { PostingId, Postings } from '../../ledger/writer/postings.types.ts';
import type { SpotView } from '../spot/spot.area.ts';
import * as repo from './deposits.repo.ts';
import type { DepositRow } from './wallet-lifecycles.ts';

export interface ShortfallParts {
  readonly database: Database;
  readonly postings: Postings;
  readonly spotView: Pick<SpotView, 'loadBalances'>;
  readonly clock: Clock;
}

/** Takes from the accounts what they have now, for all shortfalls. */
export async function collectShortfalls(parts: ShortfallParts): Promise<void> {
  for (const id of await repo.findOwedIds(parts.database)) await collect(parts, id);
}

async function collect(parts: ShortfallParts, depositId: number): Promise<void> {
  const left = await repo.findOpenRecovery(parts.database, depositId);
  if (left !== undefined) await finish(parts, left);
  const begun = await transaction(parts.database, (tx) => begin(parts, tx, depositId));
  if (begun !== null) await finish(parts, begun);
}

/** Returns null when there is nothing to take. */
async function begin(
  { postings, spotView, clock }: ShortfallParts,
  tx: Transaction,
  depositId: number,
): Promise<repo.DepositRecovery | null> {
  const deposit = await repo.lockDeposit(tx, depositId);
  const amount = await takeable(spotView, deposit);
  if (amount === 0n || (await repo.findOpenRecovery(tx, depositId)) !== undefined) return null;
  const id = await repo.insertRecovery(tx, depositId, amount);
  const movement = depositRecovered({
    causeId: String(id),
    ownerId: deposit.userId,
    actorId: OWNERS.house,
    requestId: `deposit-${depositId}`,
    currencyId: deposit.currencyId,
    amount: units(amount),
  });
  const postingId = await postings.intend(tx, movement, clock.now());
  await repo.setRecoveryPosting(tx, id, postingId);
  return { id, depositId, amount, postingId, isSettled: false };
}

/** Units of the shortfall that the account has. */
async function takeable(
  spotView: ShortfallParts['spotView'],
  { userId, currencyId, shortfall }: DepositRow,
): Promise<bigint> {
  const balances = await spotView.loadBalances(userId);
  const available = balances.find((balance) => balance.currencyId === currencyId)?.available ?? 0n;
  return available < shortfall ? available : shortfall;
}

async function finish(
  { database, postings }: ShortfallParts,
  { id, depositId, amount, postingId }: repo.DepositRecovery,
): Promise<void> {
  const answer = await postings.postOrRefuse(postingId as PostingId);
  await transaction(database, async (tx) => {
    await repo.lockDeposit(tx, depositId);
    const isFirst = await repo.settleRecovery(tx, id);
    if (isFirst && answer.ok) await repo.changeShortfall(tx, depositId, -amount);
  });
}

/**
 * Keeps part of a credit for shortfalls and counts it immediately, because a credit is never refused.
 * @returns units to keep, at most `amount`.
 */
export async function repayFrom(
  tx: Transaction,
  userId: number,
  currencyId: number,
  amount: bigint,
): Promise<bigint> {
  let left = amount;
  for (const { id, shortfall } of await repo.lockOwed(tx, userId, currencyId)) {
    const underWay = (await repo.findOpenRecovery(tx, id))?.amount ?? 0n;
    const payable = shortfall - underWay;
    const paid = payable < left ? payable : left;
    if (paid > 0n) await repo.changeShortfall(tx, id, -paid);
    left -= paid;
  }
  return amount - left;
}
