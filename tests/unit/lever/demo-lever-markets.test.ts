/** The contract markets of the demo exchange: sizes of lots, and terms that the core accepts. */
import { expect, test } from 'vitest';
import { parseUnits } from '../../../contract/money/decimal.ts';
import { demoLeverMarkets } from '../../../server/areas/lever/demo-markets.ts';
import { DealingCore } from '../../../server/engine/lever/dealing-core.ts';
import { demoInstruments } from '../../../server/boot/roles/demo-contracts.ts';

const SETTLE = { id: 1, scale: 18 };
const instruments = demoInstruments();
const markets = demoLeverMarkets(instruments, SETTLE);

test('are the coins that are priced in USDT and the forex pairs that are priced in USD', () => {
  expect(markets.filter(({ spotMarketId }) => spotMarketId !== null)).toHaveLength(36);
  expect(markets.flatMap(({ forexSymbol }) => forexSymbol ?? [])).toEqual([
    'EURUSD',
    'GBPUSD',
    'AUDUSD',
    'NZDUSD',
  ]);
  const ids = markets.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Math.max(...ids)).toBeLessThan(100_000);
});

test('have lots that are worth 10 to 100 USDT, and whole units of a tick', () => {
  for (const [index, { lotSize, priceScale, tickLotUnits }] of markets.entries()) {
    const worth = Number(lotSize) * (instruments[index]?.reference ?? 0);
    expect(worth).toBeGreaterThanOrEqual(10);
    expect(worth).toBeLessThan(100);
    const scaled = parseUnits(lotSize, SETTLE.scale) ?? 0n;
    expect(tickLotUnits * 10n ** BigInt(priceScale)).toBe(scaled);
  }
});

test('have terms that the core accepts, and lower multiples for smaller coins', () => {
  const house = { pool: 0n, insurance: 0n, base: 0n };
  expect(() => new DealingCore(markets, house)).not.toThrow();
  const highest = (id: number) =>
    Math.max(...(markets.find((each) => each.id === id)?.multiples ?? []));
  expect([1, 3, 36].map(highest)).toEqual([100, 50, 20]);
});
