/** Opens and closes at one mark again and again: roundings must never leave an owner richer. */
import { assert } from '../../../contract/assert.ts';
import { createRandom } from '../engine/engine-workload.ts';
import { ANN, BTC, DOGE, ETH, EURUSD, LeverScene, priceOf, ticksOf } from './lever-scene.ts';

const MARKETS = [BTC, ETH, DOGE, EURUSD] as const;
const PRICES: Readonly<Record<number, string>> = {
  [BTC.id]: '97250.01',
  [ETH.id]: '3420.03',
  [DOGE.id]: '0.212537',
  [EURUSD.id]: '1.08621',
};
const FUNDED = '100000000';
const LOTS_MAX = 3;
/** The owner takes one of so many loops back before it opens. */
const TAKEN_BACK_OF = 8;

/** Runs so many loops, each in a random market with a random size and multiple. @throws AssertionError if a loop pays. */
export function grind(seed: number, loops: number): void {
  const random = createRandom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const scene = new LeverScene();
  scene.fund(FUNDED);
  const { pool, insurance } = scene.core.house;
  let house = pool + insurance;
  let before = scene.account().available;
  for (let loop = 0; loop < loops; loop += 1) {
    const market = MARKETS[below(MARKETS.length)] ?? BTC;
    // Every few loops at another tick, so that each division has other remainders.
    const ticks = ticksOf(market, PRICES[market.id] ?? '1') + below(1_000);
    scene.mark(market, priceOf(market, ticks));
    const direction = below(2) === 0 ? 'long' : 'short';
    const multiple = market.multiples[below(market.multiples.length)] ?? 1;
    const asked = { market, direction, lots: 1 + below(LOTS_MAX), multiple } as const;
    if (below(TAKEN_BACK_OF) === 0) {
      const limitTicks = direction === 'long' ? ticks - 1 - below(9) : ticks + 1 + below(9);
      const order = scene.place({ ...asked, limitTicks });
      scene.core.cancel(order, scene.now);
      assert(scene.account().available === before, `loop ${loop}: a canceled order costs nothing`);
    } else {
      const order = scene.place(asked);
      const closed = scene.core.close(order, scene.now);
      assert(closed.ok, `loop ${loop}: it closes`);
      const { available, frozen, debt } = scene.account();
      assert(
        available < before && frozen === 0n && debt === 0n,
        `loop ${loop}: it costs its owner`,
      );
      before = available;
    }
    scene.core.takeEvents();
    scene.events.length = 0;
    const { house: funds } = scene.core;
    assert(funds.pool + funds.insurance >= house, `loop ${loop}: it costs the exchange nothing`);
    house = funds.pool + funds.insurance;
  }
  assert(scene.core.knows(ANN), 'the owner took part');
}
