/** The replay of stored spot orders, and each difference that it must find. */
import { describe, expect, test } from 'vitest';
import { replayOrder } from '../../../server/areas/spot/order-lifecycle.ts';
import type { OrderRecord } from '../../../server/areas/spot/order-lifecycle.ts';
import type { SpotDeal, SpotOrder } from '../../../server/areas/spot/spot-events.ts';
import { EXECUTED_BUY } from '../../qa/fixtures/order-records.ts';

const [TAKEN, MADE] = EXECUTED_BUY.deals as [SpotDeal, SpotDeal];
const COIN = 10n ** 18n;

const changed = (order: Partial<SpotOrder>, deals = EXECUTED_BUY.deals): OrderRecord => ({
  ...EXECUTED_BUY,
  order: { ...EXECUTED_BUY.order, ...order },
  deals,
});

/** The order after its immediate fill, canceled there. */
const CANCELLED = changed(
  {
    state: 'cancelled',
    endReason: 'owner',
    executedLots: 20_000,
    executedAmount: 11_800n * COIN,
    fee: TAKEN.takerFee,
  },
  [TAKEN],
);

const marketBuy = (deals: readonly SpotDeal[], rest: Partial<SpotOrder>): OrderRecord =>
  changed(
    { kind: 'market', priceTicks: null, quantityLots: null, amount: 11_900n * COIN, ...rest },
    deals,
  );

const SPENT = { executedLots: 20_000, executedAmount: 11_800n * COIN, fee: TAKEN.takerFee };

describe('a stored order', () => {
  test.each<[string, OrderRecord, string[]]>([
    ['executed in two trades', EXECUTED_BUY, ['paid', 'paid', 'executed']],
    ['canceled after one', CANCELLED, ['paid', 'paid', 'cancelled']],
    [
      'open, with a part executed',
      {
        ...CANCELLED,
        order: {
          ...CANCELLED.order,
          state: 'paid',
          endReason: null,
          revision: 2,
          reserved: 18_000n * COIN,
        },
      },
      ['paid', 'paid'],
    ],
    [
      'a market buy whose amount buys no further lot',
      marketBuy([TAKEN], { ...SPENT, state: 'executed', revision: 3 }),
      ['paid', 'paid', 'executed'],
    ],
    [
      'a market buy on an emptied side',
      marketBuy([TAKEN], { ...SPENT, state: 'cancelled', endReason: 'no_liquidity', revision: 3 }),
      ['paid', 'paid', 'cancelled'],
    ],
    [
      'a market buy by quantity that would have met its own order at once',
      changed(
        {
          kind: 'market',
          priceTicks: null,
          executedLots: 0,
          executedAmount: 0n,
          fee: 0n,
          state: 'cancelled',
          endReason: 'self_trade',
          revision: 2,
        },
        [],
      ),
      ['paid', 'cancelled'],
    ],
  ])('%s replays to its stored state', (_, record, states) => {
    const { steps, faults } = replayOrder(record);

    expect(faults).toEqual([]);
    expect(steps.map(({ state }) => state)).toEqual(states);
  });
});

describe('a replay finds', () => {
  test.each<[string, OrderRecord, RegExp]>([
    ['a missing trade', changed({}, [MADE]), /^state is executed, the replay says paid$/],
    [
      'a trade too many',
      changed({}, [TAKEN, MADE, { ...MADE, id: 13 }]),
      /^order\.filled by deal 13 can not happen to an order that is executed/,
    ],
    [
      'a trade beyond the limit',
      changed({}, [{ ...TAKEN, priceTicks: 6_000_001 }, MADE]),
      /^order\.filled by deal 7 can not/,
    ],
    [
      'more lots than the order has',
      changed({}, [TAKEN, { ...MADE, quantityLots: 30_001 }]),
      /^order\.filled by deal 12 can not/,
    ],
    [
      'an incoming fill after it rested',
      changed({}, [{ ...MADE, id: 6 }, TAKEN]),
      /^order\.filled by deal 7 can not/,
    ],
    [
      'a fee that is one unit off',
      changed({}, [{ ...TAKEN, takerFee: TAKEN.takerFee - 1n }, MADE]),
      /^the fee of deal 7 is 399999999999999, not 400000000000000$/,
    ],
    ['one unit too much frozen', changed({ reserved: 1n }), /^reserved is 1, the replay says 0$/],
    ['an amount that is one unit off', changed({ executedAmount: 1n }), /^executed_amount is 1,/],
    ['a revision that was skipped', changed({ revision: 4 }), /^revision is 4, the replay says 3$/],
    [
      'an end without a reason',
      { ...CANCELLED, order: { ...CANCELLED.order, endReason: null } },
      /^state is cancelled/,
    ],
    [
      'a limit order that ended for lack of liquidity',
      { ...CANCELLED, order: { ...CANCELLED.order, endReason: 'no_liquidity' } },
      /^order\.expired can not happen to an order that is paid/,
    ],
    [
      'a market order that was canceled',
      marketBuy([TAKEN], { ...SPENT, state: 'cancelled', endReason: 'owner' }),
      /^order\.cancel can not/,
    ],
    [
      'an amount overspent',
      marketBuy([TAKEN], { ...SPENT, amount: 11_799n * COIN, state: 'executed' }),
      /^order\.filled by deal 7 can not/,
    ],
  ])('%s', (_, record, fault) => {
    expect(replayOrder(record).faults).toContainEqual(expect.stringMatching(fault));
  });
});
