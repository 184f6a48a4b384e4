/**
 * The event log of a contract order, from its stored rows, and its replay by the lifecycle machine. This checks
 * the core and its writer against `machines/domain/lever/contract-order.machine.ts`. Pure.
 */
import { ensure } from '../../../contract/assert.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { ContractOrderInput } from '../../../machines/domain/lever/contract-order.context.ts';
import type {
  ContractOrderEvent,
  LapseReason,
  TriggerReason,
} from '../../../machines/domain/lever/contract-order.events.ts';
import { contractOrderMachine } from '../../../machines/domain/lever/contract-order.machine.ts';
import { stateOf } from '../../../machines/domain/lever/contract-order.snapshot.ts';
import type { ContractOrderSnapshot } from '../../../machines/domain/lever/contract-order.snapshot.ts';
import type { LeverOrder } from '../../engine/lever/lever-types.ts';
import { beginLife, takeEvent } from '../../kit/lifecycle/machine-steps.ts';
import { wholeReplay } from '../../kit/lifecycle/replay-slices.ts';
import { OWNERS } from '../../ledger/chart.ts';
import type { LeverOrderEvent } from './lever-store.types.ts';

/** The stored rows of one order. */
export interface LeverRecord {
  readonly order: Readonly<LeverOrder>;
  /** Sorted by revision. */
  readonly events: readonly LeverOrderEvent[];
}

/** One entry of the log; the first is the placement and has no event. */
interface LeverReplayStep {
  readonly atMs: EpochMs;
  readonly event: ContractOrderEvent | null;
  /** The order after the event. */
  readonly snapshot: ContractOrderSnapshot;
}

interface LeverReplay {
  /** Steps up to the first event that the machine rejects. */
  readonly steps: readonly LeverReplayStep[];
  /** The differences between the replay and the stored order; empty when they agree. */
  readonly faults: readonly string[];
}

const ENGINE = { role: 'engine', userId: OWNERS.house } as const;
const OPERATOR = { role: 'operator', userId: OWNERS.house } as const;
const ownerOf = ({ ownerId }: Pick<LeverOrder, 'ownerId'>) =>
  ({ role: 'owner', userId: ownerId }) as const;

/** Replays the order's whole log and compares the final state with the row. */
export function replayLeverOrder(record: LeverRecord): LeverReplay {
  return wholeReplay(replayInSteps(record));
}

/** Like {@link replayLeverOrder}, with a pause for the caller after each event. */
export function* replayInSteps({ order, events }: LeverRecord): Generator<undefined, LeverReplay> {
  const begin = beginLife(contractOrderMachine, inputOf(order, events[0]));
  let { snapshot } = begin;
  const steps: LeverReplayStep[] = [{ atMs: order.placedAtMs, event: null, snapshot }];
  const faults: string[] = [];
  for (const logged of events) {
    for (const event of machineEventsOf(order, logged, snapshot)) {
      const step = takeEvent(contractOrderMachine, snapshot, event);
      if (step === null) return { steps, faults: [...faults, refusedText(snapshot, event)] };
      ({ snapshot } = step);
      steps.push({ atMs: logged.atMs, event, snapshot });
    }
    const { revision } = snapshot.context;
    if (revision !== logged.revision)
      faults.push(`event ${logged.type} has revision ${logged.revision}, the replay ${revision}`);
    yield;
  }
  return { steps, faults: [...faults, ...differences(order, snapshot)] };
}

/** Returns the terms, with the targets that the order was placed with. */
function inputOf(
  order: Readonly<LeverOrder>,
  first: LeverOrderEvent | undefined,
): ContractOrderInput {
  const { takeProfitTicks, stopLossTicks } = first ?? order;
  return {
    orderId: String(order.id),
    ownerId: order.ownerId,
    kind: order.kind,
    direction: order.direction,
    lots: order.lots,
    multiple: order.multiple,
    spreadPpm: order.spreadPpm,
    feePpm: order.feePpm,
    nightPpm: order.nightPpm,
    calendar: order.calendar,
    tickLotUnits: String(order.tickLotUnits),
    limitTicks: order.limitTicks,
    worstTicks: order.worstTicks,
    takeProfitTicks,
    stopLossTicks,
  };
}

/** Returns the events of the machine that a stored event stands for. */
function machineEventsOf(
  order: Readonly<LeverOrder>,
  { type, reason, revision, takeProfitTicks, stopLossTicks, markTicks }: LeverOrderEvent,
  before: ContractOrderSnapshot,
): ContractOrderEvent[] {
  switch (type) {
    case 'placed':
      return [];
    case 'opened': {
      const { ticks, atMs, margin, fee } = ensure(order.opening, 'opening of an opened order');
      const cost = { margin: String(margin), fee: String(fee) };
      return [{ type: 'order.opened', by: ENGINE, ticks, atMs, ...cost }];
    }
    case 'amended': {
      const targets = { takeProfitTicks, stopLossTicks, markTicks, revision: revision - 1 };
      return [{ type: 'targets.amend', by: ownerOf(order), ...targets }];
    }
    case 'cancelled':
      if (reason === 'owner') return [{ type: 'order.cancel', by: ownerOf(order) }];
      if (reason === 'operator') return [{ type: 'order.dismiss', by: OPERATOR }];
      return [{ type: 'order.lapse', by: ENGINE, reason: reason as LapseReason }];
    case 'close_waits':
      return [closeAskedBy(order, reason)];
    case 'close_withdrawn':
      return [{ type: 'close.withdraw', by: ownerOf(order) }];
    case 'closed':
      return closingEventsOf(order, before);
  }
}

const closeAskedBy = (
  order: Readonly<LeverOrder>,
  reason: LeverOrderEvent['reason'],
): ContractOrderEvent =>
  reason === 'owner'
    ? { type: 'close.order', by: ownerOf(order) }
    : { type: 'close.demand', by: OPERATOR };

function closingEventsOf(
  order: Readonly<LeverOrder>,
  before: ContractOrderSnapshot,
): ContractOrderEvent[] {
  const closing = ensure(order.closing, 'close of a closed order');
  const { reason, ticks, profit, nights, atMs, seen } = closing;
  const settled = { ticks, profit: String(profit), nights: String(nights), atMs };
  const end = { type: 'position.settled', by: ENGINE, ...settled } as const;
  if (reason === 'owner' || reason === 'wound_down')
    return before.matches('closing') ? [end] : [closeAskedBy(order, reason), end];
  const trigger = {
    type: 'close.trigger',
    by: ENGINE,
    reason: reason satisfies TriggerReason,
    markTicks: ticks,
    equity: seen === null ? null : String(seen.equity),
    accountMargin: seen === null ? null : String(seen.margin),
  } as const;
  return [trigger, end];
}

const refusedText = (snapshot: ContractOrderSnapshot, event: ContractOrderEvent): string =>
  `${event.type} cannot happen to an order that is ${stateOf(snapshot)} (${JSON.stringify(event)})`;

function differences(order: Readonly<LeverOrder>, snapshot: ContractOrderSnapshot): string[] {
  const { context } = snapshot;
  const { opening, closing } = order;
  const text = (value: bigint | undefined) => (value === undefined ? null : String(value));
  const replayed = {
    state: stateOf(snapshot),
    revision: context.revision,
    reserve: context.reserve,
    take_profit: context.takeProfitTicks,
    stop_loss: context.stopLossTicks,
    open_price: context.openTicks,
    margin: context.margin,
    fee: context.fee,
    close_reason: context.closeReason,
    close_price: context.closeTicks,
    profit: context.profit,
    nights: context.nights,
    cancel_reason: context.cancelReason,
  };
  const stored: typeof replayed = {
    state: order.state,
    revision: order.revision,
    reserve: String(order.reserve),
    take_profit: order.takeProfitTicks,
    stop_loss: order.stopLossTicks,
    open_price: opening?.ticks ?? null,
    margin: text(opening?.margin),
    fee: text(opening?.fee),
    close_reason: order.closeReason,
    close_price: closing?.ticks ?? null,
    profit: text(closing?.profit),
    nights: text(closing?.nights),
    cancel_reason: order.cancelReason,
  };
  return (Object.keys(replayed) as (keyof typeof replayed)[])
    .filter((field) => replayed[field] !== stored[field])
    .map((field) => `${field} is ${stored[field]}, the replay says ${replayed[field]}`);
}
