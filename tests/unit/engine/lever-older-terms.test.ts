/** Orders with the costs of their placement, in a market whose costs an operator has raised since then. */
import { beforeEach, expect, test } from 'vitest';
import type { LeverOrder } from '../../../server/engine/lever/lever-types.ts';
import { ANN, BTC, LeverScene, ticksOf } from '../../support/lever/lever-scene.ts';

const long = { market: BTC, direction: 'long', lots: 1, multiple: 10 } as const;
/** Within half of the raised costs of 2,000 millionths, and not within half of the 700 of before. */
const APART = { apartPpm: 800 };
const WITHIN = { apartPpm: 350 };

let scene: LeverScene;
beforeEach(() => {
  scene = new LeverScene();
  scene.fund('10000');
  scene.mark(BTC, '100000');
});
const raise = (): void => scene.core.setTerms({ ...BTC, feePpm: 1_800 });
const close = ({ id }: LeverOrder) => scene.core.close({ ownerId: ANN, id }, scene.now);

test('a limit order rests until the sources agree within half of its own costs', () => {
  const order = scene.place({ ...long, limitTicks: ticksOf(BTC, '99000') });
  raise();
  scene.mark(BTC, '98000', APART);
  expect(order.state).toBe('pending');
  expect(scene.place(long).state).toBe('in_trading');
  scene.mark(BTC, '98500', WITHIN);
  expect(order.opening?.ticks).toBe(ticksOf(BTC, '98519.7'));
});

test('a market order that waits for agreement opens with this agreement alone', () => {
  scene.mark(BTC, '100000', { isAgreed: false });
  const order = scene.place(long);
  raise();
  scene.mark(BTC, '100000', APART);
  expect(order.state).toBe('pending');
  scene.mark(BTC, '100000', WITHIN);
  expect(order.state).toBe('in_trading');
});

test('a take-profit waits for this agreement, and a stop-loss does not', () => {
  const profit = scene.place({ ...long, takeProfitTicks: ticksOf(BTC, '101000') });
  const loss = scene.place({ ...long, direction: 'short', stopLossTicks: ticksOf(BTC, '101000') });
  raise();
  scene.mark(BTC, '101000', APART);
  expect([profit.state, loss.closeReason]).toEqual(['in_trading', 'stop_loss']);
  scene.mark(BTC, '101000', WITHIN);
  expect(profit.closeReason).toBe('take_profit');
});

test('a close waits for this agreement', () => {
  const orders = [scene.place(long), scene.place(long)] as const;
  raise();
  scene.mark(BTC, '100000', APART);
  const later = scene.place(long);
  for (const order of [orders[0], later]) close(order);
  expect([orders[0].state, later.state]).toEqual(['closing', 'closed']);
  scene.mark(BTC, '100100', APART);
  expect(orders[0].state).toBe('closing');
  scene.mark(BTC, '100200', WITHIN);
  expect(orders[0].closing?.ticks).toBe(ticksOf(BTC, '100200'));
  close(orders[1]);
  expect(orders[1].state).toBe('closed');
});

test('a stop-loss comes nearer to the mark with this agreement alone', () => {
  const { id } = scene.place({ ...long, stopLossTicks: ticksOf(BTC, '90000') });
  const targets = { takeProfitTicks: null, stopLossTicks: ticksOf(BTC, '99999') };
  const amend = () => scene.core.amend({ ownerId: ANN, id, revision: 2, ...targets }, scene.now);
  raise();
  scene.mark(BTC, '100000', APART);
  expect(amend()).toEqual({ ok: false, error: 'mark_unavailable' });
  scene.mark(BTC, '100000', WITHIN);
  expect(amend().ok).toBe(true);
});

test('the end of a market does not wait for it', () => {
  const order = scene.place(long);
  raise();
  scene.freeze(BTC);
  scene.core.setTerms({ ...BTC, feePpm: 1_800, status: 'close_only', endsAtMs: scene.now });
  scene.core.windDown(BTC.id, scene.now, Number.POSITIVE_INFINITY);
  scene.mark(BTC, '100000', APART);
  expect(order.closeReason).toBe('wound_down');
});
