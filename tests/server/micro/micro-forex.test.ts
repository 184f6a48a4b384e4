/** Fast contracts on forex pairs from the order to the proof of the result, on a running server whose clock the test holds. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatUnits } from '../../../contract/money/decimal.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS, type EpochMs } from '../../../contract/time.ts';
import { nextForexWeekend } from '../../support/micro/forex-week.ts';
import { addShortProduct, ENDED, MicroUser } from '../../support/micro/micro-users.ts';
import { proveResult } from '../../support/micro/proven-result.ts';
import { SteppedIndex } from '../../support/micro/stepped-index.ts';
import { startPreparedServer } from '../../support/servers/prepared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { errorOf } from '../../support/users/accounts.ts';
import { balanceOf, FAST } from '../../support/users/balances.ts';

const EURO = { instrument: 'EUR/USD', priceScale: 5 };
const YEN = { instrument: 'USD/JPY', priceScale: 3 };
/** Points from the opening to the end of an order of four seconds; its window has the last twelve. */
const [POINTS, IN_WINDOW] = [16, 12];
const POINT_MS = 250;
/** Points until a new price has held long enough. */
const HOLDING = 6;

let server: TestServer;
/** Products of four seconds, by instrument. */
const products = new Map<string, string>();
let closesAt: EpochMs;
/** Wednesday at noon of the week after. */
let weekday: EpochMs;
beforeAll(async () => {
  const env = { MARKET_MAKER: 'off', INDEX_LOG: 'on', TRUST_PROXY: 'loopback' };
  ({ server } = await startPreparedServer(env, async (database) => {
    for (const { instrument } of [EURO, YEN])
      products.set(instrument, await addShortProduct(database, 4, { instrument }));
  }));
  const weekend = nextForexWeekend(await server.controlAdvance(0));
  closesAt = weekend.closesAt;
  weekday = weekend.opensAt + 62 * HOUR_MS;
});
afterAll(async () => {
  const { faults } = await server.verifyLedger();
  await server.stop();
  expect(faults).toEqual([]);
});

/**
 * Places two orders of 7 USDT soon after that point, one on a rise and one on a fall, and proves their ends after a
 * rise by a tick. @param onOpened is called soon after the next point, which opens both.
 */
async function settled(
  pair: typeof EURO,
  atMs: EpochMs,
  ticks: number,
  onOpened?: (user: MicroUser, product: string) => Promise<void>,
): Promise<void> {
  const product = products.get(pair.instrument) ?? '';
  const index = await SteppedIndex.resume(server, atMs - HOLDING * POINT_MS, pair);
  const user = await MicroUser.open(server, '100');
  await index.pass(HOLDING, ticks);
  const ids = [
    (await user.place(product, 'up', '7')).id,
    (await user.place(product, 'down', '7')).id,
  ];
  await index.pass(1, ticks);
  const openedAt = index.now;
  for (const id of ids) await user.reached(id, 'open');
  await onOpened?.(user, product);
  await index.pass(POINTS, ticks + 1);
  const orders = await Promise.all(ids.map((id) => user.reached(id, ...ENDED)));
  // The minute of the end is signed with a point after it.
  await index.jump(MINUTE_MS);
  for (const order of orders) {
    const { window } = await proveResult(server, order);
    expect(window).toEqual(Array<number>(IN_WINDOW).fill(ticks + 1));
    expect(order).toMatchObject({
      instrument: pair.instrument,
      price_scale: pair.priceScale,
      open_price: formatUnits(BigInt(ticks), pair.priceScale),
      opened_at: openedAt,
      expires_at: openedAt + 4 * SECOND_MS,
      point_count: IN_WINDOW,
    });
  }
  expect(orders.map(({ state, payout }) => [state, payout])).toEqual([
    ['won', '12.95'],
    ['lost', '0'],
  ]);
  expect(await balanceOf(server, user, 'USDT', FAST)).toEqual({ available: '98.95', frozen: '0' });
}

test('the last orders before the weekend end by its points, and a later one is refused', async () => {
  // An order may open two seconds after it is accepted, and must end before the close even then.
  const lastPlaced = closesAt - 4 * SECOND_MS - 2 * SECOND_MS - POINT_MS;
  const refusals: unknown[] = [];
  await settled(EURO, lastPlaced, 108_620, async (user, product) => {
    const fields = { micro_product_id: product, direction: 'up', stake: '7' } as const;
    refusals.push(errorOf(await user.call('placeMicroOrder', fields)));
  });
  expect(refusals).toEqual(['market_closed']);
});

test.each([
  ['EUR/USD', EURO, 108_620, 0],
  ['USD/JPY', YEN, 151_600, MINUTE_MS],
])('orders on %s end on a weekday by its points', async (_, pair, ticks, laterMs) => {
  await settled(pair, weekday + 5 * laterMs, ticks);
});
