/** Alphabet of a contract order: a long at a limit with both targets. */
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

const LIMIT_TICKS = 9_700_000;
const PROFIT_TICKS = 9_900_000;
const LOSS_TICKS = 9_500_000;
const GAIN_TICKS = 9_750_000;

const settled = (order: Pick<ContractOrderContext, 'direction' | 'openTicks'>) =>
  settledAt(GAIN_TICKS, order);
const UNOPENED = { direction: 'long', openTicks: LIMIT_TICKS } as const;

/** An amendment of the order as its owner sees it now. */
const amendCase = (
  label: string,
  profit: number | null,
  loss: number | null,
): ContractOrderCase => ({
  event: amended(profit, loss, { revision: 1, markTicks: GAIN_TICKS }),
  eventAt: ({ context: { revision } }) =>
    amended(profit, loss, { revision, markTicks: GAIN_TICKS }),
  by: 'owner',
  label,
});

const LAPSES: Readonly<Record<LapseReason, string>> = {
  insufficient_margin: 'its owner can no longer pay its margin',
  exposure_limit: 'the exchange takes no more of this risk',
  account_stopped_out: 'the account of its owner is stopped out',
  market_removed: 'its market ends',
  price_moving: 'the sources do not agree in time',
  market_halted: 'its market is halted while it waits',
  market_closed: 'its market closes while it waits',
  contracts_close_only: 'its market takes no openings while it waits',
  mark_unavailable: 'another market of its owner has no price',
  take_profit_wrong_side: 'the price has passed its take-profit',
  stop_loss_wrong_side: 'the price has passed its stop-loss',
  price_beyond_worst: 'the price is beyond its worst price',
  too_many_contract_orders: 'its owner has too many positions',
  position_limit_reached: 'its owner has too much in its market',
};

function allowed(): ContractOrderCase[] {
  return [
    {
      event: opened(LIMIT_TICKS - 100),
      by: 'engine',
      label: 'it opens at a price within its limit',
    },
    amendCase('its owner moves both targets', PROFIT_TICKS + 100, LOSS_TICKS - 100),
    amendCase('its owner clears both targets', null, null),
    { event: { type: 'order.cancel', by: OWNER }, by: 'owner', label: 'its owner cancels it' },
    {
      event: { type: 'order.dismiss', by: OPERATOR },
      by: 'operator',
      label: 'an operator dismisses it',
    },
    ...Object.entries(LAPSES).map(([reason, label]): ContractOrderCase => ({
      event: { type: 'order.lapse', by: ENGINE, reason: reason as LapseReason },
      by: 'engine',
      label,
    })),
    { event: { type: 'close.order', by: OWNER }, by: 'owner', label: 'its owner closes it' },
    {
      event: trigger('take_profit', PROFIT_TICKS + 200),
      by: 'engine',
      label: 'the mark rises to its take-profit',
    },
    {
      event: trigger('stop_loss', LOSS_TICKS - 200),
      by: 'engine',
      label: 'the mark falls to its stop-loss',
    },
    {
      event: trigger('stop_out', LOSS_TICKS, ['50', '100']),
      by: 'engine',
      label: 'the account is at half of its margin',
    },
    {
      event: trigger('deleveraged', GAIN_TICKS),
      by: 'engine',
      label: 'the pool is too low and the position has a profit',
    },
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
}

/** Events that no state accepts: wrong senders, wrong prices, wrong sums. */
const refused: readonly ContractOrderCase[] = [
  ...refusedAlways(opened(LIMIT_TICKS - 100), settled(UNOPENED)),
  ofEngine(opened(LIMIT_TICKS + 1), 'it opens one tick beyond its limit'),
  ofEngine(trigger('stop_out', 1, ['51', '100']), 'the account is above half of its margin'),
  ofEngine(trigger('stop_loss', LOSS_TICKS + 1), 'the mark is one tick before its stop-loss'),
  amendCase('its owner puts the take-profit on the wrong side', LOSS_TICKS, null),
];

export const contractOrderModel: MachineModel = defineModel({
  name: 'contract-order',
  machine: contractOrderMachine,
  input: {
    ...TERMS,
    direction: 'long',
    kind: 'limit',
    limitTicks: LIMIT_TICKS,
    worstTicks: null,
    takeProfitTicks: PROFIT_TICKS,
    stopLossTicks: LOSS_TICKS,
  },
  cases: [...allowed(), ...refused],
  key: keyOf,
  stateLabels: STATE_LABELS,
  limit: 1_000,
});
