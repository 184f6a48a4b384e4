/** Events of the spot writer for its listeners, always after the commit, so that they are durable. */
import type {
  OrderEndReason,
  OrderKind,
  OrderSide,
  OrderState,
} from '../../../contract/spot/spot.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { OwnedBalance } from '../../ledger/writer/owned-balances.ts';

/** An order as the writer knows it; also the row of `spot_orders`. */
export interface SpotOrder {
  readonly id: number;
  readonly ownerId: number;
  readonly marketId: number;
  readonly side: OrderSide;
  readonly kind: OrderKind;
  /** Null for a market order. */
  readonly priceTicks: number | null;
  /** Null for a market buy by amount. */
  readonly quantityLots: number | null;
  /** The amount of a market buy by amount, in quote units; otherwise null. */
  readonly amount: bigint | null;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  readonly executedLots: number;
  /** Quote units. */
  readonly executedAmount: bigint;
  /** Units of the currency that the order receives. */
  readonly fee: bigint;
  /** Frozen for the order now: quote units of a buy, base units of a sell. */
  readonly reserved: bigint;
  readonly state: OrderState;
  readonly endReason: OrderEndReason | null;
  readonly revision: number;
  readonly idempotencyKey: string | null;
  readonly requestId: string;
  readonly createdAtMs: EpochMs;
  readonly updatedAtMs: EpochMs;
}

/** A trade: two orders that matched; also the row of `spot_deals`. */
export interface SpotDeal {
  readonly id: number;
  readonly marketId: number;
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly takerSide: OrderSide;
  readonly takerOrderId: number;
  readonly makerOrderId: number;
  readonly takerOwnerId: number;
  readonly makerOwnerId: number;
  readonly takerFee: bigint;
  readonly makerFee: bigint;
  readonly atMs: EpochMs;
}

/** Balance of a spot account after the batch. */
export type SpotBalance = OwnedBalance;

/** A level of the order book after the batch; 0 lots when it is gone. */
export interface LevelChange {
  readonly side: OrderSide;
  readonly priceTicks: number;
  readonly quantityLots: number;
}

/** All changes that one commit made durable. */
export interface CommittedBatch {
  /** Trades in the order in which they happened. */
  readonly deals: readonly SpotDeal[];
  /** Each changed order once, as it is after the batch, by id. */
  readonly orders: readonly SpotOrder[];
  /** Each changed balance of a user once, as it is after the batch; house accounts are left out. */
  readonly balances: readonly SpotBalance[];
  /** Changed levels by market id. */
  readonly levels: ReadonlyMap<number, readonly LevelChange[]>;
}

export type SpotListener = (batch: CommittedBatch) => void;
