/** Events of contract orders for the alphabets of their models. */
import { openingCostOf, profitOf } from '../../contract/figures/lever-order.ts';
import type { LeverTerms } from '../../contract/figures/lever-order.ts';
import type { ContractOrderContext } from '../../machines/domain/lever/contract-order.context.ts';
import type {
  CloseTriggered,
  ContractOrderEvent,
  OrderOpened,
} from '../../machines/domain/lever/contract-order.events.ts';
import type { contractOrderMachine } from '../../machines/domain/lever/contract-order.machine.ts';
import { stateAnd, type EventCase } from './model.ts';

type ContractOrderSnapshot = ReturnType<typeof contractOrderMachine.getInitialSnapshot>;
export type ContractOrderCase = EventCase<ContractOrderEvent, ContractOrderSnapshot>;

const OWNER_ID = 1;
export const OWNER = { role: 'owner', userId: OWNER_ID } as const;
const STRANGER = { role: 'owner', userId: 999_999_999 } as const;
export const ENGINE = { role: 'engine', userId: 0 } as const;
export const OPERATOR = { role: 'operator', userId: 0 } as const;
const OPENED_MS = Date.UTC(2026, 10, 20, 10);

/** Terms of every order of the models, except for its direction and prices. */
export const TERMS = {
  orderId: '1',
  ownerId: OWNER_ID,
  lots: 250,
  multiple: 20,
  spreadPpm: 200,
  feePpm: 500,
  nightPpm: 300,
  calendar: 'coin',
  tickLotUnits: '10000000000000',
} as const;
const termsOf = (direction: LeverTerms['direction']): LeverTerms => ({
  ...TERMS,
  direction,
  tickLotUnits: BigInt(TERMS.tickLotUnits),
});

/** Its cost is the same in both directions. */
export function opened(ticks: number): OrderOpened {
  const { margin, fee } = openingCostOf(termsOf('long'), ticks);
  return {
    type: 'order.opened',
    by: ENGINE,
    ticks,
    margin: String(margin),
    fee: String(fee),
    atMs: OPENED_MS,
  };
}

/** A settlement on the day of the opening. @param openTicks of an order that has not opened: any price */
export const settledAt = (
  ticks: number,
  { direction, openTicks }: Pick<ContractOrderContext, 'direction' | 'openTicks'>,
): ContractOrderEvent => ({
  type: 'position.settled',
  by: ENGINE,
  ticks,
  profit: String(profitOf(termsOf(direction), openTicks ?? ticks, ticks)),
  nights: '0',
  atMs: OPENED_MS,
});

/** @param seen equity and margin of the account */
export const trigger = (
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

/** An amendment by the owner. @param at revision that the owner has seen, and the mark */
export const amended = (
  takeProfitTicks: number | null,
  stopLossTicks: number | null,
  at: { readonly revision: number; readonly markTicks: number },
): ContractOrderEvent => ({
  type: 'targets.amend',
  by: OWNER,
  takeProfitTicks,
  stopLossTicks,
  ...at,
});

export const ofEngine = (event: ContractOrderEvent, label: string): ContractOrderCase => ({
  event,
  by: 'engine',
  label,
});

/** Events that no state accepts of any order: wrong senders, wrong sums, an old revision. */
export function refusedAlways(
  opening: OrderOpened,
  settlement: ContractOrderEvent,
): ContractOrderCase[] {
  const foreign = (by: string, label: string, event: ContractOrderEvent): ContractOrderCase => ({
    event,
    by,
    label,
  });
  const ends = trigger('deleveraged', 1);
  return [
    ofEngine({ ...opening, margin: '1' }, 'it opens with too little margin'),
    foreign('owner', 'its owner opens it', { ...opening, by: OWNER }),
    foreign('stranger', 'a stranger cancels it', { type: 'order.cancel', by: STRANGER }),
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
    foreign('stranger', 'a stranger closes it', { type: 'close.order', by: STRANGER }),
    foreign('owner', 'its owner ends the market', { type: 'close.demand', by: OWNER }),
    foreign('stranger', 'a stranger keeps it open', { type: 'close.withdraw', by: STRANGER }),
    foreign('owner', 'its owner triggers its end', { ...ends, by: OWNER }),
    ofEngine(
      { ...settlement, type: 'position.settled', profit: '1' } as ContractOrderEvent,
      'it is settled with another profit',
    ),
    foreign(
      'owner',
      'its owner amends what has changed',
      amended(null, null, { revision: 99, markTicks: 1 }),
    ),
  ];
}

export const STATE_LABELS = {
  pending: 'it waits and holds its reserve',
  inTrading: 'its margin is frozen and it follows the mark',
  closing: 'it waits for a price at which it closes',
  closed: 'it is closed and paid',
  cancelled: 'it is cancelled and nothing is frozen for it',
};

export const keyOf = (snapshot: ContractOrderSnapshot): string => {
  const { takeProfitTicks, stopLossTicks, closeReason, cancelReason, openTicks } = snapshot.context;
  return stateAnd(snapshot, takeProfitTicks, stopLossTicks, closeReason, cancelReason, openTicks);
};
