/** Pending contract orders that lapse, and the reason that their owner reads: the true one of each case. */
import { beforeEach, expect, test } from 'vitest';
import type { LeverMarketTerms } from '../../../server/engine/lever/lever-types.ts';
import type { NewLeverOrder } from '../../../server/engine/lever/admission.ts';
import { BTC, DOGE, ETH, LeverScene, ticksOf, usdt } from '../../support/lever/lever-scene.ts';

let scene: LeverScene;
const longBtc = { market: BTC, direction: 'long', lots: 100, multiple: 10 } as const;
const longEth = { market: ETH, direction: 'long', lots: 10, multiple: 10 } as const;
const APART = { isAgreed: false };

beforeEach(() => {
  scene = new LeverScene();
  scene.fund('100000');
  scene.mark(BTC, '100000', APART);
  scene.mark(ETH, '3000');
});

/** A market order that waits for sources that agree. */
const waiting = (terms: Partial<NewLeverOrder> = {}) => scene.place({ ...longBtc, ...terms });
const setTerms = (terms: Partial<LeverMarketTerms>) => scene.core.setTerms({ ...BTC, ...terms });
const pass = (ms: number): void => void (scene.now += ms);

test.each([
  ['the sources do not agree in time', 'price_moving', () => scene.mark(BTC, '100000', APART)],
  ['the mark freezes', 'price_moving', () => scene.freeze(BTC)],
  ['the market closes', 'market_closed', () => scene.freeze(BTC, 'closed')],
  [
    'the breaker lets positions be closed only',
    'contracts_close_only',
    () => scene.mark(BTC, '100000', { isCloseOnly: true }),
  ],
  [
    'an operator lets positions be closed only',
    'contracts_close_only',
    () => {
      setTerms({ status: 'close_only' });
      scene.mark(BTC, '100000');
    },
  ],
  [
    'an operator halts the market',
    'market_halted',
    () => {
      setTerms({ status: 'halted' });
      scene.mark(BTC, '100000');
    },
  ],
])('a market order waits for two seconds, and %s: %s', (_, reason, happen) => {
  const order = waiting();
  pass(2_001);
  happen();
  expect([order.state, order.cancelReason]).toEqual(['cancelled', reason]);
});

test.each([
  ['beyond its worst price', 'price_beyond_worst', '101000', { worstTicks: '100500' }],
  ['beyond its take-profit', 'take_profit_wrong_side', '101000', { takeProfitTicks: '100500' }],
  ['beyond its stop-loss', 'stop_loss_wrong_side', '99000', { stopLossTicks: '99500' }],
])('a market order whose sources agree on a price %s: %s', (_, reason, price, terms) => {
  const [[name, level] = []] = Object.entries(terms);
  const order = waiting({ [String(name)]: ticksOf(BTC, String(level)) });
  scene.mark(BTC, price);
  expect([order.state, order.cancelReason]).toEqual(['cancelled', reason]);
});

test('an order whose owner holds another contract without a price: mark_unavailable', () => {
  scene.place(longEth);
  const order = waiting();
  scene.freeze(ETH);
  scene.mark(BTC, '100000');
  expect(order.cancelReason).toBe('mark_unavailable');
});

test('an order whose owner has as many positions as possible: too_many_contract_orders', () => {
  scene.fund('1000000');
  const order = waiting();
  for (let count = 0; count < 200; count++) scene.place({ ...longEth, lots: 1 });
  scene.mark(BTC, '100000');
  expect(order.cancelReason).toBe('too_many_contract_orders');
});

test('an order beyond the limit of its owner, not of the exchange: position_limit_reached', () => {
  setTerms({ limits: { ...BTC.limits, owner: usdt('9999') } });
  const order = waiting();
  scene.mark(BTC, '100000');
  expect(order.cancelReason).toBe('position_limit_reached');
});

test.each([
  ['all users together', { gross: usdt('9999') }],
  ['the difference of longs and shorts', { net: usdt('9999') }],
])('an order beyond the limit of the exchange for %s: exposure_limit', (_, limits) => {
  setTerms({ limits: { ...BTC.limits, ...limits } });
  const order = waiting();
  scene.mark(BTC, '100000');
  expect(order.cancelReason).toBe('exposure_limit');
});

test('an order that its owner can no longer pay: insufficient_margin', () => {
  const order = waiting({ lots: 900 });
  const { transferable } = scene.account();
  scene.core.withdraw(order.ownerId, transferable - usdt('5000'), scene.now);
  scene.mark(BTC, '100000');
  expect(order.cancelReason).toBe('insufficient_margin');
});

test('a short whose entry price would be nothing: mark_unavailable', () => {
  const short = { market: DOGE, direction: 'short', lots: 1, multiple: 1 } as const;
  scene.mark(DOGE, '0.000002', APART);
  const order = scene.place(short);
  scene.mark(DOGE, '0.000001');
  expect(order.cancelReason).toBe('mark_unavailable');
  expect(scene.ask(short)).toMatchObject({ error: 'mark_unavailable' });
  scene.mark(DOGE, '0.000002');
  expect(scene.place(short).opening?.ticks).toBe(1);
});
