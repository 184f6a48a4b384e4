/** How far a fast contract is, by the times of the points of the index. */
import { SECOND_MS, type EpochMs } from '../../../contract/time.ts';
import { SETTLEMENT_WINDOW_MS } from '../../../contract/figures/micro-settlement.ts';
import type { MicroOrderInfo } from '../../../contract/micro/micro.ts';
import { parseUnits } from '../../../contract/money/decimal.ts';

/** The last point of the index with a price. */
export interface LastPrice {
  readonly atMs: EpochMs;
  readonly price: string;
}

/**
 * opening: the opening price is awaited. waiting: it runs, and no point of the index has come yet. running: it runs. window: the prices of this time decide. settling: the expiry
 * is over, and the result is being computed. awaited: the expiry is over by the clock, and no point of the index arrives.
 */
type ProgressPhase = 'opening' | 'waiting' | 'running' | 'window' | 'settling' | 'awaited';

export interface OrderProgress {
  readonly phase: ProgressPhase;
  /** Part of the duration that is left, 0 to 1. */
  readonly leftShare: number;
  /** Whole seconds until the expiry, rounded up. */
  readonly leftSeconds: number;
  /** Ticks by which the last price is ahead in the direction of the order; negative behind. Null before the opening. */
  readonly leadTicks: bigint | null;
}

/** @param atMs time of the last point of the index, with or without a price; null while there is none. */
export function progressOf(
  order: MicroOrderInfo,
  atMs: EpochMs | null,
  last: LastPrice | null,
): OrderProgress {
  const { seconds, expires_at: expiresAtMs } = order;
  const unknown = { leftShare: 1, leftSeconds: seconds, leadTicks: null };
  if (expiresAtMs === null) return { phase: 'opening', ...unknown };
  if (atMs === null) return { phase: 'waiting', ...unknown };
  const leftMs = Math.min(Math.max(expiresAtMs - atMs, 0), seconds * SECOND_MS);
  return {
    phase: phaseAt(leftMs),
    leftShare: leftMs / (seconds * SECOND_MS),
    leftSeconds: Math.ceil(leftMs / SECOND_MS),
    leadTicks: leadOf(order, last),
  };
}

/**
 * How far it is while no points of the index arrive: a fast contract expires without a connection too. The lead is
 * unknown. @param nowMs time of the index, carried on by the clock.
 */
export function silentProgressOf(order: MicroOrderInfo, nowMs: EpochMs): OrderProgress {
  const progress = progressOf(order, nowMs, null);
  return progress.phase === 'settling' ? { ...progress, phase: 'awaited' } : progress;
}

function phaseAt(leftMs: number): ProgressPhase {
  if (leftMs === 0) return 'settling';
  return leftMs < SETTLEMENT_WINDOW_MS ? 'window' : 'running';
}

function leadOf(order: MicroOrderInfo, last: LastPrice | null): bigint | null {
  const { direction, price_scale: scale, open_price: openPrice } = order;
  const [open, now] = [openPrice, last?.price ?? null].map((text) =>
    text === null ? null : parseUnits(text, scale),
  );
  if (open == null || now == null) return null;
  return direction === 'up' ? now - open : open - now;
}
