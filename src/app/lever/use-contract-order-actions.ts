/** The hook of the open actions of a contract order: visible buttons. */
import { useMemo } from 'react';
import type { LeverMarketInfo, LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { contractOrderActions, type ContractOrderActions } from './contract-order-mirror.ts';

/** Returns the actions of the owner now, from the order's lifecycle machine. */
export function useContractOrderActions(
  order: LeverOrderInfo,
  market: LeverMarketInfo,
): ContractOrderActions {
  const { clock } = useRuntime();
  const { ends_at: endsAt } = market;
  const isEnded = endsAt !== null && endsAt <= clock.now();
  return useMemo(() => contractOrderActions(order, market, isEnded), [order, market, isEnded]);
}
