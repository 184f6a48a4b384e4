/** Contract accounts while one of their markets has no live mark: it counts at its last live price, and stays open. */
import { beforeEach, describe, expect, test } from 'vitest';
import { equityOf } from '../../../contract/figures/lever-account.ts';
import { DAY_MS } from '../../../contract/time.ts';
import type { LeverEvent } from '../../../server/engine/lever/lever-types.ts';
import {
  ANN,
  BTC,
  ETH,
  EURUSD,
  inUsdt,
  LeverScene,
  ticksOf,
  usdt,
} from '../../support/lever/lever-scene.ts';

const BEN = 8;
let scene: LeverScene;
beforeEach(() => {
  scene = new LeverScene();
});

const kinds = (events: readonly LeverEvent[]): string[] =>
  events.map((event) => {
    if (event.type === 'order.closed') return `closed ${event.closing.reason}`;
    return event.type === 'owner.warned' ? `warned ${event.level}` : event.type;
  });

/** Opens a position of `lots` at a hundredfold of its margin. */
const open = (market: typeof BTC, direction: 'long' | 'short', lots: number, ownerId = ANN) =>
  scene.place({ market, ownerId, direction, lots, multiple: 100 });

/** The owner has 1400, a small position in ETH, and a large one in BTC. */
function holdBoth(): void {
  scene.fund('1400');
  scene.mark(BTC, '100000');
  scene.mark(ETH, '3000');
  open(ETH, 'long', 1);
  open(BTC, 'long', 1_000);
}

test('a small position in a closed market does not suspend the stop-out of a large one', () => {
  scene.mark(BTC, '100000');
  scene.mark(EURUSD, '1.08620');
  for (const [ownerId, direction] of [
    [ANN, 'long'],
    [BEN, 'short'],
  ] as const) {
    scene.fund('1400', ownerId);
    open(EURUSD, direction, 1, ownerId);
    open(BTC, direction, 1_000, ownerId);
  }
  const { insurance } = scene.core.house;
  scene.freeze(EURUSD, 'closed');
  for (let price = 100_000; price >= 90_000; price -= 100) scene.mark(BTC, String(price));
  const all = { direction: 'all', marketId: null } as const;
  scene.core.closeAll({ ...all, ownerId: BEN }, scene.now);
  scene.mark(EURUSD, '1.08620');
  for (const ownerId of [ANN, BEN]) scene.core.closeAll({ ...all, ownerId }, scene.now);
  const ann = scene.account(ANN);
  // The loss ends at half of the margin, as without the position in the closed market.
  expect(ann.available).toBeGreaterThan(usdt('400'));
  expect(ann.available).toBeLessThan(usdt('500'));
  expect(scene.core.house.insurance).toBe(insurance);
});

test('a mark that freezes for moments postpones the stop-out, and for ten seconds no longer', () => {
  holdBoth();
  scene.freeze(ETH);
  expect(kinds(scene.mark(BTC, '99000'))).toEqual([]);
  scene.now += 9_999;
  expect(kinds(scene.mark(BTC, '99000'))).toEqual([]);
  expect(kinds(scene.freeze(ETH))).toEqual([]);
  scene.now += 1;
  expect(kinds(scene.freeze(ETH))).toEqual(['closed stop_out']);
  // A position without a price stays open, and is judged with the rest of the account.
  expect(scene.core.marketsOf(ANN)).toEqual([ETH.id]);
  expect(kinds(scene.mark(ETH, '3000'))).toEqual([]);
});

test('a halted market postpones the stop-out of its owners no longer than a frozen one', () => {
  holdBoth();
  scene.core.setTerms({ ...ETH, status: 'halted' });
  scene.mark(ETH, '3000');
  scene.now += 10_000;
  scene.mark(ETH, '3000');
  expect(kinds(scene.mark(BTC, '99000'))).toEqual(['closed stop_out']);
});

test('warnings come while another market of the account is closed', () => {
  holdBoth();
  scene.freeze(ETH, 'closed');
  expect(kinds(scene.mark(BTC, '99600'))).toEqual(['warned attention']);
  expect(kinds(scene.mark(BTC, '99350'))).toEqual(['warned danger']);
  expect(kinds(scene.mark(BTC, '99100'))).toEqual(['closed stop_out']);
});

/** The owner has a loss of 1000 in BTC that a profit of 1500 in ETH carries. */
function holdHedged(): void {
  scene.fund('1600');
  scene.mark(BTC, '100000');
  scene.mark(ETH, '3000');
  open(ETH, 'long', 1_000);
  open(BTC, 'long', 1_000);
  scene.mark(ETH, '3150');
  expect(kinds(scene.mark(BTC, '99000'))).toEqual([]);
}

describe('without a move of a live price no account is stopped out', () => {
  beforeEach(holdHedged);

  /** Marks of both markets for a minute, BTC at the same price. */
  const minuteOf = (eth: () => readonly LeverEvent[]): string[] => {
    const seen: string[] = [];
    for (let second = 0; second < 60; second++) {
      scene.now += 1_000;
      seen.push(...kinds(eth()), ...kinds(scene.mark(BTC, '99000')));
    }
    return seen;
  };

  test.each(['frozen', 'closed'] as const)('while a market is %s', (state) => {
    expect(minuteOf(() => scene.freeze(ETH, state))).toEqual([]);
  });

  test('while an operator has halted a market, whatever its price does', () => {
    scene.core.setTerms({ ...ETH, status: 'halted' });
    expect(minuteOf(() => scene.mark(ETH, '2000'))).toEqual([]);
  });

  test('while both are gone', () => {
    scene.freeze(ETH, 'closed');
    scene.now += 60_000;
    expect(kinds(scene.freeze(BTC, 'closed'))).toEqual([]);
    expect(kinds(scene.mark(BTC, '99000'))).toEqual([]);
  });
});

test('a night that falls while all its markets are gone ends no position and no pending order', () => {
  holdBoth();
  scene.mark(EURUSD, '1.08620');
  const limit = { market: BTC, direction: 'long', lots: 1, multiple: 100 } as const;
  const pending = scene.place({ ...limit, limitTicks: ticksOf(BTC, '50000') });
  // The equity is 9.72 above half of the margin, and a night costs 30.
  scene.mark(BTC, '99180');
  for (const market of [ETH, BTC]) scene.freeze(market, 'closed');
  scene.now += DAY_MS;
  expect(kinds(scene.mark(EURUSD, '1.08620'))).toEqual([]);
  expect(pending.state).toBe('pending');
  expect(kinds(scene.mark(BTC, '99180'))).toEqual(['order.cancelled', 'closed stop_out']);
});

test('a move of a live price stops out the live part, and the rest counts at its last price until it is back', () => {
  holdHedged();
  scene.freeze(ETH, 'closed');
  // The equity of 2009 is half of the margin of 1300 after a further loss of 1359.
  expect(kinds(scene.mark(BTC, '97645'))).toEqual(['warned danger']);
  const [closed] = scene.mark(BTC, '97640');
  // The record names the markets that had no price.
  expect(closed).toMatchObject({ closing: { reason: 'stop_out', seen: { absentIds: [ETH.id] } } });
  expect(scene.core.marketsOf(ANN)).toEqual([ETH.id]);
  expect(kinds(scene.mark(ETH, '3150'))).toEqual([]);
  expect(kinds(scene.mark(ETH, '3000'))).toEqual(['closed stop_out', 'shortfall.paid']);
});

test('a profit without a live mark pays for no opening and no transfer', () => {
  scene.fund('50000');
  scene.mark(BTC, '100000');
  scene.mark(ETH, '3000');
  open(ETH, 'long', 1_000);
  open(BTC, 'long', 1_000);
  scene.mark(ETH, '3150');
  scene.mark(BTC, '99000');
  const before = scene.account();
  expect(before.usable).toBe(before.available);
  scene.freeze(ETH);
  const { available, usable } = scene.account();
  // The loss of BTC with its spread, 1020, and the value of ETH.
  expect(inUsdt(available - usable)).toBe('32520');
  expect(scene.core.withdraw(ANN, usable + 1n, scene.now).ok).toBe(false);
});

test('a loss without a live mark counts at its last price', () => {
  holdBoth();
  open(ETH, 'short', 100);
  scene.mark(ETH, '3290');
  scene.freeze(ETH, 'closed');
  // Without the loss of 290 in ETH it would be a first warning.
  expect(kinds(scene.mark(BTC, '99650'))).toEqual(['warned danger']);
});

test('the whole account is judged again when the market is back', () => {
  holdBoth();
  scene.freeze(ETH, 'closed');
  expect(kinds(scene.mark(BTC, '99350'))).toEqual(['warned danger']);
  // The next crossing of 100 % warns again, because the profit of 700 has ended the first warning.
  scene.mark(ETH, '73000');
  expect(kinds(scene.mark(BTC, '98900'))).toEqual(['warned attention']);
  scene.mark(BTC, '99350');
  expect(equityOf(scene.account())).toBeGreaterThan(scene.account().margin);
});
