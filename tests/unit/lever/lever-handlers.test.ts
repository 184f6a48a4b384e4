/** Checks of contract calls before they reach the writer: the ledger, the user, the rate, the order of refusals. */
import { describe, expect, test } from 'vitest';
import { ok, refuse } from '../../../contract/result.ts';
import {
  createLeverHandlers,
  type LeverCalls,
  type LeverProduct,
} from '../../../server/areas/lever/lever-handlers.ts';
import { LeverWire } from '../../../server/areas/lever/lever-wire.ts';
import type { LeverMarketRules } from '../../../server/areas/lever/lever.area.ts';
import { STOPPED_OUT } from '../../qa/fixtures/contract-orders.ts';
import { BTC, EURUSD } from '../../support/lever/lever-scene.ts';

const USER_ID = 17;
const NOW = Date.UTC(2026, 10, 21, 10);
const OPENING = Date.UTC(2026, 10, 22, 22);
const rules = (terms: typeof BTC, of: Partial<LeverMarketRules>): LeverMarketRules => ({
  ...terms,
  spotMarketId: null,
  forexSymbol: null,
  settleCurrencyId: 1,
  priceScale: 2,
  lotSize: '0.001',
  revision: 1,
  endsAtMs: null,
  ...of,
});
const MARKETS = new Map([
  [BTC.id, rules(BTC, { spotMarketId: 1 })],
  [EURUSD.id, rules(EURUSD, { forexSymbol: 'EURUSD', priceScale: 5 })],
]);
const ORDER = {
  lever_market_id: BTC.id,
  direction: 'long',
  type: 'market',
  lots: 1,
  multiple: 10,
} as const;

const ACCEPTED: LeverProduct = {
  isOffered: true,
  isBlocked: async () => false,
  hasAcknowledged: async () => true,
  multiplesOf: ({ multiples }) => multiples,
};

/** Calls with a writer that accepts everything, and the changes of a test. */
function callsWith(changes: Partial<LeverCalls> = {}) {
  const asked: string[] = [];
  const accept = async () => {
    asked.push('place');
    return ok({ ...STOPPED_OUT.order });
  };
  const many = async () => ok([]);
  const handlers = createLeverHandlers({
    product: ACCEPTED,
    commands: {
      place: accept,
      findKeyed: async () => undefined,
      cancel: accept,
      cancelAll: many,
      amend: accept,
      close: accept,
      withdrawClose: accept,
      closeAll: many,
    },
    view: {
      markets: MARKETS,
      mark: () => undefined,
      loadAccount: async () => {
        throw new Error('no account is read');
      },
    },
    history: {
      page: async () => ({ orders: [], next: null }),
      detail: async () => undefined,
      mark: async () => undefined,
    },
    wire: new LeverWire({
      markets: MARKETS,
      currencies: { byId: (id) => ({ id, code: 'USDT', name: '', scale: 18 }) },
      settleCurrencyId: 1,
      nextForexOpening: () => OPENING,
    }),
    health: { isConsistent: () => true } as LeverCalls['health'],
    owing: { has: () => false },
    rate: { take: () => 0 },
    ...changes,
  });
  return { handlers, asked };
}

const context = (isVerified = true) =>
  ({
    now: NOW,
    requestId: 'r',
    signedIn: { userId: USER_ID, sessionId: 's', isVerified },
    idempotencyKey: ok('a-key-of-a-test-0001'),
    deadline: { hasPassed: () => false },
  }) as never;

describe('an order', () => {
  const error = async (changes: Partial<LeverCalls>, isVerified = true) => {
    const { handlers, asked } = callsWith(changes);
    const answer = await handlers.placeLeverOrder(ORDER, context(isVerified));
    return [answer.ok ? undefined : answer.error, asked.length];
  };

  test('reaches the writer of a consistent exchange', async () => {
    expect(await error({})).toEqual([undefined, 1]);
  });

  test.each<[string, Partial<LeverCalls>, boolean]>([
    ['rate_limited', { rate: { take: () => 3 } }, true],
    [
      'service_unavailable',
      { health: { isConsistent: () => false } as LeverCalls['health'] },
      true,
    ],
    ['product_unavailable', { product: { ...ACCEPTED, isOffered: false } }, false],
    ['verification_required', {}, false],
    [
      'product_unavailable',
      { product: { ...ACCEPTED, isBlocked: async (id) => id === USER_ID } },
      true,
    ],
    [
      'risk_acknowledgement_required',
      { product: { ...ACCEPTED, hasAcknowledged: async (id) => id !== USER_ID } },
      true,
    ],
    ['multiple_not_offered', { product: { ...ACCEPTED, multiplesOf: () => [2] } }, true],
    ['shortfall_unpaid', { owing: { has: (id) => id === USER_ID } }, true],
  ])('is refused with %s before', async (refusal, changes, isVerified) => {
    expect(await error(changes, isVerified)).toEqual([refusal, 0]);
  });

  test('of a debtor is repeated when its key is known', async () => {
    const { handlers: _, ...rest } = callsWith();
    expect(rest.asked).toEqual([]);
    const known = callsWith({
      owing: { has: () => true },
      commands: {
        ...({} as LeverCalls['commands']),
        findKeyed: async () => 7,
        place: async () => ok({ ...STOPPED_OUT.order }),
      },
    });
    expect(await known.handlers.placeLeverOrder(ORDER, context())).toMatchObject({ ok: true });
  });

  test('never answers with a refusal that its call does not list', async () => {
    const { handlers } = callsWith({
      commands: {
        ...({} as LeverCalls['commands']),
        findKeyed: async () => undefined,
        place: async () => refuse('margin_in_use'),
      },
    });
    await expect(handlers.placeLeverOrder(ORDER, context())).rejects.toThrow('margin_in_use');
  });
});

test('closes and cancels have a part of the rate that openings leave to them', async () => {
  const taken: boolean[] = [];
  const { handlers } = callsWith({
    health: { isConsistent: () => false } as LeverCalls['health'],
    rate: { take: (_user, _at, endsOnly) => (taken.push(endsOnly), 0) },
  });
  await handlers.closeLeverPosition({ id: '7' }, context());
  await handlers.cancelLeverOrder({ id: '7' }, context());
  await handlers.closeAllLeverPositions({ direction: 'all' }, context());
  await handlers.cancelAllLeverOrders({}, context());
  await handlers.withdrawLeverClose({ id: '7' }, context());
  await handlers.placeLeverOrder(ORDER, context());
  expect(taken).toEqual([true, true, true, true, false, false]);
});

test('a market outside its hours says when it opens', async () => {
  const closed = {
    mark: { state: 'closed' },
    marketStatus: 'trading',
    atMs: NOW,
    changedAtMs: NOW,
    lastLiveTicks: 108_620,
    status: 'closed',
    sources: [],
  } as const;
  const { handlers } = callsWith({
    view: {
      markets: MARKETS,
      mark: (id) => (id === EURUSD.id ? closed : undefined),
      loadAccount: () => Promise.reject(new Error('no account is read')),
    },
  });
  const markets = await handlers.listLeverMarkets({}, context());
  expect(markets.ok && markets.value).toMatchObject([
    { id: BTC.id, mark: null, mark_state: 'frozen', mark_reason: 'too_few', next_open: null },
    {
      id: EURUSD.id,
      mark: '1.0862',
      mark_state: 'closed',
      mark_reason: 'closed',
      next_open: OPENING,
    },
  ]);
});
