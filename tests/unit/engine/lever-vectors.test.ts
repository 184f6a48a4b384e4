/** The golden vectors of contract trading, played through the core: money, triggers and stop-outs to the last unit. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  riskRatioBpOf,
  stopOutTicksOf,
  equityOf,
} from '../../../contract/figures/lever-account.ts';
import { lossBoxOf } from '../../../server/engine/lever/safe-box.ts';
import type { LeverEvent } from '../../../server/engine/lever/lever-types.ts';
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

let scene: LeverScene;
beforeEach(() => {
  scene = new LeverScene();
});

const longBtc = { market: BTC, direction: 'long', lots: 250, multiple: 20 } as const;
const shortEth = { market: ETH, direction: 'short', lots: 300, multiple: 10 } as const;
const closes = (events: readonly LeverEvent[]) =>
  events.flatMap((event) =>
    event.type === 'order.closed'
      ? [
          {
            id: event.order.id,
            reason: event.closing.reason,
            price: priceOf({ id: event.order.marketId }, event.closing.ticks),
            profit: inUsdt(event.closing.profit),
          },
        ]
      : [],
  );

test('V4: V1 closed at 99000.00 on the same day', () => {
  scene.fund('5000');
  scene.mark(BTC, '97250.00');
  const { id } = scene.place(longBtc);
  const before = scene.account().available;
  scene.mark(BTC, '99000.00');
  scene.core.close({ ownerId: ANN, id }, scene.now);

  expect(closes(scene.core.takeEvents())).toEqual([
    { id, reason: 'owner', price: '99000', profit: '432.6375' },
  ]);
  expect(inUsdt(scene.account().available - before)).toBe('1648.505625');
  expect(inUsdt(scene.account().available - usdt('5000'))).toBe('420.47881875');
});

describe('V5: two markets', () => {
  beforeEach(() => {
    scene.fund('5000');
    scene.mark(BTC, '97250.00');
    scene.mark(ETH, '3420.00');
    scene.place(longBtc);
    scene.place(shortEth);
    scene.mark(BTC, '95000.00');
    scene.mark(ETH, '3500.00');
  });

  const exposures = [
    { markTicks: 95_000_00, unitsPerTick: 250n * BTC.tickLotUnits },
    { markTicks: 3_500_00, unitsPerTick: -300n * ETH.tickLotUnits },
  ] as const;

  test('equity, ratio and usable margin', () => {
    const account = scene.account();
    expect(inUsdt(account.available)).toBe('2741.05122875');
    expect(inUsdt(account.margin)).toBe('2241.661125');
    expect(inUsdt(account.unrealized)).toBe('-809.4325');
    expect(inUsdt(equityOf(account))).toBe('4173.27985375');
    expect(riskRatioBpOf(equityOf(account), account.margin)).toBe(18_616n);
    expect(inUsdt(account.usable)).toBe('1931.61872875');
  });

  test('V7: the stop-out price of each market while the other mark stays', () => {
    const { margin } = scene.account();
    const equity = equityOf(scene.account());
    const [btc, eth] = exposures.map((exposure) => stopOutTicksOf(exposure, equity, margin) ?? 0);
    expect(priceOf(BTC, btc ?? 0)).toBe('82790.2');
    expect(priceOf(ETH, eth ?? 0)).toBe('4517.49');
  });

  test('V7: both are stopped out at that price, and not a tick before it', () => {
    expect(closes(scene.mark(BTC, '82790.21'))).toEqual([]);
    const events = scene.mark(BTC, '82790.20');
    expect(closes(events).map(({ reason }) => reason)).toEqual(['stop_out', 'stop_out']);
    const [first] = events.flatMap((event) => (event.type === 'order.closed' ? [event] : []));
    expect(inUsdt(first?.closing.seen?.equity ?? 0n)).toBe('1120.82985375');
    expect(inUsdt(first?.closing.seen?.margin ?? 0n)).toBe('2241.661125');
  });

  test('V7: the rise of the other market stops them out too', () => {
    expect(closes(scene.mark(ETH, '4517.48'))).toEqual([]);
    expect(closes(scene.mark(ETH, '4517.49'))).toHaveLength(2);
  });

  test('V8: the safe box, and both marks one tick inside it', () => {
    const { margin } = scene.account();
    const equity = equityOf(scene.account());
    const [btc, eth] = lossBoxOf(exposures, equity, margin, 50);
    expect([btc?.direction, priceOf(BTC, btc?.ticks ?? 0)]).toEqual(['falls', '86533.36']);
    expect([eth?.direction, priceOf(ETH, eth?.ticks ?? 0)]).toEqual(['rises', '3811.92']);
    scene.mark(BTC, '86533.37');
    scene.mark(ETH, '3811.91');
    expect(inUsdt(equityOf(scene.account()))).toBe('1120.89235375');
    expect(closes(scene.events)).toEqual([]);
  });
});

test('V6: one position is stopped out at its price, and not a tick above it', () => {
  scene.fund('3000');
  scene.mark(BTC, '97250.00');
  scene.place(longBtc);
  expect(inUsdt(scene.account().available)).toBe('1771.97319375');
  expect(closes(scene.mark(BTC, '87749.83'))).toEqual([]);
  expect(closes(scene.mark(BTC, '87749.82')).map(({ reason }) => reason)).toEqual(['stop_out']);
  // The rest of the margin belongs to its owner.
  expect(inUsdt(scene.account().available)).toBe('607.93381875');
});

test('V9: a stop-loss closes at the mark that crossed it, a gap included', () => {
  scene.fund('5000');
  scene.mark(BTC, '97250.00');
  scene.place({ ...longBtc, stopLossTicks: ticksOf(BTC, '95000.00') });
  expect(closes(scene.mark(BTC, '95000.01'))).toEqual([]);
  expect(closes(scene.mark(BTC, '94100.00'))).toEqual([
    { id: 1, reason: 'stop_loss', price: '94100', profit: '-792.3625' },
  ]);
});

test('V10: a take-profit closes at the mark that crossed it, the gain of a gap included', () => {
  scene.fund('5000');
  scene.mark(BTC, '97250.00');
  scene.place({ ...longBtc, takeProfitTicks: ticksOf(BTC, '99000.00') });
  expect(closes(scene.mark(BTC, '98999.99'))).toEqual([]);
  expect(closes(scene.mark(BTC, '99120.00'))).toEqual([
    { id: 1, reason: 'take_profit', price: '99120', profit: '462.6375' },
  ]);
});

test('V11: after a jump the insurance fund pays, the pool waives the rest, and the owner owes nothing', () => {
  scene = new LeverScene({ insurance: 0n });
  scene.fund('1300');
  scene.mark(BTC, '97250.00');
  scene.place(longBtc);
  expect(inUsdt(scene.account().available)).toBe('71.97319375');
  const { pool, insurance } = scene.core.house;
  scene.core.fundHouse(0n, usdt('500') - insurance);
  const events = scene.mark(BTC, '90000.00');

  expect(closes(events)[0]?.profit).toBe('-1817.3625');
  const [closed] = events.flatMap((event) => (event.type === 'order.closed' ? [event] : []));
  expect(inUsdt(closed?.closing.seen?.equity ?? 0n)).toBe('-529.52118125');
  expect(inUsdt(closed?.debt ?? 0n)).toBe('529.52118125');
  expect(events.at(-1)).toEqual({
    type: 'shortfall.paid',
    ownerId: ANN,
    orderId: 1,
    fromInsurance: usdt('500'),
    waived: usdt('29.52118125'),
  });
  expect(inUsdt(scene.core.house.pool - pool)).toBe('1787.84131875');
  expect(scene.core.house.insurance).toBe(0n);
  expect(scene.account()).toMatchObject({ available: 0n, frozen: 0n, debt: 0n });
});

describe('V12: a debt that another position covers', () => {
  const opening =
    usdt('10') + usdt('97.26945') + usdt('4.8634725') + usdt('136.7724') + usdt('3.41931');
  beforeEach(() => {
    scene.fund(inUsdt(opening));
    scene.mark(BTC, '97250.00');
    scene.mark(ETH, '3420.00');
    const stopLossTicks = ticksOf(BTC, '96000.00');
    scene.place({ ...longBtc, lots: 100, multiple: 100, stopLossTicks });
    scene.place({ ...shortEth, lots: 200, multiple: 50 });
    expect(inUsdt(scene.account().available)).toBe('10');
  });

  test('the stop-loss of one leg borrows, and the equity stays', () => {
    scene.mark(ETH, '3300.00');
    const events = scene.mark(BTC, '96000.00');
    expect(closes(events)).toEqual([
      { id: 1, reason: 'stop_loss', price: '96000', profit: '-126.945' },
    ]);
    const account = scene.account();
    expect([inUsdt(account.available), inUsdt(account.debt)]).toEqual(['0', '19.67555']);
    expect(inUsdt(equityOf(account))).toBe('355.71685');
    expect(riskRatioBpOf(equityOf(account), account.margin)).toBe(26_007n);
    expect(scene.ask({ ...longBtc, lots: 1 })).toEqual({ ok: false, error: 'insufficient_margin' });
  });

  test('a deposit repays it first, and the other leg repays the rest', () => {
    scene.mark(ETH, '3300.00');
    scene.mark(BTC, '96000.00');
    scene.fund('5');
    expect(inUsdt(scene.account().debt)).toBe('14.67555');
    expect(scene.account().available).toBe(0n);
    scene.core.close({ ownerId: ANN, id: 2 }, scene.now);
    expect(scene.account().debt).toBe(0n);
    expect(inUsdt(scene.account().available)).toBe('360.71685');
  });

  test('V16: all are closed with the largest payout first, and nothing is borrowed', () => {
    // Without the stop-loss, so that the owner closes both.
    scene.core.amend(
      { ownerId: ANN, id: 1, revision: 2, takeProfitTicks: null, stopLossTicks: null },
      scene.now,
    );
    scene.mark(ETH, '3300.00');
    scene.mark(BTC, '96000.00');
    const account = scene.account();
    expect(inUsdt(equityOf(account))).toBe('355.71685');
    expect(riskRatioBpOf(equityOf(account), account.margin)).toBe(15_198n);
    const all = { ownerId: ANN, direction: 'all', marketId: null } as const;
    scene.core.closeAll(all, scene.now);
    const events = scene.core.takeEvents();
    expect(closes(events).map(({ id }) => id)).toEqual([2, 1]);
    for (const event of events) if (event.type === 'order.closed') expect(event.debt).toBe(0n);
    expect(inUsdt(scene.account().available)).toBe('355.71685');
  });
});

describe('overnight fees', () => {
  test('V13: three nights of V1 are taken when it is closed', () => {
    scene.now = Date.parse('2026-11-20T23:59:59.999Z');
    scene.fund('5000');
    scene.mark(BTC, '97250.00');
    const { id } = scene.place(longBtc);
    scene.now = Date.parse('2026-11-23T00:00:00.000Z');
    scene.mark(BTC, '97250.00');
    expect(inUsdt(scene.account().nights)).toBe('21.88562625');
    scene.core.close({ ownerId: ANN, id }, scene.now);
    const [closed] = scene.core.takeEvents();
    expect(closed?.type === 'order.closed' && inUsdt(closed.closing.nights)).toBe('21.88562625');
  });

  test('V14: Wednesday is charged three times, the weekend not at all', () => {
    scene.now = Date.parse('2026-11-18T10:00:00Z');
    scene.fund('5000');
    scene.mark(EURUSD, '1.08620');
    scene.place({ market: EURUSD, direction: 'long', lots: 10, multiple: 30 });
    scene.now = Date.parse('2026-11-23T09:00:00Z');
    expect(inUsdt(scene.account().nights)).toBe('2.17254');
  });

  test('midnight alone stops an account out, at the first mark after it', () => {
    scene.now = Date.parse('2026-11-20T23:59:59Z');
    scene.fund('3000');
    scene.mark(BTC, '97250.00');
    scene.mark(ETH, '3420.00');
    scene.place(longBtc);
    scene.mark(BTC, '87749.83');
    scene.now += 1_000;
    // The mark of another market is enough: the night is due at the same moment everywhere.
    expect(closes(scene.mark(ETH, '3420.00')).map(({ reason }) => reason)).toEqual(['stop_out']);
  });
});

test('V15: a limit order opens at the mark that reaches it, at the entry price, and releases its reserve', () => {
  scene.fund('5000');
  scene.mark(BTC, '97250.00');
  const long = scene.place({ ...longBtc, limitTicks: ticksOf(BTC, '97000.00') });
  const short = scene.place({
    ...longBtc,
    direction: 'short',
    limitTicks: ticksOf(BTC, '97500.00'),
  });
  expect(inUsdt(scene.account().available)).toBe('2532.128125');
  scene.mark(BTC, '96980.61');
  scene.mark(BTC, '97519.50');
  expect([long.state, short.state]).toEqual(['pending', 'pending']);
  scene.mark(BTC, '96500.00');
  expect(priceOf(BTC, long.opening?.ticks ?? 0)).toBe('96519.3');
  scene.mark(BTC, '97519.51');
  expect(priceOf(BTC, short.opening?.ticks ?? 0)).toBe('97500');
  const { available, frozen } = scene.account();
  expect(inUsdt(frozen)).toBe('2425.24125');
  expect(inUsdt(available)).toBe('2550.5063375');
});

test('V27: an account under water opens nothing, so that its own order cannot stop it out', () => {
  scene.fund('1300');
  scene.mark(BTC, '97250.00');
  scene.place(longBtc);
  scene.mark(BTC, '97000.00');
  expect(scene.account().available).toBeGreaterThan(usdt('71'));
  expect(inUsdt(scene.account().usable)).toBe('4.61069375');
  expect(scene.ask({ ...longBtc, lots: 1 })).toEqual({ ok: false, error: 'insufficient_margin' });
  expect(scene.core.withdraw(ANN, usdt('5'), scene.now)).toEqual({
    ok: false,
    error: 'margin_in_use',
  });
  expect(scene.core.withdraw(ANN, usdt('4.61069375'), scene.now).ok).toBe(true);
});
