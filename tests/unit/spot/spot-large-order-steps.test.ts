/** The further steps of a large order: each has its own time, and obeys the band and the status of its moment. */
import { beforeEach, describe, expect, test } from 'vitest';
import { replayOrder } from '../../../server/areas/spot/order-lifecycle.ts';
import type {
  CommittedBatch,
  SpotDeal,
  SpotOrder,
} from '../../../server/areas/spot/spot-events.ts';
import { faultsOfStore, faultsOfView } from '../../support/spot/spot-invariants.ts';
import { buy, LOTS, openWithSells, SCALES, SELLS } from '../../support/spot/large-orders.ts';
import { COIN, NOW } from '../../support/spot/spot-exchange.ts';
import type { TestExchange } from '../../support/spot/spot-exchange.ts';

let here: TestExchange;
let batches: CommittedBatch[];
beforeEach(async () => {
  ({ here, batches } = await openWithSells());
});

/** Runs `change` between the first step and the second. */
function afterFirstStep(change: () => void): void {
  const stop = here.exchange.subscribe(() => {
    stop();
    change();
  });
}

/** The order of the answer: its rest was canceled, its ledger and its replay are right. */
async function expectEnded(order: ReturnType<typeof buy>, endReason: string): Promise<SpotOrder> {
  const deals: SpotDeal[] = [];
  here.exchange.subscribe((batch) => void deals.push(...batch.deals));
  const answer = await here.exchange.place(order);
  if (!answer.ok) throw new Error(answer.error);
  expect(answer.value).toMatchObject({ state: 'cancelled', endReason, reserved: 0n });
  expect(replayOrder({ order: answer.value, deals, market: SCALES }).faults).toEqual([]);
  expect(faultsOfStore(here.store, here.exchange.markets)).toEqual([]);
  expect(await faultsOfView(here.exchange, here.store)).toEqual([]);
  return answer.value;
}

describe('a further step', () => {
  const timesOf = () => batches.flatMap(({ deals }) => deals.map(({ atMs }) => atMs));
  const pricesOf = () => batches.flatMap(({ deals }) => deals.map(({ priceTicks }) => priceTicks));
  const large = [
    ['a limit order', buy()],
    ['a market order by quantity', buy({ kind: 'market', priceTicks: null })],
    [
      'a market order by amount',
      buy({ kind: 'market', priceTicks: null, quantityLots: null, amount: 590n * COIN }),
    ],
  ] as const;

  test('has its own time, and none is before the step before it', async () => {
    here.exchange.subscribe(() => (here.clock.time += 1_000));
    here.clock.time = NOW + 40;
    const answer = await here.exchange.place(buy());
    expect(timesOf()).toHaveLength(SELLS);
    expect(timesOf()).toEqual(timesOf().toSorted((a, b) => a - b));
    expect(timesOf()[0]).toBe(NOW);
    const later = new Set(
      timesOf()
        .slice(128)
        .map((atMs) => (atMs - NOW) % 1_000),
    );
    expect(later).toEqual(new Set([40]));
    expect(new Set(timesOf()).size).toBeGreaterThan(3);
    expect(answer).toMatchObject({ value: { createdAtMs: NOW, updatedAtMs: timesOf().at(-1) } });
  });

  test('is not dated before its own last trade, even if the clock is set back', async () => {
    afterFirstStep(() => (here.clock.time = NOW - 3_600_000));
    await here.exchange.place(buy());
    expect(new Set(timesOf())).toEqual(new Set([NOW]));
  });

  test.each(
    large.flatMap(
      (each) =>
        [
          [...each, 'halted'],
          [...each, 'cancel_only'],
        ] as const,
    ),
  )(
    'of %s does not happen in a market that stopped between the steps (%#)',
    async (_, order, status) => {
      let before = 0;
      afterFirstStep(() => {
        before = timesOf().length;
        void here.exchange.setStatus(1, status);
      });
      const { executedLots } = await expectEnded(order, 'operator');
      expect(before).toBeGreaterThan(0);
      // Only a step that was performed before the halt may be committed after it.
      expect(executedLots).toBeLessThanOrEqual(3 * 128 * LOTS);
      const [cheapest] = here.exchange.depth(1).asks;
      expect(cheapest?.quantityLots).toBeGreaterThan(0);
    },
  );

  test.each(large)('of %s takes no price outside the band of its moment', async (_, order) => {
    // A reference of 9,092 ticks allows prices up to 10,001.
    afterFirstStep(() => (here.reference.ticks = 9_092));
    await expectEnded(order, 'price_band');
    expect(pricesOf().length).toBe((2 * SELLS) / 3);
    expect(Math.max(...pricesOf())).toBe(10_001);
  });

  test('takes the prices of the band again when it returns', async () => {
    afterFirstStep(() => (here.reference.ticks = 9_092));
    here.exchange.subscribe(() => {
      if (pricesOf().length > 200) here.reference.ticks = 10_000;
    });
    expect(await here.exchange.place(buy())).toMatchObject({ value: { state: 'executed' } });
  });
});
