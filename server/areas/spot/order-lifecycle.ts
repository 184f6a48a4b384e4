/**
 * The event log of an order, derived from its stored rows, and its replay by the lifecycle machine.
 * This checks the engine and its writer against `machines/domain/spot/spot-order.machine.ts`. Pure.
 */
import * as figures from '../../../contract/figures/spot.ts';
import type { OrderState } from '../../../contract/spot/spot.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type {
  SpotOrderContext,
  SpotOrderInput,
} from '../../../machines/domain/spot/spot-order.context.ts';
import type {
  ExpiryReason,
  SpotOrderEvent,
} from '../../../machines/domain/spot/spot-order.events.ts';
import { spotOrderMachine } from '../../../machines/domain/spot/spot-order.machine.ts';
import { reserveOf } from '../../../machines/domain/spot/spot-order.rules.ts';
import {
  stateOf,
  type SpotOrderSnapshot,
} from '../../../machines/domain/spot/spot-order.snapshot.ts';
import { OWNERS } from '../../ledger/chart.ts';
import { beginLife, takeEvent } from '../../kit/lifecycle/machine-steps.ts';
import { wholeReplay } from '../../kit/lifecycle/replay-slices.ts';
import type { SpotDeal, SpotOrder } from './spot-events.ts';

/** Codes and decimals of a market and its currencies. */
export interface MarketScales {
  readonly baseCode: string;
  readonly quoteCode: string;
  readonly baseScale: number;
  readonly quoteScale: number;
  readonly priceScale: number;
  readonly quantityScale: number;
}

/** The stored rows of one order. */
export interface OrderRecord {
  readonly order: SpotOrder;
  /** Trades by id. */
  readonly deals: readonly SpotDeal[];
  readonly market: MarketScales;
}

/** One entry of the event log; the first is the placement and has no event. */
export interface ReplayStep {
  readonly atMs: EpochMs;
  readonly event: SpotOrderEvent | null;
  readonly deal: SpotDeal | null;
  /** The state of the order after the event. */
  readonly state: OrderState;
  readonly context: SpotOrderContext;
}

export interface Replay {
  /** Steps up to the first event that the machine rejects. */
  readonly steps: readonly ReplayStep[];
  /** The differences between the replay and the stored order; empty when they agree. */
  readonly faults: readonly string[];
}

interface LoggedEvent {
  readonly atMs: EpochMs;
  readonly event: SpotOrderEvent;
  readonly deal: SpotDeal | null;
}

const ENGINE = { role: 'engine', userId: OWNERS.house } as const;
const OPERATOR = { role: 'operator', userId: OWNERS.house } as const;

/** Replays the order's whole log and compares the final state with the row. */
export function replayOrder(record: OrderRecord): Replay {
  return wholeReplay(replayInSteps(record));
}

/** Like {@link replayOrder}, one event at a time, because an order may have thousands of trades. */
export function* replayInSteps(record: OrderRecord): Generator<undefined, Replay> {
  const { order } = record;
  let { snapshot } = beginLife(spotOrderMachine, inputOf(record));
  const steps: ReplayStep[] = [
    stepOf(snapshot, { atMs: order.createdAtMs, event: null, deal: null }),
  ];
  for (const logged of eventLogOf(record)) {
    yield;
    const step = takeEvent(spotOrderMachine, snapshot, logged.event);
    if (step === null) return { steps, faults: [refusedText(snapshot, logged)] };
    ({ snapshot } = step);
    steps.push(stepOf(snapshot, logged));
  }
  return { steps, faults: [...feeFaults(steps), ...differences(order, snapshot, record.market)] };
}

function inputOf({ order, deals, market }: OrderRecord): SpotOrderInput {
  const { priceTicks, quantityLots, amount } = order;
  const terms = {
    orderId: String(order.id),
    ownerId: order.ownerId,
    side: order.side,
    kind: order.kind,
    price:
      priceTicks === null
        ? null
        : String(BigInt(priceTicks) * 10n ** BigInt(market.quoteScale - market.priceScale)),
    quantity: quantityLots === null ? null : String(baseUnits(market, quantityLots)),
    amount: amount === null ? null : String(amount),
    baseScale: market.baseScale,
    makerFeePpm: order.makerFeePpm,
    takerFeePpm: order.takerFeePpm,
  };
  // A market buy by quantity freezes exactly the cost of its trades; some of them may be still to come.
  const swept = deals.reduce((sum, deal) => sum + costOf(market, deal), order.reserved);
  return { ...terms, reserved: String(reserveOf(terms) ?? swept) };
}

function eventLogOf(record: OrderRecord): LoggedEvent[] {
  const { order, deals, market } = record;
  const fills = deals.map((deal): LoggedEvent => ({
    atMs: deal.atMs,
    deal,
    event: {
      type: 'order.filled',
      by: ENGINE,
      quantity: String(baseUnits(market, deal.quantityLots)),
      amount: String(costOf(market, deal)),
      liquidity: deal.makerOrderId === order.id ? 'maker' : 'taker',
    },
  }));
  const end = endOf(order);
  return end === null ? fills : [...fills, { atMs: order.updatedAtMs, deal: null, event: end }];
}

/** Returns the event that ended the order, unless the last fill did. */
function endOf({ state, endReason, ownerId, amount }: SpotOrder): SpotOrderEvent | null {
  if (state === 'executed' && amount !== null) return { type: 'order.exhausted', by: ENGINE };
  if (state !== 'cancelled' || endReason === null) return null;
  if (endReason === 'owner')
    return { type: 'order.cancel', by: { role: 'owner', userId: ownerId } };
  if (endReason === 'operator') return { type: 'order.close', by: OPERATOR };
  return { type: 'order.expired', by: ENGINE, reason: endReason satisfies ExpiryReason };
}

function stepOf(
  snapshot: SpotOrderSnapshot,
  { atMs, event, deal }: Omit<ReplayStep, 'state' | 'context'>,
): ReplayStep {
  return { atMs, event, deal, state: stateOf(snapshot), context: snapshot.context };
}

function refusedText(snapshot: SpotOrderSnapshot, { event, deal }: LoggedEvent): string {
  const which = deal === null ? event.type : `${event.type} by deal ${deal.id}`;
  return `${which} can not happen to an order that is ${stateOf(snapshot)} (${JSON.stringify(event)})`;
}

/** Trades whose stored fee differs from the fee by the order's rate. */
function feeFaults(steps: readonly ReplayStep[]): string[] {
  return steps.flatMap(({ deal, event, context }, index) => {
    const before = steps[index - 1];
    if (deal === null || before === undefined || event?.type !== 'order.filled') return [];
    const fee = BigInt(context.fee) - BigInt(before.context.fee);
    const stored = event.liquidity === 'maker' ? deal.makerFee : deal.takerFee;
    return fee === stored ? [] : [`the fee of deal ${deal.id} is ${stored}, not ${fee}`];
  });
}

function differences(
  order: SpotOrder,
  snapshot: SpotOrderSnapshot,
  market: MarketScales,
): string[] {
  const { context } = snapshot;
  const replayed = {
    state: stateOf(snapshot),
    end_reason: context.endReason,
    executed_quantity: context.executedQuantity,
    executed_amount: context.executedAmount,
    fee: context.fee,
    reserved: context.reserved,
    revision: context.revision,
  };
  const stored: typeof replayed = {
    state: order.state,
    end_reason: order.endReason,
    executed_quantity: String(baseUnits(market, order.executedLots)),
    executed_amount: String(order.executedAmount),
    fee: String(order.fee),
    reserved: String(order.reserved),
    revision: order.revision,
  };
  return (Object.keys(replayed) as (keyof typeof replayed)[])
    .filter((field) => replayed[field] !== stored[field])
    .map((field) => `${field} is ${stored[field]}, the replay says ${replayed[field]}`);
}

const baseUnits = ({ baseScale, quantityScale }: MarketScales, lots: number): bigint =>
  BigInt(lots) * 10n ** BigInt(baseScale - quantityScale);

/** Quote units of the trade. */
const costOf = (market: MarketScales, { priceTicks, quantityLots }: SpotDeal): bigint =>
  figures.costOf(
    BigInt(priceTicks),
    BigInt(quantityLots),
    figures.tickLotUnitsOf({
      quote: market.quoteScale,
      price: market.priceScale,
      quantity: market.quantityScale,
    }),
  );
