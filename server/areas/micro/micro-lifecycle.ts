/**
 * The event log of a fast contract, from its stored row and the points of the index log, and its replay by the lifecycle
 * machine. The stored opening, window and outcome are not read but compared. Pure.
 */
import type { IndexRecord } from '../../../contract/figures/index-record.ts';
import { readReceipt } from '../../../contract/figures/micro-receipt.ts';
import { openingOf, windowOf } from '../../../contract/figures/micro-settlement.ts';
import { SECOND_MS, type EpochMs } from '../../../contract/time.ts';
import type { MicroOrderEvent } from '../../../machines/domain/micro/micro-order.events.ts';
import {
  microOrderMachine,
  type MicroOrderSnapshot,
} from '../../../machines/domain/micro/micro-order.machine.ts';
import { beginLife, takeEvent } from '../../kit/lifecycle/machine-steps.ts';
import { OWNERS } from '../../ledger/chart.ts';
import type { StoredMicroOrder } from './micro.types.ts';

/** One order, and the points that its replay needs. */
export interface MicroRecord {
  readonly order: StoredMicroOrder;
  /** Points of the log from the acceptance to the end; null when their lines are removed, and the row must do. */
  readonly points: readonly IndexRecord[] | null;
}

/** One entry of the log; the first is the acceptance and has no event. */
interface MicroReplayStep {
  readonly atMs: EpochMs;
  readonly event: MicroOrderEvent | null;
  /** The order after the event. */
  readonly snapshot: MicroOrderSnapshot;
}

interface MicroReplay {
  /** Steps up to the first event that the machine rejects. */
  readonly steps: readonly MicroReplayStep[];
  /** The differences between the replay and the stored order; empty when they agree. */
  readonly faults: readonly string[];
}

const ENGINE = { role: 'engine', userId: OWNERS.house } as const;

/**
 * Returns the differences between an ended order and its replay. @param records points of the log from the acceptance
 * to the end. @param isSigned whether the exchange has signed a text.
 */
export function microFaultsOf(
  order: StoredMicroOrder,
  records: MicroRecord['points'],
  isSigned: (text: string, signature: string) => boolean,
): readonly string[] {
  const { faults } = replayMicroOrder({ order, points: records });
  return isSigned(order.receipt, order.signature)
    ? faults
    : [...faults, 'the receipt is not signed'];
}

/** Replays the order from its receipt and the points, and compares the final state with the row. */
export function replayMicroOrder({ order, points }: MicroRecord): MicroReplay {
  const receipt = readReceipt(order.receipt);
  const { direction, seconds, stake, profitPpm, lossPpm, acceptedAtMs } = receipt ?? order;
  const input = {
    direction,
    seconds,
    stake: String(stake),
    profitPpm,
    lossPpm,
    acceptedAtMs,
  };
  let { snapshot } = beginLife(microOrderMachine, input);
  const steps: MicroReplayStep[] = [{ atMs: acceptedAtMs, event: null, snapshot }];
  const faults = receipt === null ? ['the receipt has another form'] : [];
  const events =
    points === null ? eventsOfRow(order) : eventsOf(input, pointsUntilNow(order, points));
  for (const event of events) {
    const step = takeEvent(microOrderMachine, snapshot, event);
    if (step === null)
      return { steps, faults: [...faults, `${event.type} cannot happen at ${snapshot.value}`] };
    ({ snapshot } = step);
    steps.push({ atMs: timeOf(event, order), event, snapshot });
  }
  const { token = null, instrument = null } = receipt ?? {};
  return {
    steps,
    faults: [...faults, ...differences(order, { ...input, token, instrument }, snapshot)],
  };
}

/** A running order is compared as far as its row has come, because the log may be a moment ahead. */
function pointsUntilNow(
  { state, openedAtMs }: StoredMicroOrder,
  points: readonly IndexRecord[],
): readonly IndexRecord[] {
  if (state === 'opening') return [];
  return state === 'open' ? points.filter(({ atMs }) => atMs <= (openedAtMs ?? 0)) : points;
}

const timeOf = (event: MicroOrderEvent, { settledAtMs, acceptedAtMs }: StoredMicroOrder): EpochMs =>
  event.type === 'tick.taken' ? event.atMs : (settledAtMs ?? acceptedAtMs);

/** Returns the events that the points of the log cause. */
function eventsOf(
  { acceptedAtMs, seconds }: Pick<StoredMicroOrder, 'acceptedAtMs' | 'seconds'>,
  points: readonly IndexRecord[],
): readonly MicroOrderEvent[] {
  const opening = openingOf(acceptedAtMs, points);
  if (opening.kind === 'waiting') return [];
  if (opening.kind === 'voided') return [{ type: 'patience.ended', by: ENGINE }];
  const { ticks, atMs } = opening;
  const taken: MicroOrderEvent = { type: 'tick.taken', by: ENGINE, ticks, atMs };
  const window = windowOf(atMs + seconds * SECOND_MS, points);
  return window === null ? [taken] : [taken, { type: 'window.closed', by: ENGINE, ...window }];
}

/** Returns the events that the row remembers. */
function eventsOfRow(order: StoredMicroOrder): readonly MicroOrderEvent[] {
  const { openTicks: ticks, openedAtMs: atMs, settledAtMs, window } = order;
  if (ticks === null || atMs === null)
    return settledAtMs === null ? [] : [{ type: 'patience.ended', by: ENGINE }];
  const taken: MicroOrderEvent = { type: 'tick.taken', by: ENGINE, ticks, atMs };
  return window === null ? [taken] : [taken, { type: 'window.closed', by: ENGINE, ...window }];
}

interface Terms {
  readonly token: string | null;
  readonly instrument: string | null;
  readonly direction: string;
  readonly seconds: number;
  readonly stake: string;
  readonly profitPpm: number;
  readonly lossPpm: number;
  readonly acceptedAtMs: number;
}

/** @param terms the terms of the receipt. */
function differences(
  order: StoredMicroOrder,
  terms: Terms,
  { value, context }: MicroOrderSnapshot,
): readonly string[] {
  const replayed = {
    token: terms.token,
    instrument: terms.instrument,
    direction: terms.direction,
    seconds: terms.seconds,
    stake: terms.stake,
    profit_ppm: terms.profitPpm,
    loss_ppm: terms.lossPpm,
    accepted_at: terms.acceptedAtMs,
    state: value,
    opened_at: context.openedAtMs,
    open_ticks: context.openTicks,
    expires_at: context.expiresAtMs,
    payout: context.payout,
    revision: context.revision,
  };
  const stored: typeof replayed = {
    token: order.token,
    instrument: order.instrument,
    direction: order.direction,
    seconds: order.seconds,
    stake: String(order.stake),
    profit_ppm: order.profitPpm,
    loss_ppm: order.lossPpm,
    accepted_at: order.acceptedAtMs,
    state: order.state,
    opened_at: order.openedAtMs,
    open_ticks: order.openTicks,
    expires_at: order.expiresAtMs,
    payout: order.payout === null ? null : String(order.payout),
    revision: order.revision,
  };
  return (Object.keys(replayed) as (keyof typeof replayed)[])
    .filter((field) => replayed[field] !== stored[field])
    .map((field) => `${field} is ${stored[field]}, the replay says ${replayed[field]}`);
}
