/** The open actions of a contract order, from its lifecycle machine. */
import { expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { contractOrderActions } from '../../../src/app/lever/contract-order-mirror.ts';
import { CLOSED, LONG, MARKETS, PENDING } from '../../support/lever/stage/stage-data.ts';

const market = ensure(MARKETS[0], 'the market of the orders');

const NONE = { canCancel: false, canAmend: false, canClose: false, canWithdrawClose: false };

test.each([
  ['a pending order', PENDING, { canCancel: true, canAmend: true }],
  ['a position', LONG, { canAmend: true, canClose: true }],
  [
    'a position that its owner closes',
    { ...LONG, state: 'closing', close_reason: 'owner' },
    { canWithdrawClose: true },
  ],
  [
    'a position that reached its stop-loss',
    { ...LONG, state: 'closing', close_reason: 'stop_loss' },
    {},
  ],
  ['a closed position', CLOSED, {}],
  ['a canceled order', { ...PENDING, state: 'cancelled', cancel_reason: 'owner' }, {}],
] as const)('%s offers its actions, and no others', (_, order, actions) => {
  expect(contractOrderActions(order, market, false)).toEqual({ ...NONE, ...actions });
});

test('a close that waits in an ended market cannot be withdrawn', () => {
  const order = { ...LONG, state: 'closing', close_reason: 'owner' } as const;
  expect(contractOrderActions(order, market, true).canWithdrawClose).toBe(false);
});
