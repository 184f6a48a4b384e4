/** Part of a contract account that covers the deposits of its owner that may still be reversed. */
import { equityOf } from '../../../contract/figures/lever-account.ts';
import type { LeverFunds } from '../../../contract/figures/lever-account.ts';
import type { LeverAccountState } from './lever-exchange.types.ts';

/**
 * Returns units that prices cannot take: all without a position, and with positions only what may leave. Their
 * margins and profits may be gone when a deposit is reversed.
 */
export const coverOfLiens = (
  account: Pick<LeverAccountState, keyof LeverFunds | 'transferable'>,
): bigint => (account.margin === 0n ? equityOf(account) : account.transferable);
