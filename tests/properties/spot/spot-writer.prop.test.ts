/**
 * For any concurrent commands of users the ledger is consistent after every commit, and a restart finds the
 * same state.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE_MS, type EpochMs } from '../../../contract/time.ts';
import type { NewSpotOrder, SpotExchange } from '../../../server/areas/spot/spot.area.ts';
import { faultsOfStore, faultsOfView } from '../../support/spot/spot-invariants.ts';
import {
  COIN,
  fund,
  newOrder,
  NOW,
  openTestExchange,
  turnOfTheLoop,
} from '../../support/spot/spot-exchange.ts';
import { SpotStoreInMemory } from '../../support/spot/spot-store-in-memory.ts';

const OWNERS = [1, 2, 3, -1, -2];
/** Trades of the market maker with itself are booked in sums after ten of them. */
const GROUP_MS = MINUTE_MS;

type Command =
  | { readonly kind: 'place'; readonly order: Partial<NewSpotOrder> }
  | { readonly kind: 'cancel'; readonly ownerId: number; readonly orderId: number }
  | { readonly kind: 'cancelAll'; readonly ownerId: number; readonly marketId: number };

const ownerId = fc.constantFrom(...OWNERS);
const marketId = fc.constantFrom(1, 2);
const side = fc.constantFrom('buy' as const, 'sell' as const);
const quantityLots = fc.integer({ min: 1, max: 3_000 });
// Few keys, so that commands repeat them, for the same order and for others.
const idempotencyKey = fc.option(fc.constantFrom('key-one-of-three', 'key-two-of-three'), {
  freq: 8,
});

const limit = fc.record({
  ownerId,
  marketId,
  side,
  quantityLots,
  idempotencyKey,
  priceTicks: fc.integer({ min: 8_950, max: 11_050 }),
});
const marketByQuantity = fc.record({
  ownerId,
  marketId,
  side,
  quantityLots,
  idempotencyKey,
  kind: fc.constant('market' as const),
});
const marketByAmount = fc.record({
  ownerId,
  marketId,
  idempotencyKey,
  kind: fc.constant('market' as const),
  side: fc.constant('buy' as const),
  amount: fc.bigInt({ min: 1n, max: 400n * COIN }),
});
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: limit.map((order) => ({ kind: 'place' as const, order })) },
  { weight: 1, arbitrary: marketByQuantity.map((order) => ({ kind: 'place' as const, order })) },
  { weight: 1, arbitrary: marketByAmount.map((order) => ({ kind: 'place' as const, order })) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('cancel' as const),
      ownerId,
      orderId: fc.integer({ min: 1, max: 60 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('cancelAll' as const), ownerId, marketId }),
  },
);

function run(exchange: SpotExchange, one: Command, now: EpochMs): Promise<unknown> {
  const request = { requestId: 'request', now };
  if (one.kind === 'place') return exchange.place(newOrder({ ...one.order, now }));
  if (one.kind === 'cancel') return exchange.cancel({ ...request, ...one });
  return exchange.cancelAll({ ...request, ...one });
}

test('order books, readers and a restart agree after every commit', async () => {
  // Commands of a group arrive together, so that they share commits of different sizes.
  const groups = fc.array(fc.array(command, { minLength: 1, maxLength: 6 }), { maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(groups, async (commands) => {
      const { exchange, store, fatal } = openTestExchange();
      await fund({ exchange }, OWNERS, 1_000n);
      for (const [index, group] of commands.entries()) {
        await Promise.all(group.map((one) => run(exchange, one, NOW + index * GROUP_MS)));
        expect(faultsOfStore(store, exchange.markets)).toEqual([]);
        expect(await faultsOfView(exchange, store)).toEqual([]);
      }
      expect(fatal).toEqual([]);
      expect(await faultsOfView(openTestExchange(store).exchange, store)).toEqual([]);
    }),
    { numRuns: 150, seed: 20_261_120 },
  );
});

test('an exchange that keeps hardly any owner in memory loses no change, however late its reads are', async () => {
  const groups = fc.array(fc.array(command, { minLength: 1, maxLength: 6 }), { maxLength: 25 });
  const delays = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(groups, delays, async (commands, turns) => {
      const store = new SpotStoreInMemory();
      const { exchange, fatal } = openTestExchange(store, undefined, undefined, 1);
      await fund({ exchange }, OWNERS, 1_000n);
      const read = store.balancesOf.bind(store);
      let reads = 0;
      store.balancesOf = async (ownerIds) => {
        const found = await read(ownerIds);
        reads += 1;
        for (let left = turns[reads % turns.length] ?? 0; left > 0; left -= 1)
          await turnOfTheLoop();
        return found;
      };
      for (const [index, group] of commands.entries()) {
        await Promise.all(group.map((one) => run(exchange, one, NOW + index * GROUP_MS)));
        expect(faultsOfStore(store, exchange.markets)).toEqual([]);
      }
      // The check comes last, because it uses every owner.
      expect(await faultsOfView(exchange, store)).toEqual([]);
      expect(fatal).toEqual([]);
      expect(await faultsOfView(openTestExchange(store).exchange, store)).toEqual([]);
    }),
    { numRuns: 100, seed: 20_261_126 },
  );
});

test('a thousand orders at once against a balance for ten: exactly ten', async () => {
  const { exchange, store } = openTestExchange();
  await fund({ exchange }, [1], 1_000n);
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, (_, n) =>
      exchange.place(newOrder({ idempotencyKey: `one-of-a-thousand-${n}` })),
    ),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
  expect(new Set(answers.flatMap((answer) => (answer.ok ? [] : [answer.error])))).toEqual(
    new Set(['insufficient_balance']),
  );
  expect(faultsOfStore(store, exchange.markets)).toEqual([]);
});
