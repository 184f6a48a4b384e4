/**
 * Properties of the spot writer: every order that it leaves behind replays to its stored state, and its movements are
 * those of the effects of its lifecycle.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { spotOrderKind } from '../../../machines/domain/spot/spot-order.kind.ts';
import { spotOrderMachine } from '../../../machines/domain/spot/spot-order.machine.ts';
import { createMatchingEngine } from '../../../server/engine/matching-engine.ts';
import {
  replayOrder,
  SpotMemory,
  type NewSpotOrder,
  type SpotDeal,
  type SpotMarketRules,
} from '../../../server/areas/spot/spot.area.ts';
import type { SpotOrder } from '../../../server/areas/spot/spot-events.ts';
import { beginLife, takeEvent } from '../../../server/kit/lifecycle/machine-steps.ts';
import type { Movement } from '../../../server/ledger/movement.ts';
import type { EffectRecipes } from '../../support/effect-recipes.ts';

const COIN = 10n ** 18n;
const NOW = 1_800_000_000_000;
const REFERENCE_TICKS = 1_000;
const SCALES = { baseScale: 18, quoteScale: 18, priceScale: 2, quantityScale: 3 };
const MARKET = { baseCode: 'BTC', quoteCode: 'USDT', ...SCALES };

const RULES: SpotMarketRules = {
  id: 1,
  baseCurrencyId: 1,
  quoteCurrencyId: 2,
  ...SCALES,
  minNotional: 1n,
  priceBandPpm: 20_000,
  makerFeePpm: 1_000,
  takerFeePpm: 2_500,
  status: 'trading',
  lotUnits: 10n ** 15n,
  tickLotUnits: 10n ** 13n,
};

/** All random input of an order; prices lie around the ends of a narrow band. */
type Command =
  | { readonly kind: 'cancel'; readonly nth: number }
  | (Pick<NewSpotOrder, 'ownerId' | 'side' | 'priceTicks' | 'quantityLots' | 'amount'> & {
      readonly kind: 'limit' | 'market';
    });

const ownerId = fc.integer({ min: 1, max: 3 });
const side = fc.constantFrom('buy' as const, 'sell' as const);
const lots = fc.integer({ min: 1, max: 20 });
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('limit' as const),
      ownerId,
      side,
      priceTicks: fc.integer({ min: 980, max: 1_020 }),
      quantityLots: lots,
      amount: fc.constant(null),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('market' as const),
      ownerId,
      side,
      priceTicks: fc.constant(null),
      quantityLots: lots,
      amount: fc.constant(null),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('market' as const),
      ownerId,
      side: fc.constant('buy' as const),
      priceTicks: fc.constant(null),
      quantityLots: fc.constant(null),
      amount: fc.bigInt({ min: 1n, max: 20n * COIN }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), nth: fc.nat() }) },
);

/** Runs the commands on the writer's memory. @returns the rows that its commits would have stored. */
function stored(commands: readonly Command[]) {
  const balances = new Map(
    [1, 2, 3].map((owner) => [
      owner,
      [1, 2].map((currencyId) => ({
        ownerId: owner,
        accountType: 1,
        currencyId,
        available: 1_000n * COIN,
        frozen: 0n,
      })),
    ]),
  );
  // The reference price moves, so that a market order may reach the end of its band.
  let referenceTicks = REFERENCE_TICKS;
  const memory = new SpotMemory({
    markets: [RULES],
    snapshot: {
      balances,
      openOrders: [],
      unposted: [],
      lastOrderId: 0,
      lastDealId: 0,
      lastMovement: 0,
    },
    reference: { priceTicks: () => referenceTicks },
    createEngine: createMatchingEngine,
  });
  const orders = new Map<number, SpotOrder>();
  const deals: SpotDeal[] = [];
  const movements: Movement[] = [];
  const context = { requestId: 'request', now: NOW };
  commands.forEach((one, index) => {
    referenceTicks = REFERENCE_TICKS + (index % 3) * 10 - 10;
    if (one.kind === 'cancel') {
      const order = [...orders.values()].at(one.nth % Math.max(1, orders.size));
      if (order) memory.cancel({ ...context, ownerId: order.ownerId }, order.id);
    } else memory.place({ ...context, ...one, marketId: 1, idempotencyKey: null });
    const { committed, ledger } = memory.seal();
    movements.push(...ledger.movements);
    for (const order of committed.orders) orders.set(order.id, order);
    deals.push(...committed.deals);
  });
  return { orders: [...orders.values()], deals, movements };
}

const recordOf = (order: SpotOrder, deals: readonly SpotDeal[]) => ({
  order,
  deals: deals.filter(
    ({ takerOrderId, makerOrderId }) => takerOrderId === order.id || makerOrderId === order.id,
  ),
  market: MARKET,
});

const outcomeOf = ({ kind, state, endReason, amount }: SpotOrder): string =>
  [kind, amount === null ? 'by quantity' : 'by amount', state, endReason ?? ''].join(' ').trimEnd();

test('every order that the writer stores matches its log', () => {
  const outcomes = new Set<string>();
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60, size: 'max' }), (commands) => {
      const { orders, deals } = stored(commands);
      for (const order of orders) {
        expect(replayOrder(recordOf(order, deals)).faults).toEqual([]);
        outcomes.add(outcomeOf(order));
      }
    }),
    { numRuns: 300, seed: 20_261_120 },
  );
  expect([...outcomes].toSorted()).toEqual([
    'limit by quantity cancelled owner',
    'limit by quantity cancelled self_trade',
    'limit by quantity executed',
    'limit by quantity paid',
    'market by amount cancelled no_liquidity',
    'market by amount cancelled price_band',
    'market by amount cancelled self_trade',
    'market by amount executed',
    'market by quantity cancelled no_liquidity',
    'market by quantity cancelled price_band',
    'market by quantity cancelled self_trade',
    'market by quantity executed',
  ]);
});

const RECIPES: EffectRecipes<typeof spotOrderKind> = {
  freezeReserve: 'spot.order_placed',
  settleDeal: 'spot.deal',
  releaseReserve: 'spot.order_ended',
  notifyOwner: null,
};

/** Returns how often each money effect happens in the replay of an order. */
function effectsOf({ steps }: ReturnType<typeof replayOrder>): Map<string, number> {
  const [first, ...rest] = steps;
  let life = beginLife(spotOrderMachine, ensure(first, 'the placement').context);
  const counts = new Map<string, number>();
  const count = () => {
    for (const { type } of life.effects) counts.set(type, (counts.get(type) ?? 0) + 1);
  };
  count();
  for (const { event } of rest) {
    const step = takeEvent(spotOrderMachine, life.snapshot, ensure(event, 'an event'));
    life = ensure(step, 'a step of the log');
    count();
  }
  return counts;
}

test('the movements of every order are those of its effects, and leave its reserve frozen', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60, size: 'max' }), (commands) => {
      const { orders, deals, movements } = stored(commands);
      for (const order of orders) {
        const record = recordOf(order, deals);
        const effects = effectsOf(replayOrder(record));
        const tradeIds = new Set(record.deals.map(({ id }) => String(id)));
        const own = movements.filter(({ recipe, causeId }) =>
          recipe === 'spot.deal' ? tradeIds.has(causeId) : causeId === String(order.id),
        );
        for (const [effect, recipe] of Object.entries(RECIPES)) {
          if (recipe === null) continue;
          const booked = own.filter((movement) => movement.recipe === recipe).length;
          // A reserve of zero is no movement.
          if (effect === 'settleDeal') expect(booked).toBe(effects.get(effect) ?? 0);
          else expect(booked).toBeLessThanOrEqual(effects.get(effect) ?? 0);
        }
        const frozen = own
          .flatMap(({ entries }) => entries)
          .filter(({ ownerId: id }) => id === order.ownerId)
          .reduce((sum, entry) => sum + entry.frozen, 0n);
        expect(frozen).toBe(order.reserved);
      }
    }),
    { numRuns: 100, seed: 20_261_128 },
  );
});
