/** Amount that an account keeps for markets whose price is uncertain: openings and transfers leave no loss to the exchange. */
import { beforeEach, describe, expect, test } from 'vitest';
import { equityOf } from '../../../contract/figures/lever-account.ts';
import { doubtOf, setAsideOf } from '../../../contract/figures/lever-set-aside.ts';
import {
  ANN,
  BTC,
  ETH,
  EURUSD,
  inUsdt,
  LeverScene,
  priceOf,
  ticksOf,
  usdt,
} from '../../support/lever/lever-scene.ts';

const BEN = 8;
const PAIR = [ANN, BEN];
const FRIDAY = '1.08620';

let scene: LeverScene;
beforeEach(() => {
  scene = new LeverScene();
  scene.mark(BTC, '100000');
  scene.mark(EURUSD, FRIDAY);
});

/** Opens a position for each of two owners, in opposite directions. */
const hedge = (market: typeof BTC, lots: number, multiple = 100) =>
  PAIR.map((ownerId) =>
    scene.ask({ market, ownerId, direction: ownerId === ANN ? 'long' : 'short', lots, multiple }),
  );
const leave = (ownerId: number, amount: bigint) =>
  scene.core.withdraw(ownerId, amount, scene.now).ok;
/** Everything that may leave leaves, and nothing more would. */
const leaveAll = (ownerId: number): bigint => {
  const { transferable } = scene.account(ownerId);
  expect(leave(ownerId, transferable + 1n)).toBe(false);
  if (transferable > 0n) expect(leave(ownerId, transferable)).toBe(true);
  return transferable;
};
/** The price after a move against longs, in hundredths of a percent, not further than that. */
const gapDown = (market: typeof BTC, price: string, bp: number): string =>
  priceOf(market, Math.ceil((ticksOf(market, price) * (10_000 - bp)) / 10_000));

test('the reasons of an uncertain price', () => {
  const live = { isHalted: false, state: 'live', isAgreed: true } as const;
  expect(doubtOf(live)).toBeNull();
  expect(doubtOf({ ...live, isAgreed: false })).toBe('apart');
  expect(doubtOf({ ...live, state: 'closed', isAgreed: false })).toBe('closed');
  expect(doubtOf({ ...live, state: 'frozen', isAgreed: false })).toBe('frozen');
  expect(doubtOf({ ...live, isHalted: true })).toBe('halted');
});

test('a gap is rounded up, shorts count like longs', () => {
  const market = { doubt: 'closed', calendar: 'forex' } as const;
  expect(setAsideOf({ ...market, netValue: 101n })).toBe(4n);
  expect(setAsideOf({ ...market, netValue: -101n })).toBe(4n);
  expect(setAsideOf({ ...market, doubt: 'frozen', netValue: -101n })).toBe(101n);
});

describe('two accounts with opposite positions in a market that is closed', () => {
  beforeEach(() => {
    for (const ownerId of PAIR) scene.fund('10000', ownerId);
    hedge(EURUSD, 100);
    scene.freeze(EURUSD, 'closed');
  });

  test('keep a gap of 3 %, so that the exchange pays nothing when the market opens with it', () => {
    const { insurance } = scene.core.house;
    const { available, transferable } = scene.account();
    // 100 lots of 1000 at 1.08620, and 7 for the spread.
    expect(inUsdt(available - transferable)).toBe('3265.6');
    for (const ownerId of PAIR) leaveAll(ownerId);
    scene.mark(EURUSD, gapDown(EURUSD, FRIDAY, 300));
    const loser = scene.account(ANN);
    expect(equityOf(loser)).toBeGreaterThanOrEqual(loser.margin);
    expect(scene.events.some(({ type }) => type === 'order.closed')).toBe(false);
    expect(scene.core.house.insurance).toBe(insurance);
  });

  test('open contracts on coins with what is left, and no more', () => {
    const { usable } = scene.account();
    // A lot costs 1 of margin and 0.05 of fee, with their spread.
    const most = Number(usable / usdt('1.05021'));
    expect(hedge(BTC, most + 10)[0]).toEqual({ ok: false, error: 'insufficient_margin' });
    expect(hedge(BTC, most)[0]?.ok).toBe(true);
    expect(leaveAll(ANN)).toBeLessThan(usdt('2'));
  });

  test('win nothing from the exchange by coins that they open over the weekend', () => {
    const before = scene.core.house;
    hedge(BTC, 2_000);
    // One of them is stopped out, and the other takes out what it has won.
    const isOut = () => scene.core.marketsOf(ANN).length === 1;
    for (let price = 99_900; !isOut(); price -= 100) scene.mark(BTC, String(price));
    scene.core.closeAll({ ownerId: BEN, direction: 'all', marketId: BTC.id }, scene.now);
    for (const ownerId of PAIR) leaveAll(ownerId);
    scene.mark(EURUSD, gapDown(EURUSD, FRIDAY, 100));
    for (const ownerId of PAIR)
      scene.core.closeAll({ ownerId, direction: 'all', marketId: null }, scene.now);
    const { pool, insurance } = scene.core.house;
    expect(pool + insurance).toBeGreaterThanOrEqual(before.pool + before.insurance);
  });
});

test('coins that are opened while forex is closed cost the exchange no more than those of before', () => {
  /** The loss of the exchange when ANN loses by coins, and then by the largest gap of forex. */
  const lossWhen = (isBefore: boolean): bigint => {
    scene = new LeverScene();
    scene.mark(BTC, '100000');
    scene.mark(EURUSD, FRIDAY);
    for (const ownerId of PAIR) scene.fund('10000', ownerId);
    hedge(EURUSD, 100);
    if (isBefore) hedge(BTC, 3_000);
    scene.freeze(EURUSD, 'closed');
    if (!isBefore) hedge(BTC, 3_000);
    for (let price = 100_000; price >= 90_000; price -= 100) scene.mark(BTC, String(price));
    leaveAll(ANN);
    const { pool, insurance } = scene.core.house;
    scene.mark(EURUSD, gapDown(EURUSD, FRIDAY, 300));
    scene.core.closeAll({ ownerId: BEN, direction: 'all', marketId: null }, scene.now);
    return pool + insurance - scene.core.house.pool - scene.core.house.insurance;
  };
  expect(lossWhen(false)).toBeLessThanOrEqual(lossWhen(true));
});

test('a loss is not hidden by the close of a market: it counts in addition to the gap', () => {
  scene.fund('10000');
  scene.place({ market: EURUSD, direction: 'long', lots: 100, multiple: 100 });
  scene.mark(EURUSD, '1.06620');
  scene.freeze(EURUSD, 'closed');
  const { available, usable } = scene.account();
  // 2000 lost with a spread of 7, and 3 % of 106620.
  expect(inUsdt(available - usable)).toBe('5205.6');
});

test('a long without a price loses no more than stays in its account', () => {
  scene.fund('30000');
  scene.place({ market: BTC, direction: 'long', lots: 100, multiple: 10 });
  scene.freeze(BTC);
  scene.now += 10_000;
  scene.freeze(BTC);
  leaveAll(ANN);
  scene.mark(BTC, '1');
  const account = scene.account();
  expect(equityOf(account)).toBeGreaterThanOrEqual(account.margin);
});

test('opposite positions of one account in one market need nothing', () => {
  scene.fund('10000');
  for (const direction of ['long', 'short'] as const)
    scene.place({ market: EURUSD, direction, lots: 10, multiple: 100 });
  scene.freeze(EURUSD, 'closed');
  const { available, unrealized, usable } = scene.account();
  expect(usable).toBe(available + unrealized);
});

test('a profit elsewhere covers no gap', () => {
  scene.fund('10000');
  scene.mark(ETH, '3000');
  scene.place({ market: EURUSD, direction: 'long', lots: 10, multiple: 100 });
  scene.place({ market: ETH, direction: 'long', lots: 100, multiple: 10 });
  scene.mark(ETH, '6000');
  scene.freeze(EURUSD, 'closed');
  const { available, usable } = scene.account();
  expect(inUsdt(available - usable)).toBe('325.86');
});
