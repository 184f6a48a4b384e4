/** The part of a user's balance that may be withdrawn, from stored facts and marks. */
import { ensure } from '../../../contract/assert.ts';
import { units } from '../../../contract/money/units.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import { ownerOf } from '../../ledger/account-owners.ts';
import { LEVER_DEBT_ACCOUNT } from '../../ledger/chart.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import type { Equivalents } from '../market/market.area.ts';
import { findAccounts } from '../../ledger/ledger.repo.ts';
import type { SpotBalance, SpotView } from '../spot/spot.area.ts';
import { withdrawableOf } from './account-lien.ts';
import type { LienFacts, Valued } from './account-lien.ts';
import { findLiens } from './deposits.repo.ts';
import type { LienRow } from './deposits.repo.ts';
import { heldOf } from './purchase-hold.ts';
import type { PurchaseFacts } from './purchase-hold.ts';
import { findPurchases, findSales } from './purchases.repo.ts';
import type { FiatTrade } from './purchases.repo.ts';
import { sumRequested, sumUnderWay } from './withdrawals.repo.ts';

const UNIT_OF_ACCOUNT = 'USDT';

export interface WithdrawableParts {
  readonly database: Executor;
  readonly spotView: Pick<SpotView, 'loadBalances'>;
  readonly contracts: ContractFunds;
  readonly currencies: Currencies;
  readonly equivalents: Equivalents;
  /** Duration of the hold on coins bought for fiat money; 0 for no hold (T+0). */
  readonly purchaseHoldMs: number;
}

/** The contract accounts of users in the one settlement currency, in units. */
export interface ContractFunds {
  readonly currencyId: number;
  /** Part of the account that covers liens: no margins and profits of positions. */
  coverOf(userId: number): Promise<bigint>;
  /** Amount that may leave the account now. */
  usableOf(userId: number): Promise<bigint>;
}

export interface Withdrawable {
  /** Units in the spot account, not frozen. */
  readonly available: bigint;
  /** Units of it that may be withdrawn now. */
  readonly withdrawable: bigint;
  /** Units of it that were bought too recently and not sold again; all other locked units are locked by deposits. */
  readonly held: bigint;
  /** The facts behind `held`. */
  readonly bought: PurchaseFacts;
}

/** Applies the rules of `account-lien.ts` and `purchase-hold.ts`. */
export async function findWithdrawable(
  parts: WithdrawableParts,
  userId: number,
  currencyId: number,
  now: EpochMs,
): Promise<Withdrawable> {
  // Liens and purchases are read last, so that a credit or purchase in between counts in them and not in
  // the holdings.
  const { available } = unhindered(await parts.spotView.loadBalances(userId), currencyId);
  const bought = await findBought(parts, { userId, currencyId, available }, now);
  const held = heldOf(bought);
  const holdings = await holdingsOf(parts, userId, true);
  const liens = await findLiens(parts.database, userId);
  const facts = lienFactsOf(parts, currencyId, holdings, liens);
  const withdrawable = withdrawableOf({
    ...facts,
    available: available - held,
    // Held amounts cover no lien, because one amount cannot serve both.
    holdings: [...facts.holdings, { worth: -(worthOf(parts, 'atLeast', currencyId, held) ?? 0n) }],
  });
  return { available, withdrawable, held, bought };
}

/** Returns the held and the locked amounts, for an amount of this currency. @param holdings units by currency. */
export function lienFactsOf(
  parts: Valuer,
  currencyId: number,
  holdings: ReadonlyMap<number, bigint>,
  liens: readonly LienRow[],
): Omit<LienFacts, 'available'> {
  const most = (id: number, amount: bigint): Valued => ({
    worth: worthOf(parts, 'atMost', id, amount),
  });
  const locked = liens.filter((lien) => lien.locked > 0n);
  const owned = [...holdings].filter(([, amount]) => amount > 0n);
  const missing = locked.length === 0 ? [] : [...holdings].filter(([, amount]) => amount < 0n);
  return {
    holdings: owned.map(([id, amount]) => ({ worth: worthOf(parts, 'atLeast', id, amount) })),
    liens: [
      ...locked.map((lien) => most(lien.currencyId, lien.locked)),
      ...missing.map(([id, amount]) => most(id, -amount)),
    ],
    isOwing: liens.some(isOwing),
    inCurrency: (worth) => amountWorth(parts, 'atLeast', currencyId, worth),
  };
}

/** Without a lien or a held purchase, the whole amount that is not frozen may be withdrawn. */
export function unhindered(balances: readonly SpotBalance[], currencyId: number): Withdrawable {
  const available = balances.find((balance) => balance.currencyId === currencyId)?.available ?? 0n;
  const bought = { available, free: available, purchases: [], sales: [] };
  return { available, withdrawable: available, held: 0n, bought };
}

const isOwing = ({ owed }: LienRow): boolean => owed > 0n;

interface BoughtOf {
  readonly userId: number;
  readonly currencyId: number;
  readonly available: bigint;
}

async function findBought(
  { database, purchaseHoldMs }: WithdrawableParts,
  { userId, currencyId, available }: BoughtOf,
  now: EpochMs,
): Promise<PurchaseFacts> {
  if (purchaseHoldMs === 0) return { available, free: available, purchases: [], sales: [] };
  const wanted = { userId, currencyId, since: now - purchaseHoldMs };
  const held = ({ amount, atMs }: FiatTrade) => ({ amount, countsUntilMs: atMs + purchaseHoldMs });
  // Read before the balances. Otherwise a sale in between could still be free in them and reduce the hold
  // too.
  const sales = await findSales(database, wanted);
  // Read first: an amount that is frozen after this read is subtracted twice, rather than not at all.
  let free = -(await sumRequested(database, userId, currencyId));
  for (const account of await findAccounts(database, userId))
    if (account.currencyId === currencyId) free += account.available;
  const purchases = await findPurchases(database, wanted);
  return { available, free, purchases: purchases.map(held), sales: sales.map(held) };
}

/**
 * Returns the user's units by currency. A negative sum is a withdrawal that counts twice for a moment.
 * @param withContracts whether the contract accounts count: without possible losses of positions and stakes.
 */
export async function holdingsOf(
  parts: Pick<WithdrawableParts, 'database' | 'contracts'>,
  userId: number,
  withContracts: boolean,
): Promise<ReadonlyMap<number, bigint>> {
  const held = new Map<number, bigint>();
  const add = (currencyId: number, amount: bigint) =>
    held.set(currencyId, (held.get(currencyId) ?? 0n) + amount);
  // Read first: a withdrawal that completes after this read is subtracted twice, rather than not at
  // all.
  for (const { currencyId, amount } of await sumUnderWay(parts.database, userId))
    add(currencyId, -amount);
  const accounts = await findAccounts(parts.database, userId);
  for (const { accountType, ...account } of accounts) {
    const { currencyId, available, frozen } = account;
    const isOfContracts = ownerOf(accountType) === 'dealing';
    if (isOfContracts && !withContracts) continue;
    if (isOfContractFunds(parts, accountType, currencyId)) continue;
    // Coins that are frozen in the fiat account are sold, or offered for sale; frozen stakes may be lost.
    const isCommitted = accountType === ACCOUNT_TYPES.fiat || isOfContracts;
    add(currencyId, isCommitted ? available : available + frozen);
  }
  const { contracts } = parts;
  if (withContracts && accounts.some(({ accountType }) => ownerOf(accountType) === 'dealing'))
    add(contracts.currencyId, await contracts.coverOf(userId));
  return held;
}

const isOfContractFunds = (
  { contracts }: Pick<WithdrawableParts, 'contracts'>,
  accountType: number,
  currencyId: number,
): boolean =>
  accountType === LEVER_DEBT_ACCOUNT ||
  (accountType === ACCOUNT_TYPES.contract && currencyId === contracts.currencyId);

export type Valuer = Pick<WithdrawableParts, 'currencies' | 'equivalents'>;

type Valuing = 'atMost' | 'atLeast' | 'inLimit';

/** Units of USDT that the amount is worth, see `Equivalents`; null without a live mark. */
export function worthOf(
  { currencies, equivalents }: Valuer,
  valuing: Valuing,
  currencyId: number,
  amount: bigint,
): bigint | null {
  const currency = ensure(currencies.byId(currencyId), `currency ${currencyId}`);
  return equivalents[valuing](units(amount), currency, unitOfAccount(currencies));
}

/** Units of the currency that units of USDT are worth, see `Equivalents`; null without a live mark. */
export function amountWorth(
  { currencies, equivalents }: Valuer,
  valuing: 'atLeast' | 'untilLimit',
  currencyId: number,
  worth: bigint,
): bigint | null {
  const currency = ensure(currencies.byId(currencyId), `currency ${currencyId}`);
  return equivalents[valuing](units(worth), unitOfAccount(currencies), currency);
}

export const unitOfAccount = (currencies: Currencies) =>
  ensure(currencies.byCode(UNIT_OF_ACCOUNT), UNIT_OF_ACCOUNT);
