/**
 * Collects the shortfalls of deposits that were reversed after their credit, from all accounts of the owner
 * in the same currency: first from the spot account, then from the others. A recovery from the spot account
 * is stored with its posting, one at a time per deposit, and the result of the posting is counted once. The usable amount of contract accounts is moved to the spot account first.
 */
import { units } from '../../../contract/money/units.ts';
import type { Clock } from '../../../contract/time.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { Database, Transaction } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import { OWNERS } from '../../ledger/chart.ts';
import { ownerOf } from '../../ledger/account-owners.ts';
import { findAccounts, postMovement } from '../../ledger/ledger.repo.ts';
import { depositCollected, depositRecovered } from './wallet-recipes.ts';
import type { PostingId, Postings } from '../../ledger/writer/postings.types.ts';
import type { SpotCommands, SpotView } from '../spot/spot.area.ts';
import * as repo from './deposits.repo.ts';
import type { TransferService } from './transfers.types.ts';
import type { DepositRow } from './wallet-lifecycles.ts';
import type { ContractFunds } from './withdrawable.ts';

export interface ShortfallParts {
  readonly database: Database;
  readonly postings: Postings;
  readonly spotView: Pick<SpotView, 'loadBalances' | 'openOrders' | 'markets'>;
  readonly spotCommands: Pick<SpotCommands, 'cancel'>;
  readonly transfers: Pick<TransferService, 'callIn'>;
  readonly contracts: ContractFunds;
  readonly clock: Clock;
}

/** Accounts of users that no writer holds in memory. */
const COLLECTED_TYPES: ReadonlySet<number> = new Set(
  Object.values(ACCOUNT_TYPES).filter((type) => ownerOf(type) === 'rows'),
);

const CALLED_TYPES: ReadonlySet<number> = new Set(
  Object.values(ACCOUNT_TYPES).filter((type) => ownerOf(type) === 'dealing'),
);

/** Takes the available amounts from the accounts, for all shortfalls. */
export async function collectShortfalls(parts: ShortfallParts): Promise<void> {
  for (const id of await repo.findOwedIds(parts.database)) await collect(parts, id);
}

async function collect(parts: ShortfallParts, depositId: number): Promise<void> {
  const left = await repo.findOpenRecovery(parts.database, depositId);
  if (left !== undefined) await finish(parts, left);
  await callIn(parts, depositId);
  const begun = await transaction(parts.database, (tx) => begin(parts, tx, depositId));
  if (begun !== null) await finish(parts, begun);
  const owed = await transaction(parts.database, (tx) => collectFromRows(parts, tx, depositId));
  if (owed !== null) await cancelOrders(parts, owed);
}

/** Moves the missing amount of the spot account from the contract and fast-contract accounts to it. */
async function callIn(parts: ShortfallParts, depositId: number): Promise<void> {
  const { database, spotView, transfers, contracts, clock } = parts;
  const deposit = await transaction(database, (tx) => repo.lockDeposit(tx, depositId));
  if (deposit.shortfall === 0n) return;
  const { userId, currencyId } = deposit;
  let missing = deposit.shortfall - (await takeable(spotView, deposit));
  for (const { accountType, available, ...account } of await findAccounts(database, userId)) {
    if (account.currencyId !== currencyId || !CALLED_TYPES.has(accountType)) continue;
    const isUsed = accountType === ACCOUNT_TYPES.contract && currencyId === contracts.currencyId;
    const amount = smaller(missing, isUsed ? await contracts.usableOf(userId) : available);
    if (amount <= 0n) continue;
    const now = clock.now();
    const idempotencyKey = `deposit-${depositId}-${accountType}-${now}`;
    const way = { fromAccountType: accountType, toAccountType: ACCOUNT_TYPES.spot };
    const requestId = `deposit-${depositId}`;
    // A refusal leaves it for the next block.
    await transfers.callIn({ userId, currencyId, ...way, amount, idempotencyKey, requestId, now });
    missing -= amount;
  }
}

/** Cancels the open orders that freeze the owed currency; the next block collects what they free. */
async function cancelOrders(
  { spotView, spotCommands, clock }: ShortfallParts,
  { id, userId: ownerId, currencyId }: DepositRow,
): Promise<void> {
  for (const { id: orderId, marketId, side } of spotView.openOrders(ownerId)) {
    const market = spotView.markets.get(marketId);
    const frozen = side === 'buy' ? market?.quoteCurrencyId : market?.baseCurrencyId;
    if (frozen !== currencyId) continue;
    // A refusal leaves it for the next block, e.g. while the market is halted.
    await spotCommands.cancel({ ownerId, orderId, requestId: `deposit-${id}`, now: clock.now() });
  }
}

/** Takes the balances of the accounts that no writer owns. @returns the deposit if it is still owed, else null. */
async function collectFromRows(
  { clock }: ShortfallParts,
  tx: Transaction,
  depositId: number,
): Promise<DepositRow | null> {
  const deposit = await repo.lockDeposit(tx, depositId);
  // A recovery under way may pay all of it.
  if ((await repo.findOpenRecovery(tx, depositId)) !== undefined) return null;
  let { shortfall } = deposit;
  for (const { accountType, currencyId, available } of await findAccounts(tx, deposit.userId)) {
    if (currencyId !== deposit.currencyId || !COLLECTED_TYPES.has(accountType)) continue;
    const amount = smaller(available, shortfall);
    if (amount === 0n) continue;
    const id = await repo.insertRecovery(tx, { depositId, amount, accountType, isSettled: true });
    const movement = depositCollected(fundsOf(deposit, id, amount), accountType);
    const booked = await postMovement(tx, movement, clock.now());
    // The owner has moved it since it was read; the next block asks again.
    if (!booked.ok) await repo.deleteRecovery(tx, id);
    else {
      await repo.changeShortfall(tx, depositId, -amount);
      shortfall -= amount;
    }
  }
  return shortfall > 0n ? deposit : null;
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
  const recovery = { depositId, amount, accountType: ACCOUNT_TYPES.spot, isSettled: false };
  const id = await repo.insertRecovery(tx, recovery);
  const movement = depositRecovered(fundsOf(deposit, id, amount));
  const postingId = await postings.intend(tx, movement, clock.now());
  await repo.setRecoveryPosting(tx, id, postingId);
  return { ...recovery, id, postingId };
}

const fundsOf = ({ id, userId, currencyId }: DepositRow, recoveryId: number, amount: bigint) => ({
  causeId: String(recoveryId),
  ownerId: userId,
  actorId: OWNERS.house,
  requestId: `deposit-${id}`,
  currencyId,
  amount: units(amount),
});

/** Units of the shortfall that the account has. */
async function takeable(
  spotView: ShortfallParts['spotView'],
  { userId, currencyId, shortfall }: DepositRow,
): Promise<bigint> {
  const balances = await spotView.loadBalances(userId);
  const available = balances.find((balance) => balance.currencyId === currencyId)?.available ?? 0n;
  return smaller(available, shortfall);
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

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
    const paid = smaller(payable, left);
    if (paid > 0n) await repo.changeShortfall(tx, id, -paid);
    left -= paid;
  }
  return amount - left;
}
