/**
 * Reserves of pending orders of contracts, their admission when their mark comes, and the funds that open
 * positions hold back from operators.
 */
import { expect, test } from 'vitest';
import { reject } from '../../../server/engine/lever/lever-types.ts';
import type { LeverEvent } from '../../../server/engine/lever/lever-types.ts';
import {
  ANN,
  BTC,
  ETH,
  inUsdt,
  LeverScene,
  ticksOf,
  usdt,
} from '../../support/lever/lever-scene.ts';

const longBtc = { market: BTC, direction: 'long', lots: 250, multiple: 20 } as const;
const longEth = { market: ETH, direction: 'long', lots: 300, multiple: 10 } as const;
const kinds = (events: readonly LeverEvent[]): string[] =>
  events.map((event) =>
    event.type === 'order.closed' ? `closed ${event.closing.reason}` : event.type,
  );

test('the reserve of a pending order is part of the equity, and no margin of the ratio', () => {
  const scene = new LeverScene();
  // Like V6, with 301.50 more for a pending order.
  scene.fund('3301.5');
  scene.mark(BTC, '97250.00');
  scene.mark(ETH, '3420.00');
  scene.place(longBtc);
  scene.place({ ...longEth, limitTicks: ticksOf(ETH, '1000.00') });
  expect(inUsdt(scene.account().available)).toBe('1771.97319375');
  expect(kinds(scene.mark(BTC, '86543.83'))).toEqual(['owner.warned']);
  expect(kinds(scene.mark(BTC, '86543.82'))).toEqual(['order.cancelled', 'closed stop_out']);
});

test('a limit order may reserve all that is usable, and not a unit more', () => {
  const scene = new LeverScene();
  scene.mark(BTC, '97250.00');
  const asked = { ...longBtc, limitTicks: ticksOf(BTC, '97000.00') };
  // Like V15.
  scene.fund('1224.625');
  scene.place(asked);
  expect(scene.account()).toMatchObject({ available: 0n, frozen: usdt('1224.625') });
  scene.fund('1224.624999999999999999', 8);
  expect(scene.ask({ ...asked, ownerId: 8 })).toEqual(reject('insufficient_margin'));
});

test('a limit order that the exchange can no longer cover lapses when its mark comes', () => {
  const scene = new LeverScene({ pool: usdt('5000'), insurance: 0n, base: usdt('5000') });
  for (const ownerId of [ANN, 8]) scene.fund('5000', ownerId);
  scene.mark(BTC, '97250.00');
  const limit = scene.place({ ...longBtc, limitTicks: ticksOf(BTC, '97000.00') });
  scene.place({ ...longBtc, ownerId: 8 });
  // 10 % of both would be above 60 % of the pool.
  scene.mark(BTC, '96900.00');
  expect([limit.state, limit.cancelReason]).toEqual(['cancelled', 'exposure_limit']);
});

test('a limit order that its owner can no longer pay lapses when its mark comes', () => {
  const scene = new LeverScene();
  scene.fund('2500');
  scene.mark(BTC, '97250.00');
  const limit = scene.place({ ...longBtc, lots: 200, limitTicks: ticksOf(BTC, '96000.00') });
  scene.place(longBtc);
  // The open loss exceeds what is available.
  const events = scene.mark(BTC, '95900.00');
  expect([limit.state, limit.cancelReason]).toEqual(['cancelled', 'insufficient_margin']);
  expect(kinds(events)).toContain('order.cancelled');
});

test('operators take nothing that covers open positions', () => {
  const scene = new LeverScene({ pool: usdt('5000'), insurance: usdt('1000'), base: usdt('5000') });
  const mayTake = (pool: string, insurance = '0') =>
    scene.core.mayFund(-usdt(pool), -usdt(insurance));
  scene.fund('5000');
  scene.mark(BTC, '97250.00');
  expect(mayTake('5000', '1000')).toBe(true);
  expect(mayTake('5000.01')).toBe(false);
  expect(mayTake('0', '1000.01')).toBe(false);
  scene.place(longBtc);
  // 10 % of 24,312.50 must stay within 60 % of pool and insurance fund.
  expect(mayTake('1900')).toBe(true);
  expect(mayTake('2100')).toBe(false);
  expect(mayTake('1000', '1000')).toBe(false);
  expect(mayTake('5000', '1000')).toBe(false);
  expect(scene.core.mayFund(usdt('1000'), -usdt('1000'))).toBe(true);
});
