/** The hook of the contract account at the live marks. */
import { useEffect, useMemo } from 'react';
import type { LeverMarketInfo, LeverOrderInfo } from '../../../contract/lever/lever.ts';
import type { Balance } from '../../../contract/wallet/accounts.ts';
import { amountOf } from '../../../contract/figures/lever-amount.ts';
import {
  portfolioOf,
  type LeverCash,
  type Portfolio,
} from '../../../machines/app/lever/lever-portfolio.ts';
import type { ProblemName } from '../../../machines/app/core/problem.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';
import { useServerDay } from '../core/hooks/use-server-day.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { useReloadAfterMissedUpdates, useUserUpdates } from '../core/hooks/use-user-updates.ts';
import { useUserView } from '../core/hooks/use-user-view.ts';
import { compareRecordIds } from '../core/live/record-ids.ts';
import { useLeverMarks } from './use-lever-markets.ts';

export interface LeverPortfolioView {
  readonly status: 'loading' | 'success' | 'failure';
  /** Null unless `success`. */
  readonly portfolio: Portfolio | null;
  /** Pending orders and positions, newest first. */
  readonly orders: readonly LeverOrderInfo[];
  readonly pending: readonly LeverOrderInfo[];
  /** Whether the orders may be outdated. */
  readonly isStale: boolean;
  readonly error: ProblemName | null;
  readonly retry: () => void;
}

/** Returns the account, live. `markets`: all contract markets, the same array until they change. */
export function useLeverPortfolio(markets: readonly LeverMarketInfo[]): LeverPortfolioView {
  const account = useQuery('getLeverAccount', {});
  const status = useUserView('status');
  const balance = useContractBalance(account.data);
  const cash = useCash(account.data, balance);
  const orders = useOpenOrders(account.data?.positions ?? null, status !== 'loading');
  useReloadWhenShown(account.retry);
  useReloadAfterMissedUpdates(account.refresh);
  useReloadOfDebt(account, balance);
  const byId = useMemo(() => new Map(markets.map((market) => [market.id, market])), [markets]);
  const held = useHeldMarkets(markets, orders);
  const marks = useLeverMarks(held);
  // Nights count by days, and a closed market has no mark that would compute them again.
  const today = useServerDay();
  const portfolio = useMemo(
    () => (cash === null ? null : portfolioOf({ cash, orders, markets: byId, marks, now: today })),
    [cash, orders, byId, marks, today],
  );
  return {
    status: account.status,
    portfolio,
    orders,
    pending: useMemo(() => orders.filter(({ state }) => state === 'pending'), [orders]),
    isStale: status === 'stale',
    error: account.error,
    retry: account.retry,
  };
}

type Account = Omit<Parameters<typeof cashOf>[0], never>;

/** The balance as last pushed; undefined before the first. */
function useContractBalance(account: Account | null): Balance | undefined {
  const balances = useUserView('leverBalances');
  return account === null ? undefined : balances.get(account.currency_id);
}

/**
 * Reloads the debt, which is in no event. A closed position may leave one. The reserve of a canceled order or a
 * transfer into the account repays it.
 */
function useReloadOfDebt(
  { data, refresh }: QueryView<Account>,
  balance: Balance | undefined,
): void {
  const isOwing = data !== null && amountOf(data.debt) > 0n;
  useUserUpdates('lever_order', ({ state }) => {
    if (state === 'closed' || state === 'cancelled') refresh();
  });
  useEffect(() => {
    if (isOwing && balance !== undefined) refresh();
  }, [isOwing, balance, refresh]);
}

/** Available and frozen as last pushed, otherwise as loaded. */
function useCash(account: Account | null, balance: Balance | undefined): LeverCash | null {
  return useMemo(
    () => (account === null ? null : cashOf(account, balance ?? account)),
    [account, balance],
  );
}

const cashOf = (
  { debt }: { readonly currency_id: number; readonly debt: string } & Texts,
  { available, frozen }: Texts,
): LeverCash => ({
  available: amountOf(available),
  frozen: amountOf(frozen),
  debt: amountOf(debt),
});
interface Texts {
  readonly available: string;
  readonly frozen: string;
}

/** @param isLive whether the channel has sent the open orders. */
function useOpenOrders(
  listed: readonly LeverOrderInfo[] | null,
  isLive: boolean,
): readonly LeverOrderInfo[] {
  const open = useUserView('leverOrders');
  return useMemo(
    () =>
      [...(isLive ? open.values() : (listed ?? []))].toSorted((a, b) =>
        compareRecordIds(b.id, a.id),
      ),
    [open, listed, isLive],
  );
}

/** Returns the markets of open orders; the same array until another market is held. */
function useHeldMarkets(
  markets: readonly LeverMarketInfo[],
  orders: readonly LeverOrderInfo[],
): readonly LeverMarketInfo[] {
  const key = [...new Set(orders.map((order) => order.lever_market_id))].toSorted().join(' ');
  return useMemo(() => {
    const ids = new Set(key.split(' ').map(Number));
    return markets.filter(({ id }) => ids.has(id));
  }, [markets, key]);
}
