/** The ticket's figures equal the server's: same formulas, same order book, to the last unit. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatUnits, isCanonicalDecimal, parseUnits } from '../../../contract/money/decimal.ts';
import { feeOf } from '../../../contract/money/fee.ts';
import {
  figuresOf,
  percentOfSize,
  sizeOfPercent,
  spentBy,
  stepped,
  sweep,
} from '../../../machines/app/spot/order-ticket.figures.ts';
import { canonicalDecimal, CURRENCY_SCALE } from '../../../machines/app/core/typed-decimals.ts';
import type { TicketFields } from '../../../machines/app/spot/order-ticket.types.ts';
import { createMatchingEngine } from '../../../server/engine/matching-engine.ts';
import { baseUnitsOf, costOf } from '../../../server/areas/spot/market-rules.ts';
import type { SpotMarketRules } from '../../../server/areas/spot/spot.area.ts';
import { LIMIT_BUY, TICKET_FACTS, TICKET_MARKET } from '../../support/spot/ticket-facts.ts';

const scales = fc.record({
  price: fc.integer({ min: 0, max: 9 }),
  quantity: fc.integer({ min: 0, max: 6 }),
});
type Scales = { readonly price: number; readonly quantity: number };
const ticksOrLots = fc.integer({ min: 1, max: 1_000_000 });
const sides = fc.constantFrom('buy', 'sell');
const ppm = fc.integer({ min: 0, max: 20_000 });

const marketWith = ({ price, quantity }: Scales) => ({
  ...TICKET_MARKET,
  price_scale: price,
  quantity_scale: quantity,
});
const rulesWith = ({ price, quantity }: Scales) =>
  ({
    lotUnits: 10n ** BigInt(CURRENCY_SCALE - quantity),
    tickLotUnits: 10n ** BigInt(CURRENCY_SCALE - price - quantity),
  }) as SpotMarketRules;
const text = (units: bigint) => formatUnits(units, CURRENCY_SCALE);

test('total, fee and proceeds of a limit order are those of the server', () => {
  fc.assert(
    fc.property(scales, ticksOrLots, ticksOrLots, sides, ppm, (scale, ticks, lots, side, rate) => {
      const rules = rulesWith(scale);
      const figures = figuresOf(
        {
          ...LIMIT_BUY,
          side,
          price: formatUnits(BigInt(ticks), scale.price),
          size: formatUnits(BigInt(lots), scale.quantity),
        },
        {
          ...TICKET_FACTS,
          market: { ...marketWith(scale), maker_fee_ppm: rate },
          book: { bids: [], asks: [] },
        },
      );
      const cost = costOf(rules, ticks, lots);
      const gross = side === 'buy' ? baseUnitsOf(rules, lots) : cost;
      const fee = feeOf(gross, rate);
      expect(figures).toMatchObject({
        total: text(cost),
        fee: text(fee),
        received: text(gross - fee),
        price: formatUnits(BigInt(ticks), scale.price),
      });
    }),
  );
});

function bookOf(side: 'buy' | 'sell', resting: readonly { ticks: number; lots: number }[]) {
  const engine = createMatchingEngine();
  resting.forEach(({ ticks, lots }, index) =>
    engine.place({
      kind: 'limit',
      id: index + 1,
      ownerId: 2,
      side: side === 'buy' ? 'sell' : 'buy',
      priceTicks: ticks,
      quantityLots: lots,
    }),
  );
  return engine;
}

describe('a market order', () => {
  const levels = fc.uniqueArray(fc.record({ ticks: ticksOrLots, lots: ticksOrLots }), {
    selector: ({ ticks }) => ticks,
    maxLength: 12,
  });

  test('takes from the book the same levels as the engine', () => {
    fc.assert(
      fc.property(
        scales,
        levels,
        sides,
        fc.boolean(),
        fc.bigInt({ min: 1n, max: 10n ** 13n }),
        (scale, resting, side, wantsAmount, size) => {
          const rules = rulesWith(scale);
          const isByAmount = side === 'buy' && wantsAmount;
          const lots = size % 3_000_000n || 1n;
          const engine = bookOf(side, resting);
          const expected = engine.preview({
            kind: 'market',
            id: 99,
            ownerId: 1,
            side,
            quantityLots: isByAmount ? null : Number(lots),
            budgetTickLots: isByAmount ? size : null,
            worstPriceTicks: null,
          });
          const depth = engine.depth(resting.length + 1);
          const taken = (side === 'buy' ? depth.asks : depth.bids).map((level) => ({
            price: formatUnits(BigInt(level.priceTicks), scale.price),
            quantity: formatUnits(BigInt(level.quantityLots), scale.quantity),
          }));
          const found = sweep(
            taken,
            isByAmount ? 'amount' : 'quantity',
            isByAmount ? size * rules.tickLotUnits : lots * rules.lotUnits,
            marketWith(scale),
          );
          expect(found.quantity).toBe(BigInt(expected.lots) * rules.lotUnits);
          expect(found.amount).toBe(expected.costTickLots * rules.tickLotUnits);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the slider', () => {
  const tickets = fc.constantFrom<TicketFields>(
    LIMIT_BUY,
    { ...LIMIT_BUY, side: 'sell' },
    { ...LIMIT_BUY, kind: 'market', sizedBy: 'amount' },
    { ...LIMIT_BUY, kind: 'market', sizedBy: 'quantity' },
    { ...LIMIT_BUY, kind: 'market', side: 'sell' },
  );
  const balances = fc.bigInt({ min: 0n, max: 10n ** 25n }).map(text);
  const percents = fc.integer({ min: 0, max: 100 });

  test('never chooses more than the share of what is available', () => {
    fc.assert(
      fc.property(tickets, balances, percents, (fields, available, percent) => {
        const facts = { ...TICKET_FACTS, available: { base: available, quote: available } };
        const size = sizeOfPercent(fields, facts, percent) ?? '';
        const spent = spentBy({ ...fields, size }, facts) ?? 0n;
        const balance = parseUnits(available, CURRENCY_SCALE) ?? 0n;
        expect(spent * 100n).toBeLessThanOrEqual(balance * BigInt(percent));
        expect(percentOfSize({ ...fields, size, percent: null }, facts) ?? 0).toBeLessThanOrEqual(
          percent,
        );
      }),
    );
  });

  test('of a limit buy leaves less than one more lot would cost', () => {
    fc.assert(
      fc.property(balances, percents, (available, percent) => {
        const facts = { ...TICKET_FACTS, available: { base: '0', quote: available } };
        const size = sizeOfPercent(LIMIT_BUY, facts, percent) ?? '';
        const more = stepped(size, TICKET_MARKET.quantity_scale, 1);
        const spent = spentBy({ ...LIMIT_BUY, size: more }, facts) ?? 0n;
        const balance = parseUnits(available, CURRENCY_SCALE) ?? 0n;
        expect(spent * 100n).toBeGreaterThan(balance * BigInt(percent) - 100n);
      }),
    );
  });
});

describe('a typed size', () => {
  const typed = fc.stringMatching(/^0{0,3}[0-9]{1,9}(?:\.[0-9]{0,18})?$/);

  test('becomes the canonical spelling of the same number', () => {
    fc.assert(
      fc.property(typed, (spelling) => {
        const canonical = canonicalDecimal(spelling);
        expect(isCanonicalDecimal(canonical ?? '')).toBe(true);
        expect(Number(canonical)).toBe(Number(spelling));
      }),
    );
  });

  test('never becomes a number if it is none', () => {
    for (const spelling of [
      '',
      '.',
      '1.2.3',
      '-1',
      '1e3',
      '1,5',
      ' 1',
      'NaN',
      '１',
      `${'1'.repeat(21)}`,
    ])
      expect(canonicalDecimal(spelling), spelling).toBeNull();
  });

  test('stepped up and down again is on the step, and unchanged if it was on it', () => {
    fc.assert(
      fc.property(typed, fc.integer({ min: 0, max: 9 }), (spelling, scale) => {
        const up = stepped(spelling, scale, 1);
        expect(parseUnits(up, scale)).not.toBeNull();
        const onStep = parseUnits(canonicalDecimal(spelling) ?? '', scale) !== null;
        if (onStep) expect(stepped(up, scale, -1)).toBe(canonicalDecimal(spelling));
      }),
    );
  });
});
