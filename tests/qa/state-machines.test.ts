/** The published table of state, event and role, compared with the behavior of each machine. */
import { expect, test } from 'vitest';
import { buildStateMachines } from '../../machines/domain/explain/state-machines.ts';
import { ensure } from '../../contract/assert.ts';
import { fiatAdModel, fiatBuyAdModel } from '../../qa/models/fiat-ad.model.ts';
import { fiatOrderModel } from '../../qa/models/fiat-order.model.ts';
import { permissions } from '../../qa/docs/permissions.ts';
import { spotMarketBuyModel, spotOrderModel } from '../../qa/models/spot-order.model.ts';

const { machines } = buildStateMachines();
const spotOrder = machines.find(({ name }) => name === 'spot-order');
const cells = spotOrder?.cells ?? [];
const text = (state: string, event: string, by: string) => `${event} in ${state} by ${by}`;

test('the published table has every state, event and role once', () => {
  const { states = [], events = [], roles = [] } = spotOrder ?? {};
  const keys = cells.map(({ state, event, role }) => text(state, event, role));

  expect(new Set(keys).size).toBe(states.length * events.length * roles.length);
  expect(keys).toHaveLength(4 * 5 * 3);
});

test('the table allows exactly the events that the machine takes when all are tried', () => {
  const published = cells
    .filter(({ outcomes }) => outcomes.length > 0)
    .map(({ state, event, role }) => text(state, event, role));
  const tried = [spotOrderModel, spotMarketBuyModel]
    .flatMap(permissions)
    .map(({ state, event, by }) => text(state, event, by));
  // Only a market buy is exhausted, and only after a fill.
  const never = [text('paid.waiting', 'order.exhausted', 'engine')];

  expect([...new Set(tried)].toSorted()).toEqual(
    published.filter((cell) => !never.includes(cell)).toSorted(),
  );
});

test.each([
  ['fiat-order', [fiatOrderModel], []],
  // These states are left before any event can arrive.
  ['fiat-ad', [fiatAdModel, fiatBuyAdModel], []],
])(
  'the table of a %s allows exactly the events that the machine takes',
  (name, models, never: readonly string[]) => {
    const published = ensure(
      machines.find((machine) => machine.name === name),
      name,
    );
    const allowedCells = published.cells
      .filter(({ outcomes }) => outcomes.length > 0)
      .map(({ state, event, role }) => text(state, event, role));
    const tried = models.flatMap(permissions).map(({ state, event, by }) => text(state, event, by));

    expect([...new Set(tried)].toSorted()).toEqual(
      allowedCells.filter((cell) => !never.includes(cell)).toSorted(),
    );
  },
);

test('an outcome states its condition, its target and its effects', () => {
  const fill = cells.find(
    ({ state, event, role }) =>
      state === 'paid.waiting' && event === 'order.filled' && role === 'engine',
  );

  expect(fill?.outcomes).toEqual([
    {
      if: 'isLastFill',
      to: 'executed',
      does: [
        'addFill',
        'settleDeal',
        'clearReserve',
        'countRevision',
        'releaseReserve',
        'notifyOwner',
      ],
    },
    {
      if: 'isPartFill',
      to: 'paid.partlyExecuted',
      does: ['addFill', 'countRevision', 'settleDeal', 'notifyOwner'],
    },
  ]);
});
