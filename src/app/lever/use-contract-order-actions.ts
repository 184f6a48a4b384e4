/** The hook of the open actions of a contract order: visible buttons. */
import { useMemo } from 'react';
import type { LeverMarketInfo, LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { contractOrderActions, type ContractOrderActions } from './contract-order-mirror.ts';

/** Returns the actions of the owner, from the order's lifecycle machine. */
export function useContractOrderActions(
  order: LeverOrderInfo,
  market: LeverMarketInfo,
): ContractOrderActions {
  return useMemo(() => contractOrderActions(order, market), [order, market]);
}
