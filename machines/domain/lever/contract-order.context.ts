/** Terms and context of a contract order's lifecycle. JSON throughout: amounts are units as decimal text. */
import type { NightCalendar } from '../../../contract/figures/lever-nights.ts';
import type { LeverDirection } from '../../../contract/figures/lever-order.ts';
import type { LeverCancelReason, LeverCloseReason } from '../../../contract/lever/lever-kinds.ts';

/** Fixed at placement and never changed. Prices are ticks, sizes lots. */
interface ContractOrderTerms {
  readonly orderId: string;
  readonly ownerId: number;
  readonly kind: 'market' | 'limit';
  readonly direction: LeverDirection;
  readonly lots: number;
  readonly multiple: number;
  readonly spreadPpm: number;
  readonly feePpm: number;
  readonly nightPpm: number;
  readonly calendar: NightCalendar;
  /** Units of one tick times one lot. */
  readonly tickLotUnits: string;
  /** Null for a market order. */
  readonly limitTicks: number | null;
  /** The worst entry price of a market order; null for any. */
  readonly worstTicks: number | null;
}

export interface ContractOrderInput extends ContractOrderTerms {
  readonly takeProfitTicks: number | null;
  readonly stopLossTicks: number | null;
}

export interface ContractOrderContext extends ContractOrderInput {
  /** Units that a pending limit order holds back. */
  readonly reserve: string;
  /** Entry price; null before the opening, like the next three. */
  readonly openTicks: number | null;
  readonly openedAtMs: number | null;
  readonly margin: string | null;
  readonly fee: string | null;
  readonly closeReason: LeverCloseReason | null;
  readonly closeTicks: number | null;
  readonly profit: string | null;
  readonly nights: string | null;
  readonly cancelReason: LeverCancelReason | null;
  /** 1 at placement, one more with each event. */
  readonly revision: number;
}
