/** The effects of trades on orders and balances, in exact units. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { SpotOrder } from '../../../server/areas/spot/spot-events.ts';
import type { NewSpotOrder } from '../../../server/areas/spot/spot-exchange.types.ts';
import {
  BTC,
  COIN,
  fund,
  newOrder,
  openTestExchange,
  USDT,
} from '../../support/spot/spot-exchange.ts';
import type { TestExchange } from '../../support/spot/spot-exchange.ts';

const ANN = 1;
const BOB = 2;

let scene: TestExchange;
beforeEach(async () => {
  scene = openTestExchange();
  await fund(scene, [ANN, BOB]);
});

async function place(fields: Partial<NewSpotOrder>): Promise<SpotOrder> {
  const placed = await scene.exchange.place(newOrder(fields));
  if (!placed.ok) throw new Error(placed.error);
  return placed.value;
}

const balance = (ownerId: number, currencyId: number) => {
  const found = scene.exchange
    .balances(ownerId)
    .find((candidate) => candidate.currencyId === currencyId);
  return { available: found?.available, frozen: found?.frozen };
};
const whole = (coins: bigint) => coins * COIN;

test('an order that rests freezes its funds', async () => {
  const order = await place({ ownerId: ANN });
  expect(order).toMatchObject({ state: 'paid', revision: 1, reserved: whole(100n), fee: 0n });
  expect(balance(ANN, USDT)).toEqual({ available: whole(900n), frozen: whole(100n) });
});

test('both sides of a trade get their quantity and amount, less their fees', async () => {
  const maker = await place({ ownerId: ANN });
  const taker = await place({ ownerId: BOB, side: 'sell' });
  // Maker 0.1 % of 1 BTC, taker 0.2 % of 100 USDT.
  expect(balance(ANN, BTC)).toEqual({ available: whole(1_001n) - COIN / 1_000n, frozen: 0n });
  expect(balance(ANN, USDT)).toEqual({ available: whole(900n), frozen: 0n });
  expect(balance(BOB, USDT)).toEqual({ available: whole(1_100n) - COIN / 5n, frozen: 0n });
  expect(balance(BOB, BTC)).toEqual({ available: whole(999n), frozen: 0n });
  expect(taker).toMatchObject({ state: 'executed', fee: COIN / 5n, revision: 2, reserved: 0n });
  expect(scene.store.orders.get(maker.id)).toMatchObject({
    state: 'executed',
    fee: COIN / 1_000n,
    revision: 2,
    executedLots: 1_000,
  });
});

test('a better price than the limit is given back to the buyer', async () => {
  await place({ ownerId: BOB, side: 'sell', priceTicks: 9_500 });
  const bought = await place({ ownerId: ANN, priceTicks: 10_000 });
  expect(bought).toMatchObject({ executedAmount: whole(95n), reserved: 0n });
  expect(balance(ANN, USDT)).toEqual({ available: whole(905n), frozen: 0n });
});

test('the rest of a partly executed order stays frozen until it is canceled', async () => {
  await place({ ownerId: BOB, side: 'sell', quantityLots: 400 });
  const order = await place({ ownerId: ANN });
  expect(order).toMatchObject({ state: 'paid', executedLots: 400, reserved: whole(60n) });
  const request = { ownerId: ANN, orderId: order.id, requestId: 'r', now: 1 };
  const cancelled = await scene.exchange.cancel(request);
  expect(cancelled).toMatchObject({
    ok: true,
    value: { state: 'cancelled', endReason: 'owner', executedLots: 400, reserved: 0n },
  });
  expect(balance(ANN, USDT)).toEqual({ available: whole(960n), frozen: 0n });
});

test('a market buy by amount takes whole lots and gives the rest back', async () => {
  await place({ ownerId: BOB, side: 'sell', priceTicks: 10_001 });
  const order = await place({ ownerId: ANN, kind: 'market', amount: whole(50n) });
  // 499 lots of 0.001 BTC at 100.01 USDT; the budget does not pay the next one.
  expect(order).toMatchObject({ state: 'executed', executedLots: 499, endReason: null });
  const cost = 499n * 10_001n * 10n ** 13n;
  expect(order.executedAmount).toBe(cost);
  expect(balance(ANN, USDT)).toEqual({ available: whole(1_000n) - cost, frozen: 0n });
});

test('a market order takes the available lots and expires for lack of more', async () => {
  await place({ ownerId: BOB, side: 'sell', quantityLots: 300 });
  const order = await place({ ownerId: ANN, kind: 'market', quantityLots: 1_000 });
  expect(order).toMatchObject({
    state: 'cancelled',
    endReason: 'no_liquidity',
    executedLots: 300,
    executedAmount: whole(30n),
  });
  expect(balance(ANN, USDT)).toEqual({ available: whole(970n), frozen: 0n });
});

test('a market order ends at the end of the price band', async () => {
  await place({ ownerId: BOB, side: 'buy', priceTicks: 10_500, quantityLots: 100 });
  await place({ ownerId: BOB, side: 'buy', priceTicks: 9_500, quantityLots: 100 });
  // The band is now 10,000 to 12,000 ticks …
  scene.reference.ticks = 11_112;
  const order = await place({ ownerId: ANN, side: 'sell', kind: 'market', quantityLots: 200 });
  expect(order).toMatchObject({ state: 'cancelled', endReason: 'price_band', executedLots: 100 });
  expect(balance(ANN, BTC)).toEqual({ available: whole(1_000n) - COIN / 10n, frozen: 0n });
});

test('an order that would meet its own owner expires, and its trades before that stand', async () => {
  await place({ ownerId: BOB, side: 'sell', priceTicks: 9_900, quantityLots: 200 });
  const own = await place({ ownerId: ANN, side: 'sell', priceTicks: 9_950 });
  const order = await place({ ownerId: ANN, priceTicks: 10_000 });
  expect(order).toMatchObject({ state: 'cancelled', endReason: 'self_trade', executedLots: 200 });
  expect(scene.exchange.openOrders(ANN).map(({ id }) => id)).toEqual([own.id]);
  expect(balance(ANN, USDT).frozen).toBe(0n);
});

test('the fee of a trade too small to divide is one whole unit', async () => {
  // Fees round up, because 1 % of a unit would be less than a unit.
  await place({ ownerId: BOB, side: 'sell', priceTicks: 9_999, quantityLots: 11 });
  const bought = await place({ ownerId: ANN, priceTicks: 9_999, quantityLots: 11 });
  const received = 11n * 10n ** 15n;
  expect(bought.fee).toBe((received * 2_000n + 999_999n) / 1_000_000n);
});

describe('prices of the first order in line', () => {
  test('are those of the trade, by price, then by time', async () => {
    const first = await place({
      ownerId: BOB,
      side: 'sell',
      priceTicks: 10_000,
      quantityLots: 100,
    });
    const second = await place({
      ownerId: BOB,
      side: 'sell',
      priceTicks: 10_000,
      quantityLots: 100,
    });
    const best = await place({ ownerId: BOB, side: 'sell', priceTicks: 9_990, quantityLots: 100 });
    await place({ ownerId: ANN, priceTicks: 10_050, quantityLots: 250 });
    expect(scene.store.deals.map((deal) => [deal.makerOrderId, deal.priceTicks])).toEqual([
      [best.id, 9_990],
      [first.id, 10_000],
      [second.id, 10_000],
    ]);
  });
});
