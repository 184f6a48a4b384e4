/**
 * The fees of a transfer that is signed again for its nonce. Nodes drop the old one only for fees that are
 * 10 percent higher.
 */
import type { EvmFees, EvmPrices } from './evm-costs.ts';
import { feesAt } from './evm-costs.ts';

/** Fees of a replacement in percent of the replaced ones. */
const REPLACEMENT_PERCENT = 125n;

interface FeeRaise {
  /** The newest fees of the nonce, and the first ones. */
  readonly signed: EvmFees;
  readonly first: EvmFees;
  readonly prices: EvmPrices;
  readonly gas: bigint;
}

interface FeeRaiseLimits {
  /** The highest cost of the transfer, in the chain's smallest units. */
  readonly costMax: bigint;
  /** The highest price, as a multiple of the first one. */
  readonly riseMax: number;
}

/**
 * Returns the fees of a replacement; null while the signed ones suffice for the next block. Above the
 * limits, they are as high as the limits permit. too_dear: that would not suffice, or nodes would refuse it.
 */
export function replacementFees(
  { signed, first, prices, gas }: FeeRaise,
  { costMax, riseMax }: FeeRaiseLimits,
): EvmFees | 'too_dear' | null {
  if (tipOf(signed, prices.base) >= prices.tip) return null;
  const least = raisedOnce(signed);
  const usual = feesAt(prices);
  const maxPriorityFeePerGas = larger(least.maxPriorityFeePerGas, usual.maxPriorityFeePerGas);
  const wanted = larger(least.maxFeePerGas, usual.maxFeePerGas);
  // Rounded down, so that the cost stays within its limit.
  const priceMax = smaller(costMax / gas, first.maxFeePerGas * BigInt(riseMax));
  const maxFeePerGas = smaller(wanted, priceMax);
  const isEnough =
    maxFeePerGas >= least.maxFeePerGas && maxFeePerGas >= prices.base + maxPriorityFeePerGas;
  return isEnough ? { maxFeePerGas, maxPriorityFeePerGas } : 'too_dear';
}

/** Raises the offered fees by as many equal steps as the present fees need, at least one. */
export function raisedAbove(offered: EvmFees, now: EvmFees): EvmFees {
  const raised = raisedOnce(offered);
  const isEnough =
    raised.maxFeePerGas >= now.maxFeePerGas &&
    raised.maxPriorityFeePerGas >= now.maxPriorityFeePerGas;
  return isEnough ? raised : raisedAbove(raised, now);
}

const raisedOnce = ({ maxFeePerGas, maxPriorityFeePerGas }: EvmFees): EvmFees => ({
  maxFeePerGas: (maxFeePerGas * REPLACEMENT_PERCENT) / 100n + 1n,
  maxPriorityFeePerGas: (maxPriorityFeePerGas * REPLACEMENT_PERCENT) / 100n + 1n,
});

/** Tip that a block with this base fee pays its maker; below zero when it cannot include the transaction. */
const tipOf = ({ maxFeePerGas, maxPriorityFeePerGas }: EvmFees, base: bigint): bigint =>
  smaller(maxPriorityFeePerGas, maxFeePerGas - base);

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);
const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);
