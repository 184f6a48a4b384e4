/** Alphabet of a contract order: a short at the market with a worst price and without targets, while sources disagree. */
import type { ContractOrderContext } from '../../machines/domain/lever/contract-order.context.ts';
import type { LapseReason } from '../../machines/domain/lever/contract-order.events.ts';
import { contractOrderMachine } from '../../machines/domain/lever/contract-order.machine.ts';
import {
  amended,
  ENGINE,
  keyOf,
  ofEngine,
  opened,
  OPERATOR,
  OWNER,
  refusedAlways,
  settledAt,
  STATE_LABELS,
  TERMS,
  trigger,
  type ContractOrderCase,
} from './contract-order.letters.ts';
import { defineModel, type MachineModel } from './model.ts';

const OPEN_TICKS = 9_740_000;
const WORST_TICKS = 9_700_000;
const PROFIT_TICKS = 9_500_000;
const LOSS_TICKS = 9_900_000;
const GAIN_TICKS = 9_700_000;
const NOW = { revision: 1, markTicks: GAIN_TICKS };

const settled = (order: Pick<ContractOrderContext, 'direction' | 'openTicks'>) =>
  settledAt(GAIN_TICKS, order);
const UNOPENED = { direction: 'short', openTicks: OPEN_TICKS } as const;

/** An amendment of the order as its owner sees it now. */
const amendCase = (
  label: string,
  profit: number | null,
  loss: number | null,
): ContractOrderCase => ({
  event: amended(profit, loss, NOW),
  eventAt: ({ context: { revision } }) => amended(profit, loss, { ...NOW, revision }),
  by: 'owner',
  label,
});

/** Reasons for which an order that waits for agreement of the sources lapses. It names no targets. */
const LAPSES: Partial<Record<LapseReason, string>> = {
  price_moving: 'the sources do not agree in time',
  market_halted: 'its market is halted while it waits',
  market_closed: 'its market closes while it waits',
  contracts_close_only: 'its market takes no openings while it waits',
  market_removed: 'its market ends',
  price_beyond_worst: 'the price is beyond its worst price',
  insufficient_margin: 'its owner can no longer pay its margin',
  exposure_limit: 'the exchange takes no more of this risk',
  position_limit_reached: 'its owner has too much in its market',
  mark_unavailable: 'another market of its owner has no price',
};

const allowed: readonly ContractOrderCase[] = [
  ofEngine(opened(OPEN_TICKS), 'it opens at a price within its worst price'),
  amendCase('its owner sets both targets', PROFIT_TICKS, LOSS_TICKS),
  amendCase('its owner clears both targets', null, null),
  { event: { type: 'order.cancel', by: OWNER }, by: 'owner', label: 'its owner cancels it' },
  {
    event: { type: 'order.dismiss', by: OPERATOR },
    by: 'operator',
    label: 'an operator dismisses it',
  },
  ...Object.entries(LAPSES).map(([reason, label]) =>
    ofEngine({ type: 'order.lapse', by: ENGINE, reason: reason as LapseReason }, label),
  ),
  { event: { type: 'close.order', by: OWNER }, by: 'owner', label: 'its owner closes it' },
  ofEngine(trigger('take_profit', PROFIT_TICKS - 200), 'the mark falls to its take-profit'),
  ofEngine(trigger('stop_loss', LOSS_TICKS + 200), 'the mark rises to its stop-loss'),
  ofEngine(trigger('stop_out', GAIN_TICKS, ['50', '100']), 'the account is at half of its margin'),
  ofEngine(trigger('deleveraged', GAIN_TICKS), 'the pool is too low and the position has a profit'),
  {
    event: { type: 'close.demand', by: OPERATOR },
    by: 'operator',
    label: 'an operator ends the market',
  },
  { event: { type: 'close.withdraw', by: OWNER }, by: 'owner', label: 'its owner keeps it' },
  {
    event: settled(UNOPENED),
    eventAt: ({ context }) => settled(context),
    by: 'engine',
    label: 'it is settled at the mark',
  },
];

/** Events that no state accepts: wrong senders, wrong prices, wrong sums. */
const refused: readonly ContractOrderCase[] = [
  ...refusedAlways(opened(OPEN_TICKS), settled(UNOPENED)),
  ofEngine(opened(WORST_TICKS - 1), 'it opens one tick beyond its worst price'),
  ofEngine(trigger('take_profit', PROFIT_TICKS + 1), 'the mark is one tick before its take-profit'),
  ofEngine(trigger('deleveraged', LOSS_TICKS), 'the pool is too low and the position has a loss'),
  amendCase('its owner puts the take-profit on the wrong side', LOSS_TICKS, null),
];

export const contractMarketOrderModel: MachineModel = defineModel({
  name: 'contract-market-order',
  machine: contractOrderMachine,
  input: {
    ...TERMS,
    direction: 'short',
    kind: 'market',
    limitTicks: null,
    worstTicks: WORST_TICKS,
    takeProfitTicks: null,
    stopLossTicks: null,
  },
  cases: [...allowed, ...refused],
  key: keyOf,
  stateLabels: STATE_LABELS,
  limit: 1_000,
});
