/** The depth that the server pushes, compared with the order book after each commit. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import { SPOT_MARKETS } from '../../../server/areas/market/catalog.ts';
import { DepthBoard } from '../../../server/areas/market/depth-board.ts';
import { createMemoryExchange } from '../../support/spot/memory-exchange.ts';

const SPEC = ensure(SPOT_MARKETS[0], 'a market');
const MARKET = SPEC.id;
const PEOPLE = [1, 2, 3];

function openBoard() {
  const { exchange } = createMemoryExchange({
    specs: [SPEC],
    reference: { priceTicks: () => 900_006 },
    owners: PEOPLE,
  });
  const place = (ownerId: number, side: 'buy' | 'sell', priceTicks: number, quantityLots: number) =>
    exchange.place({
      ownerId,
      marketId: MARKET,
      side,
      kind: 'limit',
      priceTicks,
      quantityLots,
      amount: null,
      idempotencyKey: null,
      requestId: 'a test',
      now: 0,
    });
  return { exchange, place, board: new DepthBoard(exchange) };
}

const anyOrder = fc.record({
  owner: fc.constantFrom(...PEOPLE),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  // Each is worth a whole quote coin, so that none is rejected.
  price: fc.integer({ min: 900_000, max: 900_012 }),
  lots: fc.integer({ min: 1_000, max: 9_000 }),
  endsAll: fc.boolean(),
});

describe('the board of order books', () => {
  it('is the book of the exchange after each commit, with a number that rises by one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyOrder, { minLength: 1, maxLength: 40 }), async (orders) => {
        const { exchange, place, board } = openBoard();
        const seqs: number[] = [];
        const built = { bids: new Map<string, string>(), asks: new Map<string, string>() };
        board.subscribe(({ seq, bids, asks }) => {
          seqs.push(seq);
          for (const [price, quantity] of bids) built.bids.set(price, quantity);
          for (const [price, quantity] of asks) built.asks.set(price, quantity);
        });
        for (const { owner, side, price, lots, endsAll } of orders) {
          await place(owner, side, price, lots);
          if (endsAll)
            await exchange.cancelAll({ ownerId: owner, marketId: MARKET, requestId: 'x', now: 0 });
        }
        const { bids, asks } = exchange.depth(MARKET);
        const text = (levels: typeof bids) =>
          levels.map(({ priceTicks, quantityLots }) => [
            formatUnits(BigInt(priceTicks), SPEC.priceScale),
            formatUnits(BigInt(quantityLots), SPEC.quantityScale),
          ]);
        const shown = ensure(board.depth(MARKET), 'a book');
        expect(shown).toEqual({
          currency_match_id: MARKET,
          seq: seqs.length,
          bids: text(bids),
          asks: text(asks),
        });
        expect(seqs).toEqual(seqs.map((_, index) => index + 1));
        for (const side of ['bids', 'asks'] as const) {
          const there = [...built[side]].filter(([, quantity]) => quantity !== '0');
          expect(new Map(there)).toEqual(new Map(shown[side]));
        }
        expect(board.bestPriceTicks(MARKET, 'buy')).toBe(bids[0]?.priceTicks ?? null);
        expect(board.bestPriceTicks(MARKET, 'sell')).toBe(asks[0]?.priceTicks ?? null);
      }),
      { numRuns: 60 },
    );
  });

  it('begins with the resting orders, has the requested number of levels, and knows no other market', async () => {
    const { exchange, place } = openBoard();
    for (const price of [900_001, 900_003, 900_002]) await place(1, 'buy', price, 5_000);
    const board = new DepthBoard(exchange);
    expect(board.depth(MARKET, 2)).toEqual({
      currency_match_id: MARKET,
      seq: 0,
      bids: [
        ['9000.03', '0.005'],
        ['9000.02', '0.005'],
      ],
      asks: [],
    });
    expect(board.depth(4_711)).toBeUndefined();
  });

  it('emits nothing after it is closed', async () => {
    const { place, board } = openBoard();
    board.close();
    await place(1, 'buy', 900_001, 5_000);
    expect(board.depth(MARKET)?.bids).toEqual([]);
  });
});
