/** Alphabets of a spot order: a limit order, which may rest, and a market buy by amount, which never does. */
import type { SpotOrderInput } from '../../machines/domain/spot/spot-order.context.ts';
import type { SpotOrderEvent } from '../../machines/domain/spot/spot-order.events.ts';
import { spotOrderMachine } from '../../machines/domain/spot/spot-order.machine.ts';
import { reserveOf } from '../../machines/domain/spot/spot-order.rules.ts';
import type { SpotOrderSnapshot } from '../../machines/domain/spot/spot-order.snapshot.ts';
import { defineModel, stateAnd, type EventCase, type MachineModel } from './model.ts';

type Case = EventCase<SpotOrderEvent, SpotOrderSnapshot>;

const STRANGER_ID = 999_999_999;
const ENGINE = { role: 'engine', userId: 0 } as const;
const OPERATOR = { role: 'operator', userId: 0 } as const;

/** Size of a model's order, in whole units; both halves must be integers. */
export interface SpotOrderExample {
  readonly orderId: string;
  readonly ownerId: number;
  readonly side: 'buy' | 'sell';
  /** Quote units per whole base coin. */
  readonly price: bigint;
  /** Base units. */
  readonly quantity: bigint;
  readonly baseScale: number;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
}

const EXAMPLE: SpotOrderExample = {
  orderId: '1',
  ownerId: 1,
  side: 'buy',
  price: 5_000n,
  quantity: 2_000n,
  baseScale: 2,
  makerFeePpm: 1_000,
  takerFeePpm: 2_000,
};

/** A limit order of `example`, filled in halves or at once, as maker or taker. */
export function limitOrderModel(example: SpotOrderExample = EXAMPLE): MachineModel {
  const { ownerId, quantity } = example;
  return defineModel({
    name: 'spot-order',
    machine: spotOrderMachine,
    input: limitInput(example),
    cases: [
      ...(['taker', 'maker'] as const).flatMap((liquidity): Case[] => [
        {
          event: filled(example, quantity / 2n, liquidity),
          by: 'engine',
          label: `half of it is filled, ${WAY[liquidity]}`,
        },
        {
          event: filled(example, quantity, liquidity),
          by: 'engine',
          label: `the whole of it is filled at once, ${WAY[liquidity]}`,
        },
      ]),
      {
        event: { ...filled(example, quantity / 2n, 'maker'), amount: beyondLimit(example) },
        by: 'engine',
        label: 'half of it is filled beyond its limit',
      },
      ...expiries(),
      ...commands(ownerId),
      ...foreignEvents(example, quantity / 2n, 'maker'),
    ],
    key,
    stateLabels: STATE_LABELS,
    unreachable: {
      'paid > order.exhausted': 'only a market buy by amount runs out of its amount',
    },
    limit: 1_000,
  });
}

/** A market buy for the cost of `example` at its price; each fill buys half of it. */
export function marketBuyModel(example: SpotOrderExample = EXAMPLE): MachineModel {
  const { ownerId, quantity } = example;
  const amount = String(costOf(example, quantity));
  return defineModel({
    name: 'spot-market-buy',
    machine: spotOrderMachine,
    input: {
      ...limitInput(example),
      kind: 'market',
      price: null,
      quantity: null,
      amount,
      reserved: amount,
    },
    cases: [
      {
        event: { ...filled(example, quantity / 2n, 'taker'), amount: half(amount) },
        by: 'engine',
        label: 'half of its amount is spent',
      },
      {
        event: { ...filled(example, quantity, 'taker'), amount: `${amount}0` },
        by: 'engine',
        label: 'more than its amount is spent',
      },
      {
        event: { ...filled(example, quantity / 2n, 'maker'), amount: half(amount) },
        by: 'engine',
        label: 'another order meets it in the book',
      },
      ...expiries(),
      ...commands(ownerId),
      ...foreignEvents(example, quantity / 2n, 'taker'),
    ],
    key,
    stateLabels: STATE_LABELS,
    unreachable: {
      'paid > order.filled #1': 'an order by amount has no last lot, it is exhausted',
      'paid > order.cancel': 'a market order never waits',
    },
    limit: 1_000,
  });
}

const WAY = { taker: 'coming in at a better price', maker: 'resting in the book' } as const;

const STATE_LABELS = {
  'paid.waiting': 'its funds are frozen and nothing of it is executed',
  'paid.partlyExecuted': 'a part of it is executed and the rest is frozen',
  executed: 'it is executed and nothing is frozen for it',
  cancelled: 'it is cancelled and nothing is frozen for it',
};

const key = (snapshot: SpotOrderSnapshot): string => {
  const { executedQuantity, hasRested, endReason } = snapshot.context;
  return stateAnd(snapshot, executedQuantity, hasRested, endReason);
};

/** Events that the engine, the owner and the operator may send in some state. */
function commands(ownerId: number): Case[] {
  return [
    {
      event: { type: 'order.exhausted', by: ENGINE },
      by: 'engine',
      label: 'what is left of its amount buys no further lot',
    },
    {
      event: { type: 'order.cancel', by: { role: 'owner', userId: ownerId } },
      by: 'owner',
      label: 'its owner cancels it',
    },
    {
      event: { type: 'order.close', by: OPERATOR },
      by: 'operator',
      label: 'the operator closes the market',
    },
  ];
}

function expiries(): Case[] {
  const labels = {
    self_trade: 'it would meet an order of its own owner',
    no_liquidity: 'the other side of the book is empty',
    price_band: 'the other side goes on beyond the price band',
  } as const;
  return (['self_trade', 'no_liquidity', 'price_band'] as const).map((reason) => ({
    event: { type: 'order.expired', by: ENGINE, reason },
    by: 'engine',
    label: labels[reason],
  }));
}

/** Every event from each role that may not send it. */
function foreignEvents(
  example: SpotOrderExample,
  quantity: bigint,
  liquidity: 'maker' | 'taker',
): Case[] {
  const owner = { role: 'owner', userId: example.ownerId } as const;
  const stranger = { role: 'owner', userId: STRANGER_ID } as const;
  const fill = filled(example, quantity, liquidity);
  const expired = { type: 'order.expired', reason: 'self_trade' } as const;
  const foreign = (by: string, label: string, event: SpotOrderEvent): Case => ({
    event,
    by,
    label,
  });
  return [
    foreign('stranger', 'a stranger cancels it', { type: 'order.cancel', by: stranger }),
    foreign('engine', 'the engine cancels it', { type: 'order.cancel', by: ENGINE }),
    foreign('operator', 'the operator cancels it', { type: 'order.cancel', by: OPERATOR }),
    foreign('owner', 'its owner closes the market', { type: 'order.close', by: owner }),
    foreign('stranger', 'a stranger closes the market', { type: 'order.close', by: stranger }),
    foreign('engine', 'the engine closes the market', { type: 'order.close', by: ENGINE }),
    ...(
      [
        ['owner', 'its owner', owner],
        ['stranger', 'a stranger', stranger],
        ['operator', 'the operator', OPERATOR],
      ] as const
    ).flatMap(([by, who, party]) => [
      foreign(by, `${who} reports a fill`, { ...fill, by: party }),
      foreign(by, `${who} lets it expire`, { ...expired, by: party }),
      foreign(by, `${who} calls it exhausted`, { type: 'order.exhausted', by: party }),
    ]),
  ];
}

function limitInput(example: SpotOrderExample): SpotOrderInput {
  const terms = {
    orderId: example.orderId,
    ownerId: example.ownerId,
    side: example.side,
    kind: 'limit',
    price: String(example.price),
    quantity: String(example.quantity),
    amount: null,
    baseScale: example.baseScale,
    makerFeePpm: example.makerFeePpm,
    takerFeePpm: example.takerFeePpm,
  } as const;
  return { ...terms, reserved: String(reserveOf(terms)) };
}

/** A fill at the limit as maker, or at {@link betterPrice} as taker. */
function filled(example: SpotOrderExample, quantity: bigint, liquidity: 'maker' | 'taker') {
  const price = liquidity === 'maker' ? example.price : betterPrice(example);
  const amount = String(costOf({ ...example, price }, quantity));
  return {
    type: 'order.filled',
    by: ENGINE,
    quantity: String(quantity),
    amount,
    liquidity,
  } as const;
}

/** Price of the other side when the order comes in: one percent better than its limit. */
export function betterPrice({ side, price }: SpotOrderExample): bigint {
  return side === 'buy' ? (price * 99n) / 100n : (price * 101n) / 100n;
}

const half = (amount: string): string => String(BigInt(amount) / 2n);

const beyondLimit = (example: SpotOrderExample): string => {
  const fair = costOf(example, example.quantity / 2n);
  return String(example.side === 'buy' ? fair + 1n : fair - 1n);
};

const costOf = ({ price, baseScale }: SpotOrderExample, quantity: bigint): bigint =>
  (price * quantity) / 10n ** BigInt(baseScale);

export const spotOrderModel = limitOrderModel();
export const spotMarketBuyModel = marketBuyModel();
