/** The recipes of contracts: which accounts each event changes, and by how much. */
import { expect, test } from 'vitest';
import { leverMovementOf } from '../../../server/areas/lever/lever-recipes.ts';
import type { LeverMoney } from '../../../server/areas/lever/lever-recipes.ts';

const ORDER = { id: 5, ownerId: 7 };
const [POOL, INSURANCE, FEES] = ['0/110', '0/111', '0/112'];
const [OWN, DEBT] = ['7/2', '7/105'];
const CAUSE = { currencyId: 1, requestId: 'request', actorId: 7, postingId: 31 };

/** Recipe, cause, and `account: available/frozen` of each entry. */
function booked(event: LeverMoney) {
  const movement = leverMovementOf(event, CAUSE);
  if (movement === null) return null;
  const { recipe, causeId, entries } = movement;
  const changes = entries.map(({ ownerId, accountType, available, frozen }) => [
    `${ownerId}/${accountType}`,
    `${available}/${frozen}`,
  ]);
  return [recipe, causeId, Object.fromEntries(changes)];
}

test.each<[string, LeverMoney, unknown]>([
  [
    'a pending limit order',
    { type: 'order.placed', order: ORDER, reserve: 105n },
    ['lever.order_placed', '5', { [OWN]: '-105/105' }],
  ],
  [
    'a waiting market order, which holds nothing',
    { type: 'order.placed', order: ORDER, reserve: 0n },
    null,
  ],
  [
    'a cancellation that repays a debt',
    { type: 'order.cancelled', order: ORDER, released: 105n, repaid: 40n },
    ['lever.order_ended', '5', { [OWN]: '65/-105', [DEBT]: '40/0' }],
  ],
  [
    'an opening',
    { type: 'order.opened', order: ORDER, released: 0n, margin: 100n, fee: 9n, toInsurance: 1n },
    ['lever.opened', '5', { [OWN]: '-109/100', [INSURANCE]: '1/0', [FEES]: '8/0' }],
  ],
  [
    'an opening below its limit, which returns the rest of its reserve',
    { type: 'order.opened', order: ORDER, released: 120n, margin: 100n, fee: 9n, toInsurance: 1n },
    ['lever.opened', '5', { [OWN]: '11/-20', [INSURANCE]: '1/0', [FEES]: '8/0' }],
  ],
  [
    'a profit with nights',
    {
      type: 'order.closed',
      order: ORDER,
      margin: 100n,
      available: 127n,
      debt: 0n,
      closing: { profit: 30n, nights: 3n },
    },
    ['lever.closed', '5', { [OWN]: '127/-100', [POOL]: '-30/0', [FEES]: '3/0' }],
  ],
  [
    'a loss beyond margin and balance',
    {
      type: 'order.closed',
      order: ORDER,
      margin: 100n,
      available: -10n,
      debt: 20n,
      closing: { profit: -130n, nights: 0n },
    },
    ['lever.closed', '5', { [OWN]: '-10/-100', [DEBT]: '-20/0', [POOL]: '130/0' }],
  ],
  [
    'a loss that nothing covers, without an entry of the debt',
    {
      type: 'order.closed',
      order: ORDER,
      margin: 100n,
      available: -10n,
      debt: 20n,
      closing: { profit: -130n, nights: 0n },
      shortfall: { fromInsurance: 15n, waived: 5n },
    },
    [
      'lever.closed_with_shortfall',
      '5',
      { [OWN]: '-10/-100', [INSURANCE]: '-15/0', [POOL]: '125/0' },
    ],
  ],
  [
    'a profit that repays a part of a debt which nothing covers anymore',
    {
      type: 'order.closed',
      order: ORDER,
      margin: 100n,
      available: 0n,
      debt: -127n,
      closing: { profit: 30n, nights: 3n },
      shortfall: { fromInsurance: 40n, waived: 0n },
    },
    [
      'lever.closed_with_shortfall',
      '5',
      { [OWN]: '0/-100', [DEBT]: '167/0', [INSURANCE]: '-40/0', [POOL]: '-30/0', [FEES]: '3/0' },
    ],
  ],
  [
    'a debt that nothing covers',
    { type: 'shortfall.paid', ownerId: 7, orderId: 5, fromInsurance: 15n, waived: 5n },
    ['lever.shortfall_paid', '5', { [DEBT]: '20/0', [INSURANCE]: '-15/0', [POOL]: '-5/0' }],
  ],
  [
    'an arrival that repays a debt',
    { type: 'money.arrived', ownerId: 7, repaid: 20n },
    ['lever.debt_repaid', '31', { [OWN]: '-20/0', [DEBT]: '20/0' }],
  ],
  ['an arrival without a debt', { type: 'money.arrived', ownerId: 7, repaid: 0n }, null],
  ['a warning', { type: 'owner.warned' }, null],
])('%s', (_, event, expected) => {
  expect(booked(event)).toEqual(expected);
});

test('an event whose amounts do not add up is never booked', () => {
  const closing = { profit: 30n, nights: 3n };
  const closed = { order: ORDER, margin: 100n, available: 128n, debt: 0n, closing };
  expect(() => leverMovementOf({ type: 'order.closed', ...closed }, CAUSE)).toThrow(
    'add up to zero',
  );
});
