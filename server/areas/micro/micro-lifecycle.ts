/**
 * The replay of a stored fast contract by its lifecycle machine, from the receipt and the points of the index log. The
 * stored opening, window and outcome are not read but compared. Pure.
 */
import { readReceipt } from '../../../contract/figures/micro-receipt.ts';
import type { IndexRecord } from '../../../contract/figures/index-record.ts';
import { openingOf, windowOf } from '../../../contract/figures/micro-settlement.ts';
import { units } from '../../../contract/money/units.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import { microOrderMachine } from '../../../machines/domain/micro/micro-order.machine.ts';
import type { MicroOrderEvent } from '../../../machines/domain/micro/micro-order.machine.ts';
import { beginLife, takeEvent } from '../../kit/lifecycle/machine-steps.ts';
import type { StoredMicroOrder } from './micro.types.ts';

/**
 * Returns the differences between an ended order and its replay. @param records points of the log from the acceptance
 * to the end. @param isSigned whether the exchange has signed a text.
 */
export function microFaultsOf(
  order: StoredMicroOrder,
  records: readonly IndexRecord[],
  isSigned: (text: string, signature: string) => boolean,
): readonly string[] {
  const receipt = readReceipt(order.receipt);
  if (receipt === null) return ['the receipt has another form'];
  if (!isSigned(order.receipt, order.signature)) return ['the receipt is not signed'];
  const { direction, seconds, stake, profitPpm, lossPpm, acceptedAtMs } = receipt;
  const terms = { direction, seconds, profitPpm, lossPpm, acceptedAtMs };
  const input = { ...terms, stake: String(stake) };
  let { snapshot } = beginLife(microOrderMachine, input);
  for (const event of eventsOf({ ...terms, stake: units(stake) }, records)) {
    const step = takeEvent(microOrderMachine, snapshot, event);
    if (step === null) return [`${event.type} cannot happen to an order that is ${snapshot.value}`];
    ({ snapshot } = step);
  }
  const { context } = snapshot;
  const replayed = {
    token: receipt.token,
    instrument: receipt.instrument,
    direction,
    seconds,
    stake: String(stake),
    profit_ppm: profitPpm,
    loss_ppm: lossPpm,
    accepted_at: acceptedAtMs,
    state: snapshot.value,
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

/** Returns the events that the points of the log cause. */
function eventsOf(
  { acceptedAtMs, seconds }: Pick<StoredMicroOrder, 'acceptedAtMs' | 'seconds' | 'stake'>,
  records: readonly IndexRecord[],
): readonly MicroOrderEvent[] {
  const opening = openingOf(acceptedAtMs, records);
  if (opening.kind === 'waiting') return [];
  if (opening.kind === 'voided') return [{ type: 'patience.ended' }];
  const { ticks, atMs } = opening;
  const taken: MicroOrderEvent = { type: 'tick.taken', ticks, atMs };
  const window = windowOf(atMs + seconds * SECOND_MS, records);
  return window === null ? [taken] : [taken, { type: 'window.closed', ...window }];
}
