/** The part of a user's balance that may be withdrawn, from stored facts and marks. */
import { ensure } from '../../../contract/assert.ts';
import { units } from '../../../contract/money/units.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import type { Equivalents } from '../market/market.area.ts';
import { findAccounts } from '../../ledger/ledger.repo.ts';
import type { SpotBalance, SpotView } from '../spot/spot.area.ts';
import { withdrawableOf } from './account-lien.ts';
import type { Valued } from './account-lien.ts';
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
  readonly currencies: Currencies;
  readonly equivalents: Equivalents;
  /** Duration of the hold on coins bought for fiat money; 0 for no hold (T+0). */
  readonly purchaseHoldMs: number;
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
  const holdings = await holdingsOf(parts, userId);
  const liens = await findLiens(parts.database, userId);
  const most = (id: number, amount: bigint): Valued => ({
    worth: worthOf(parts, 'atMost', id, amount),
  });
  const least = (id: number, amount: bigint) => worthOf(parts, 'atLeast', id, amount);
  const locked = liens.filter((lien) => lien.locked > 0n);
  const owned = [...holdings].filter(([, amount]) => amount > 0n);
  const missing = locked.length === 0 ? [] : [...holdings].filter(([, amount]) => amount < 0n);
  const withdrawable = withdrawableOf({
    available: available - held,
    // Held amounts cover no lien, because one amount cannot serve both.
    holdings: [
      ...owned.map(([id, amount]) => ({ worth: least(id, amount) })),
      { worth: -(least(currencyId, held) ?? 0n) },
    ],
    liens: [
      ...locked.map((lien) => most(lien.currencyId, lien.locked)),
      ...missing.map(([id, amount]) => most(id, -amount)),
    ],
    isOwing: liens.some(isOwing),
    inCurrency: (worth) => amountWorth(parts, 'atLeast', currencyId, worth),
  });
  return { available, withdrawable, held, bought };
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

/** Returns the user's units by currency. A negative sum is a withdrawal that counts twice for a moment. */
async function holdingsOf(
  parts: WithdrawableParts,
  userId: number,
): Promise<ReadonlyMap<number, bigint>> {
  const held = new Map<number, bigint>();
  const add = (currencyId: number, amount: bigint) =>
    held.set(currencyId, (held.get(currencyId) ?? 0n) + amount);
  // Read first: a withdrawal that completes after this read is subtracted twice, rather than not at
  // all.
  for (const { currencyId, amount } of await sumUnderWay(parts.database, userId))
    add(currencyId, -amount);
  for (const { accountType, ...account } of await findAccounts(parts.database, userId)) {
    // Coins that are frozen in the fiat account are sold, or offered for sale.
    const isForSale = accountType === ACCOUNT_TYPES.fiat;
    add(account.currencyId, isForSale ? account.available : account.available + account.frozen);
  }
  return held;
}

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
