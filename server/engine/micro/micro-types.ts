/** Types of fast contracts that the core, its writer and its store share. Amounts are units of the stake's currency. */
import type {
  MicroDirection,
  MicroOutcome,
  SettlementWindow,
} from '../../../contract/figures/micro-settlement.ts';
import type { Units } from '../../../contract/money/units.ts';

export const SECOND_MS = 1_000;
export const DAY_MS = 86_400_000;

/** Terms of new orders of a product: one instrument with one duration. */
export interface MicroTerms {
  readonly id: number;
  /** Name of the instrument in the index log. */
  readonly instrument: string;
  /** Decimals of a price. */
  readonly priceScale: number;
  readonly seconds: number;
  readonly profitPpm: number;
  readonly lossPpm: number;
  readonly stakeMin: Units;
  readonly stakeMax: Units;
  /** Most open stakes of one user over all products. */
  readonly ownerLimit: Units;
  /** Most payouts that the pool reserves for one direction of the instrument. */
  readonly sideLimit: Units;
  /** Largest difference of the payouts of up and down among orders of the instrument that end within 10 s. */
  readonly skewLimit: Units;
  readonly status: 'trading' | 'halted';
}

type MicroState = 'opening' | 'open' | MicroOutcome;

/** Facts that acceptance fixes. Times are milliseconds since 1970. */
export interface MicroPlacement {
  readonly id: number;
  readonly ownerId: number;
  readonly productId: number;
  readonly instrument: string;
  readonly priceScale: number;
  readonly direction: MicroDirection;
  readonly seconds: number;
  readonly stake: Units;
  readonly profitPpm: number;
  readonly lossPpm: number;
  readonly acceptedAtMs: number;
}

export interface MicroOrder extends MicroPlacement {
  state: MicroState;
  openedAtMs: number | null;
  openTicks: number | null;
  expiresAtMs: number | null;
  /** Window that decided it; null before the end, and for an order that did not open. */
  window: SettlementWindow | null;
  payout: Units | null;
  settledAtMs: number | null;
  /** 1 at acceptance, one more with each change. */
  revision: number;
}

/** A change of an order that is due, in the order in which points of the index made it so. */
export type MicroDue =
  | {
      readonly type: 'opened';
      readonly order: MicroOrder;
      readonly atMs: number;
      readonly ticks: number;
    }
  | {
      readonly type: 'settled';
      readonly order: MicroOrder;
      /** Null for an order that found no opening price. */
      readonly window: SettlementWindow | null;
    };

export type MicroRefusal =
  | 'market_halted'
  | 'market_closed'
  | 'price_stale'
  | 'stake_out_of_bounds'
  | 'stake_limit_reached'
  | 'too_many_micro_orders'
  | 'daily_loss_limit_reached'
  | 'trading_break'
  | 'insufficient_balance';
