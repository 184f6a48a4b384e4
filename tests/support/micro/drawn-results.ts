/** Published orders of a drawn market, of an exchange that bends the index against the larger stakes or does not. Seeded. */
import type { MicroResultInfo } from '../../../contract/micro/fairness.ts';
import { chanceOf } from './drawn-market.ts';

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 10, 26);
const OPEN_TICKS = 9_700_000;
const POINTS = 12;
/** Ticks of a usual move in one second. */
const STEP = 400;

interface Drawn {
  readonly seed: number;
  readonly minutes: number;
  readonly seconds: number;
  /** Part of a usual move by which the exchange bends the index. */
  readonly bend: number;
}

/** Users follow each other for minutes, so that their stakes lean to one side, and moves of one time overlap. */
export function drawnResults({ seed, minutes, seconds, bend }: Drawn): MicroResultInfo[] {
  const chance = chanceOf(seed);
  const steps = Array.from({ length: minutes * 60 + seconds + 60 }, () => (chance() - 0.5) * STEP);
  const usual = STEP * Math.sqrt(seconds / 12);
  const results: MicroResultInfo[] = [];
  let fashion = 0.5;
  for (let minute = 0; minute < minutes; minute += 1) {
    if (chance() < 0.2) fashion = chance();
    for (let second = 10; second < 60; second += 10) {
      const orders = Array.from({ length: 3 }, () => ({
        direction: chance() < fashion ? ('up' as const) : ('down' as const),
        stake: 1 + Math.floor(chance() * 100),
      }));
      const skew = orders.reduce(
        (total, { direction, stake }) => total + (direction === 'up' ? stake : -stake),
        0,
      );
      const from = minute * 60 + second;
      const drift = steps.slice(from, from + seconds).reduce((total, step) => total + step, 0);
      const move = Math.round(drift - Math.sign(skew) * bend * usual);
      for (const order of orders)
        results.push(resultOf({ ...order, atMs: START_MS + from * 1_000, move, seconds }));
    }
    results.push(voidOf(START_MS + minute * MINUTE_MS, seconds));
  }
  return results;
}

interface Placed {
  readonly direction: 'up' | 'down';
  readonly stake: number;
  readonly atMs: number;
  readonly move: number;
  readonly seconds: number;
}

function resultOf({ direction, stake, atMs, move, seconds }: Placed): MicroResultInfo {
  const lead = direction === 'up' ? move : -move;
  const outcome = lead === 0 ? 'drawn' : lead > 0 ? 'won' : 'lost';
  const expiresMs = atMs + 250 + seconds * 1_000;
  return {
    id: '1',
    micro_product_id: 1,
    instrument: 'BTC/USDT',
    price_scale: 2,
    direction,
    seconds,
    stake: String(stake),
    profit_ppm: 850_000,
    loss_ppm: 1_000_000,
    accepted_at: atMs,
    log_at: atMs - 250,
    opened_at: atMs + 250,
    open_ticks: OPEN_TICKS,
    expires_at: expiresMs,
    sum: POINTS * (OPEN_TICKS + move),
    count: POINTS,
    outcome,
    payout: outcome === 'lost' ? '0' : String(stake),
    settled_at: expiresMs,
  };
}

const voidOf = (atMs: number, seconds: number): MicroResultInfo => ({
  ...resultOf({ direction: 'up', stake: 5, atMs, move: 0, seconds }),
  outcome: 'voided',
  opened_at: null,
  open_ticks: null,
  expires_at: null,
  sum: null,
  count: null,
});
