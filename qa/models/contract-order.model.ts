/** Alphabets of a contract order: a limit order with both targets, and a market order without any. */
import { openingCostOf, profitOf } from '../../contract/figures/lever-order.ts';
import type { LeverTerms } from '../../contract/figures/lever-order.ts';
import type {
  ContractOrderContext,
  ContractOrderInput,
} from '../../machines/domain/lever/contract-order.context.ts';
import type {
  CloseTriggered,
  ContractOrderEvent,
  LapseReason,
  OrderOpened,
} from '../../machines/domain/lever/contract-order.events.ts';
import { contractOrderMachine } from '../../machines/domain/lever/contract-order.machine.ts';
import { defineModel, stateAnd, type EventCase, type MachineModel } from './model.ts';

type Snapshot = ReturnType<typeof contractOrderMachine.getInitialSnapshot>;
type Case = EventCase<ContractOrderEvent, Snapshot>;

const OWNER_ID = 1;
const STRANGER_ID = 999_999_999;
const OWNER = { role: 'owner', userId: OWNER_ID } as const;
const ENGINE = { role: 'engine', userId: 0 } as const;
const OPERATOR = { role: 'operator', userId: 0 } as const;
const OPENED_MS = Date.UTC(2026, 10, 20, 10);
const LIMIT_TICKS = 9_700_000;
const PROFIT_TICKS = 9_900_000;
const LOSS_TICKS = 9_500_000;
const GAIN_TICKS = 9_750_000;

const TERMS = {
  orderId: '1',
  ownerId: OWNER_ID,
  direction: 'long',
  lots: 250,
  multiple: 20,
  spreadPpm: 200,
  feePpm: 500,
  nightPpm: 300,
  calendar: 'coin',
  tickLotUnits: '10000000000000',
} as const;
const LEVER_TERMS: LeverTerms = { ...TERMS, tickLotUnits: BigInt(TERMS.tickLotUnits) };

function opened(ticks: number): OrderOpened {
  const { margin, fee } = openingCostOf(LEVER_TERMS, ticks);
  return {
    type: 'order.opened',
    by: ENGINE,
    ticks,
    margin: String(margin),
    fee: String(fee),
    atMs: OPENED_MS,
  };
}

const settled = ({ openTicks }: Pick<ContractOrderContext, 'openTicks'>): ContractOrderEvent => ({
  type: 'position.settled',
  by: ENGINE,
  ticks: GAIN_TICKS,
  profit: String(profitOf(LEVER_TERMS, openTicks ?? LIMIT_TICKS, GAIN_TICKS)),
  nights: '0',
  atMs: OPENED_MS,
});

const trigger = (
  reason: CloseTriggered['reason'],
  markTicks: number,
  seen: readonly [string, string] | null = null,
): CloseTriggered => ({
  type: 'close.trigger',
  by: ENGINE,
  reason,
  markTicks,
  equity: seen?.[0] ?? null,
  accountMargin: seen?.[1] ?? null,
});

const amended = (
  takeProfitTicks: number | null,
  stopLossTicks: number | null,
  revision: number,
): ContractOrderEvent => ({
  type: 'targets.amend',
  by: OWNER,
  takeProfitTicks,
  stopLossTicks,
  markTicks: GAIN_TICKS,
  revision,
});

/** An amendment of the order as its owner sees it now. */
const amendCase = (label: string, profit: number | null, loss: number | null): Case => ({
  event: amended(profit, loss, 1),
  eventAt: ({ context }) => amended(profit, loss, context.revision),
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

function allowed(): Case[] {
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
    ...Object.entries(LAPSES).map(([reason, label]): Case => ({
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
      event: settled({ openTicks: LIMIT_TICKS }),
      eventAt: ({ context }) => settled(context),
      by: 'engine',
      label: 'it is settled at the mark',
    },
  ];
}

/** Events that no state accepts: wrong senders, wrong prices, wrong sums. */
function refused(): Case[] {
  const stranger = { role: 'owner', userId: STRANGER_ID } as const;
  const foreign = (by: string, label: string, event: ContractOrderEvent): Case => ({
    event,
    by,
    label,
  });
  const cheap = { ...opened(LIMIT_TICKS - 100), margin: '1' };
  return [
    foreign('engine', 'it opens one tick beyond its limit', opened(LIMIT_TICKS + 1)),
    foreign('engine', 'it opens with too little margin', cheap),
    foreign('owner', 'its owner opens it', { ...opened(LIMIT_TICKS - 100), by: OWNER }),
    foreign('stranger', 'a stranger cancels it', { type: 'order.cancel', by: stranger }),
    foreign('operator', 'an operator cancels it as its owner', {
      type: 'order.cancel',
      by: OPERATOR,
    }),
    foreign('owner', 'its owner dismisses it', { type: 'order.dismiss', by: OWNER }),
    foreign('owner', 'its owner lets it lapse', {
      type: 'order.lapse',
      by: OWNER,
      reason: 'price_moving',
    }),
    foreign('stranger', 'a stranger closes it', { type: 'close.order', by: stranger }),
    foreign('owner', 'its owner ends the market', { type: 'close.demand', by: OWNER }),
    foreign('stranger', 'a stranger keeps it open', { type: 'close.withdraw', by: stranger }),
    foreign(
      'engine',
      'the account is above half of its margin',
      trigger('stop_out', 1, ['51', '100']),
    ),
    foreign(
      'engine',
      'the mark is one tick before its stop-loss',
      trigger('stop_loss', LOSS_TICKS + 1),
    ),
    foreign('owner', 'its owner triggers its end', {
      ...trigger('deleveraged', GAIN_TICKS),
      by: OWNER,
    }),
    foreign('engine', 'it is settled with another profit', {
      ...settled({ openTicks: LIMIT_TICKS }),
      type: 'position.settled',
      profit: '1',
    } as ContractOrderEvent),
    foreign('owner', 'its owner amends what has changed', amended(null, null, 99)),
    {
      event: amended(LOSS_TICKS, null, 1),
      eventAt: ({ context }) => amended(LOSS_TICKS, null, context.revision),
      by: 'owner',
      label: 'its owner puts the take-profit on the wrong side',
    },
  ];
}

const key = (snapshot: Snapshot): string => {
  const { takeProfitTicks, stopLossTicks, closeReason, cancelReason, openTicks } = snapshot.context;
  return stateAnd(snapshot, takeProfitTicks, stopLossTicks, closeReason, cancelReason, openTicks);
};

const STATE_LABELS = {
  pending: 'it waits and holds its reserve',
  inTrading: 'its margin is frozen and it follows the mark',
  closing: 'it waits for a price at which it closes',
  closed: 'it is closed and paid',
  cancelled: 'it is cancelled and nothing is frozen for it',
};

function modelOf(name: string, input: ContractOrderInput): MachineModel {
  return defineModel({
    name,
    machine: contractOrderMachine,
    input,
    cases: [...allowed(), ...refused()],
    key,
    stateLabels: STATE_LABELS,
    limit: 1_000,
  });
}

export const contractOrderModel = modelOf('contract-order', {
  ...TERMS,
  kind: 'limit',
  limitTicks: LIMIT_TICKS,
  takeProfitTicks: PROFIT_TICKS,
  stopLossTicks: LOSS_TICKS,
});
