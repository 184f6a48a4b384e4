/** Laws of one contract account: its stop-out price, its limit orders, and the figures that the app shows before an opening. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { equityOf, isAtOrBelow, stopOutTicksOf } from '../../../contract/figures/lever-account.ts';
import { entryTicksOf } from '../../../contract/figures/lever-order.ts';
import { PPM } from '../../../contract/money/fee.ts';
import { portfolioOf } from '../../../machines/app/lever/lever-portfolio.ts';
import { ticketFigures } from '../../../machines/app/lever/lever-ticket.figures.ts';
import { LEVER_TICKET_RULES } from '../../../machines/app/lever/lever-ticket.rules.ts';
import { BTC, ETH, LeverScene, priceOf, ticksOf, usdt } from '../../support/lever/lever-scene.ts';
import { MARKETS } from '../../support/lever/stage/stage-data.ts';
import { runsOf } from '../../support/property-runs.ts';

const SEED = 20_261_128;
const FUNDED = '6000';
const [BTC_PRICE, ETH_PRICE] = ['97250.00', '3420.00'];
const TICKS_MAX = Number.MAX_SAFE_INTEGER;

const direction = fc.constantFrom('long', 'short');
const multiple = fc.constantFrom(3, 10, 20, 50);

test('an account is at or below 50 % exactly at the marks at or beyond its stop-out price', () => {
  const unitsPerTick = fc
    .bigInt({ min: -(10n ** 12n), max: 10n ** 12n })
    .filter((each) => each !== 0n);
  const ticks = fc.integer({ min: 1, max: 10 ** 9 });
  // Most marks are about the stop-out price, where one tick decides.
  const distance = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer());
  fc.assert(
    fc.property(
      ticks,
      unitsPerTick,
      fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n }),
      fc.bigInt({ min: 1n, max: 10n ** 16n }),
      distance,
      (markTicks, perTick, equity, margin, off) => {
        const out = stopOutTicksOf({ markTicks, unitsPerTick: perTick }, equity, margin);
        const mark = Math.min(Math.max((out ?? markTicks) + off, 1), TICKS_MAX);
        const at = equity + BigInt(mark - markTicks) * perTick;
        const isBeyond =
          out === null ? isAtOrBelow(equity, margin, 50) : perTick > 0n ? mark <= out : mark >= out;
        expect(isAtOrBelow(at, margin, 50)).toBe(isBeyond);
      },
    ),
    { seed: SEED, numRuns: runsOf(3_000) },
  );
});

const position = fc.record({
  market: fc.constantFrom(BTC, ETH),
  direction,
  lots: fc.integer({ min: 1, max: 300 }),
  multiple,
});

test('the core closes an account at its stop-out price, and not a tick before it', () => {
  let stoppedOut = 0;
  fc.assert(
    fc.property(fc.array(position, { minLength: 1, maxLength: 5 }), (positions) => {
      const scene = new LeverScene();
      scene.fund(FUNDED);
      scene.mark(BTC, BTC_PRICE);
      scene.mark(ETH, ETH_PRICE);
      let unitsPerTick = 0n;
      for (const asked of positions) {
        if (!scene.ask(asked).ok || asked.market !== BTC) continue;
        const side = asked.direction === 'long' ? 1n : -1n;
        unitsPerTick += side * BigInt(asked.lots) * BTC.tickLotUnits;
      }
      const account = scene.account();
      const exposure = { markTicks: ticksOf(BTC, BTC_PRICE), unitsPerTick };
      const out = stopOutTicksOf(exposure, equityOf(account), account.margin);
      if (out === null) return;
      const inside = unitsPerTick > 0n ? out + 1 : out - 1;

      scene.mark(BTC, priceOf(BTC, inside));
      expect(scene.account().margin).toBe(account.margin);
      const ends = scene
        .mark(BTC, priceOf(BTC, out))
        .filter((event) => event.type === 'order.closed')
        .map(({ closing }) => closing.reason);

      expect(new Set(ends)).toEqual(new Set(['stop_out']));
      expect(scene.account().margin).toBe(0n);
      stoppedOut += 1;
    }),
    { seed: SEED, numRuns: runsOf(300) },
  );
  expect(stoppedOut).toBeGreaterThan(100);
});

test('a limit order opens at the first mark that gives its price, and never at a worse one', () => {
  let openings = 0;
  const limitOff = fc.integer({ min: 1, max: 1_000_00 });
  const jumps = fc.array(fc.integer({ min: -2_000_00, max: 2_000_00 }), { maxLength: 4 });
  const near = fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 4 });
  fc.assert(
    fc.property(direction, limitOff, jumps, near, (side, off, far, about) => {
      const scene = new LeverScene();
      scene.fund(FUNDED);
      scene.mark(BTC, BTC_PRICE);
      const start = ticksOf(BTC, BTC_PRICE);
      const sign = side === 'long' ? 1 : -1;
      const limitTicks = start - sign * off;
      // One tick decides here.
      const edge = Math.round((limitTicks * PPM) / (PPM + sign * BTC.spreadPpm));
      scene.place({ market: BTC, direction: side, lots: 10, multiple: 10, limitTicks });
      const marks = [...about.map((by) => edge + by), ...far.map((by) => start + by)];
      for (const mark of marks) {
        const entry = entryTicksOf(side, mark, BTC.spreadPpm);
        const isWorse = (entry - limitTicks) * sign > 0;
        const opened = scene
          .mark(BTC, priceOf(BTC, mark))
          .flatMap((event) => (event.type === 'order.opened' ? [event.order.opening?.ticks] : []));
        expect(opened).toEqual(isWorse ? [] : [entry]);
        if (isWorse) continue;
        openings += 1;
        return;
      }
    }),
    { seed: SEED, numRuns: runsOf(500) },
  );
  expect(openings).toBeGreaterThan(100);
});

test('the app shows the cost, ratio and stop-out price that the core gives the opening', () => {
  const market = ensure(MARKETS[0], 'the market of BTC');
  const lots = fc.integer({ min: 1, max: 300 });
  const offered = fc.constantFrom(
    ...market.multiples.filter((each) => BTC.multiples.includes(each)),
  );
  const marks = fc.integer({ min: 90_000_00, max: 105_000_00 });
  fc.assert(
    fc.property(direction, lots, offered, marks, (side, count, times, ticks) => {
      const scene = new LeverScene();
      scene.fund('50000');
      scene.mark(BTC, priceOf(BTC, ticks));
      const mark = {
        price: priceOf(BTC, ticks),
        status: 'trading',
        state: 'live',
        reason: null,
        isAgreed: true,
        apartPpm: 0,
        changedAt: null,
        isCloseOnly: false,
      } as const;
      const portfolio = portfolioOf({
        cash: { available: usdt('50000'), frozen: 0n, debt: 0n },
        orders: [],
        markets: new Map([[market.id, market]]),
        marks: new Map([[market.id, mark]]),
        now: scene.now,
      });
      const typed = { marketId: String(market.id), direction: side, lots: String(count) } as const;
      const fields = { ...LEVER_TICKET_RULES.empty, ...typed, multiple: String(times) };
      const shown = ticketFigures(fields, { market, mark, portfolio });

      const order = { market: BTC, direction: side, lots: count, multiple: times } as const;
      const { opening } = scene.place(order);

      const account = scene.account();
      const unitsPerTick = BigInt(side === 'long' ? count : -count) * BTC.tickLotUnits;
      const [equity, margin] = [equityOf(account), account.margin];
      const { ticks: entry, margin: held, fee, nightFee } = ensure(opening, 'an opening');
      expect(shown).toMatchObject({ entry, margin: held, fee, nightFee });
      expect(shown?.after).toMatchObject({
        equity,
        margin,
        stopOutTicks: stopOutTicksOf({ markTicks: ticks, unitsPerTick }, equity, margin),
      });
    }),
    { seed: SEED, numRuns: runsOf(300) },
  );
});
