/** Contract trading at the seams: frozen marks, steps of one mark with commands between them, warnings, limits. */
import { beforeEach, describe, expect, test } from 'vitest';
import { equityOf, isAtOrBelow } from '../../../contract/figures/lever-account.ts';
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

let scene: LeverScene;
beforeEach(() => {
  scene = new LeverScene();
  scene.fund('5000');
  scene.mark(BTC, '97250.00');
  scene.mark(ETH, '3420.00');
});

const longBtc = { market: BTC, direction: 'long', lots: 250, multiple: 20 } as const;
const shortEth = { market: ETH, direction: 'short', lots: 300, multiple: 10 } as const;
const ALL = { ownerId: ANN, direction: 'all', marketId: null } as const;
const kinds = (events: readonly LeverEvent[]): string[] =>
  events.map((event) =>
    event.type === 'order.closed' ? `closed ${event.closing.reason}` : event.type,
  );
const refusal = (error: string) => ({ ok: false, error });

describe('a market without a live mark', () => {
  test.each([['frozen'], ['closed']] as const)('that is %s opens nothing', (state) => {
    scene.freeze(BTC, state);
    const error = state === 'closed' ? 'market_closed' : 'mark_unavailable';
    expect(scene.ask(longBtc)).toEqual(refusal(error));
    expect(scene.ask({ ...longBtc, limitTicks: ticksOf(BTC, '90000') })).toEqual(refusal(error));
  });

  test('lets a close wait, and closes at the first live mark', () => {
    const { id } = scene.place(longBtc);
    scene.freeze(BTC);
    expect(scene.core.close({ ownerId: ANN, id }, scene.now).ok).toBe(true);
    expect(scene.core.find(id)?.state).toBe('closing');
    expect(kinds(scene.mark(BTC, '98000.00'))).toContain('closed owner');
  });

  test('stops no account out for moments, although the other market would', () => {
    scene.place(longBtc);
    scene.place(shortEth);
    scene.freeze(ETH);
    expect(kinds(scene.mark(BTC, '60000.00'))).toEqual([]);
    // Judged at the first mark with which all its prices are live.
    expect(kinds(scene.mark(ETH, '3420.00')).slice(0, 2)).toEqual([
      'closed stop_out',
      'closed stop_out',
    ]);
  });

  test('fires no target while it is frozen, and the next live mark decides', () => {
    scene.place({ ...longBtc, stopLossTicks: ticksOf(BTC, '95000.00') });
    expect(kinds(scene.freeze(BTC))).toEqual([]);
    expect(kinds(scene.mark(BTC, '95000.01'))).toEqual([]);
    expect(kinds(scene.mark(BTC, '95000.00'))).toEqual(['closed stop_loss']);
  });
});

describe('while the sources do not agree', () => {
  test('a market order waits two seconds, and then lapses', () => {
    scene.mark(BTC, '97250.00', { isAgreed: false });
    const order = scene.place(longBtc);
    expect(order.state).toBe('pending');
    scene.now += 2_000;
    scene.mark(BTC, '97250.00', { isAgreed: false });
    expect(order.state).toBe('pending');
    scene.now += 1;
    scene.mark(BTC, '97250.00');
    expect([order.state, order.cancelReason]).toEqual(['cancelled', 'price_moving']);
  });

  test('a market order opens at the first mark on which they agree', () => {
    scene.mark(BTC, '97250.00', { isAgreed: false });
    const order = scene.place(longBtc);
    scene.now += 1_000;
    scene.mark(BTC, '97300.00');
    expect(order.opening?.ticks).toBe(ticksOf(BTC, '97319.46'));
  });

  test('a close that waits can be taken back', () => {
    const { id } = scene.place(longBtc);
    scene.mark(BTC, '97250.00', { isAgreed: false });
    scene.core.close({ ownerId: ANN, id }, scene.now);
    expect(scene.core.withdrawClose({ ownerId: ANN, id }, scene.now).ok).toBe(true);
    expect(kinds(scene.mark(BTC, '97250.00'))).not.toContain('closed owner');
    expect(scene.core.find(id)?.state).toBe('in_trading');
  });
});

describe('commands between the steps of one mark', () => {
  const OWNERS = Array.from({ length: 40 }, (_, index) => 100 + index);
  beforeEach(() => {
    for (const ownerId of OWNERS) {
      scene.fund('1300', ownerId);
      scene.place({ ...longBtc, ownerId });
    }
    scene.core.takeEvents();
  });
  const crash = () =>
    ({
      state: 'live',
      ticks: ticksOf(BTC, '90000.00'),
      seq: 99,
      isAgreed: true,
      apartPpm: 0,
      isCloseOnly: false,
    }) as const;
  const positionOf = (ownerId: number): number => 1 + OWNERS.indexOf(ownerId);

  test('a close, a deposit and a withdrawal come between, and no account stays that must not', () => {
    expect(scene.core.takeMark(BTC.id, crash(), scene.now, 5)).toBe(true);
    const last = OWNERS.at(-1) ?? 0;
    const saved = OWNERS.at(-2) ?? 0;
    const close = { ownerId: last, id: positionOf(last) };
    expect(scene.core.close(close, scene.now).ok).toBe(true);
    scene.core.deposit(saved, usdt('5000'), scene.now);
    expect(scene.core.withdraw(OWNERS[10] ?? 0, 1n, scene.now)).toEqual(refusal('margin_in_use'));
    while (scene.core.work(3));
    const events = scene.core.takeEvents();

    expect(events.filter((event) => event.type === 'order.closed')).toHaveLength(39);
    for (const ownerId of OWNERS) {
      const account = scene.core.accountOf(ownerId, scene.now);
      expect(isAtOrBelow(equityOf(account), account.margin, 50)).toBe(false);
      expect(account.available).toBeGreaterThanOrEqual(0n);
      expect(account.debt).toBe(0n);
    }
    expect(scene.core.find(positionOf(saved))?.state).toBe('in_trading');
  });

  test('accounts are stopped out in the order of their owners', () => {
    scene.core.takeMark(BTC.id, crash(), scene.now, Number.POSITIVE_INFINITY);
    const owners = scene.core
      .takeEvents()
      .flatMap((event) => (event.type === 'order.closed' ? [event.order.ownerId] : []));
    expect(owners).toEqual(OWNERS);
  });

  test('no other mark of the market is taken before the last step', () => {
    scene.core.takeMark(BTC.id, crash(), scene.now, 1);
    expect(() => scene.core.takeMark(BTC.id, crash(), scene.now, 1)).toThrow('one mark');
  });
});

describe('a debt without a position', () => {
  test('is paid by reserves of pending orders first, the newest order first', () => {
    scene = new LeverScene();
    scene.fund('1400');
    scene.mark(BTC, '97250.00');
    scene.mark(ETH, '3420.00');
    const stopLossTicks = ticksOf(BTC, '93000.00');
    scene.place({ ...longBtc, stopLossTicks });
    const limit = {
      market: ETH,
      direction: 'long',
      multiple: 100,
      limitTicks: ticksOf(ETH, '3000'),
    } as const;
    const older = scene.place({ ...limit, lots: 100 });
    const newer = scene.place({ ...limit, lots: 300 });
    // The stop-loss comes first, and costs more than margin and available balance.
    const events = scene.mark(BTC, '91900.00');
    expect(kinds(events)).toEqual(['closed stop_loss', 'order.cancelled']);
    expect([older.state, newer.state]).toEqual(['pending', 'cancelled']);
    expect(newer.cancelReason).toBe('insufficient_margin');
    expect(scene.account().debt).toBe(0n);
  });
});

describe('warnings', () => {
  test('come once for each fall, and again only after a recovery of 5 points', () => {
    scene = new LeverScene();
    scene.fund('1300');
    scene.mark(BTC, '97250.00');
    scene.place(longBtc);
    const warned = (price: string): string[] =>
      scene
        .mark(BTC, price)
        .flatMap((event) => (event.type === 'owner.warned' ? [event.level] : []));
    expect(warned('96981.56')).toEqual([]);
    expect(warned('96981.55')).toEqual(['attention']);
    expect(warned('96900.00')).toEqual([]);
    // Above 100 % but not above 105 %.
    expect(warned('97100.00')).toEqual([]);
    // A deposit has the account judged again, and does not end the warning.
    scene.fund('0.000000000000000001');
    expect(warned('96900.00')).toEqual([]);
    expect(warned('97250.00')).toEqual([]);
    expect(warned('96900.00')).toEqual(['attention']);
    expect(warned('95500.00')).toEqual(['danger']);
    expect(warned('95600.00')).toEqual([]);
    expect(warned('95500.00')).toEqual([]);
  });

  test('do not come for the opening that the owner has just made', () => {
    scene = new LeverScene();
    scene.mark(BTC, '97250.00');
    scene.fund('1228.02680625');
    scene.place(longBtc);
    expect(kinds(scene.events)).not.toContain('owner.warned');
    expect(scene.account().usable).toBe(0n);
  });
});

describe('the exchange refuses', () => {
  test('more of one owner, of one market and of one side than its limits', () => {
    const tight = (limits: Partial<Record<'net' | 'gross' | 'owner', string>>) => {
      const { net = '1000000', gross = '1000000', owner = '1000000' } = limits;
      const terms = { ...BTC, limits: { net: usdt(net), gross: usdt(gross), owner: usdt(owner) } };
      scene = new LeverScene({}, [terms]);
      scene.fund('50000');
      scene.mark(terms, '97250.00');
      scene.place({ ...longBtc, market: terms });
      return (direction: 'long' | 'short') => scene.ask({ ...longBtc, market: terms, direction });
    };
    expect(tight({ owner: '30000' })('long')).toEqual(refusal('position_limit_reached'));
    expect(tight({ gross: '30000' })('short')).toEqual(refusal('exposure_limit_reached'));
    expect(tight({ net: '30000' })('long')).toEqual(refusal('exposure_limit_reached'));
    // It lowers the net exposure.
    expect(tight({ net: '30000' })('short').ok).toBe(true);
  });

  test('an exposure whose loss the pool could not pay', () => {
    scene = new LeverScene({ pool: usdt('3000'), insurance: 0n, base: usdt('3000') });
    scene.fund('50000');
    scene.mark(BTC, '97250.00');
    // 10 % of 24312.50 is above 60 % of 3000.
    expect(scene.ask(longBtc)).toEqual(refusal('exposure_limit_reached'));
    expect(scene.ask({ ...longBtc, lots: 180 }).ok).toBe(true);
  });

  test('a turn of the net exposure to the other side, which lowers nothing', () => {
    const net = (amount: string) => ({ ...BTC, limits: { ...BTC.limits, net: usdt(amount) } });
    scene.fund('100000');
    scene.mark(BTC, '97250.00');
    scene.place({ market: BTC, direction: 'long', lots: 250, multiple: 20 });
    scene.core.setTerms(net('10000'));
    const short = { market: BTC, direction: 'short', multiple: 20 } as const;
    expect(scene.ask({ ...short, lots: 500 })).toEqual(refusal('exposure_limit_reached'));
    expect(scene.ask({ ...short, lots: 499 }).ok).toBe(true);
  });

  test('opposite positions of two owners whose gap it would pay, although nothing is net', () => {
    scene = new LeverScene({ pool: usdt('20000'), insurance: 0n, base: usdt('20000') });
    const [one, other, third] = [1, 2, 3];
    for (const ownerId of [one, other, third]) scene.fund('10000', ownerId);
    scene.mark(BTC, '100000');
    const large = { market: BTC, lots: 1_000, multiple: 100 } as const;
    scene.place({ ...large, ownerId: one, direction: 'long' });
    scene.place({ ...large, ownerId: other, direction: 'short' });
    // Users pay 1 % of a gap of 10 %: each side of 100,000 leaves 9,000, and 60 % of the pool are 12,000.
    const second = { ...large, ownerId: third, direction: 'long' } as const;
    expect(scene.ask(second)).toEqual(refusal('exposure_limit_reached'));
    expect(scene.ask({ ...second, multiple: 10, lots: 400 }).ok).toBe(true);
    // The lighter side adds nothing to the worse one.
    scene.core.closeAll({ ...ALL, ownerId: other }, scene.now);
    expect(scene.ask({ ...second, direction: 'short' }).ok).toBe(true);
  });

  test('a gap of currencies counts 3 %, and a closed position no longer', () => {
    scene = new LeverScene({ pool: usdt('20000'), insurance: 0n, base: usdt('20000') });
    scene.fund('50000');
    scene.mark(EURUSD, '1.00000');
    const euros = { market: EURUSD, direction: 'short', multiple: 100 } as const;
    // 2 % of 600,000 would be 12,000, which 10 % of the net exposure exceeds before.
    const { id } = scene.place({ ...euros, lots: 120 });
    expect(scene.ask({ ...euros, lots: 1 })).toEqual(refusal('exposure_limit_reached'));
    scene.core.close({ ownerId: ANN, id }, scene.now);
    expect(scene.ask({ ...euros, lots: 120 }).ok).toBe(true);
  });

  test.each([
    ['lots_out_of_bounds', { lots: 1_000_001 }],
    ['multiple_not_offered', { multiple: 7 }],
    ['limit_price_wrong_side', { limitTicks: 97_250_00 }],
    ['take_profit_wrong_side', { takeProfitTicks: 97_269_45 }],
    ['stop_loss_wrong_side', { stopLossTicks: 97_250_00 }],
    ['price_beyond_worst', { worstTicks: 97_269_44 }],
    ['insufficient_margin', { lots: 2_000 }],
  ])('with %s', (error, asked) => {
    expect(scene.ask({ ...longBtc, ...asked })).toEqual(refusal(error));
  });

  test('openings while its breaker lets positions be closed only', () => {
    const { id } = scene.place(longBtc);
    const limit = scene.place({ ...longBtc, limitTicks: ticksOf(BTC, '97000.00') });
    scene.mark(BTC, '96900.00', { isCloseOnly: true });
    expect(limit.state).toBe('pending');
    expect(scene.ask(longBtc)).toEqual(refusal('contracts_close_only'));
    expect(scene.core.close({ ownerId: ANN, id }, scene.now).ok).toBe(true);
    scene.mark(BTC, '96900.00');
    expect(limit.state).toBe('in_trading');
  });
});

test('an order of another owner looks like one that does not exist', () => {
  const { id } = scene.place(longBtc);
  const foreign = { ownerId: 99, id };
  const unknown = refusal('contract_order_not_found');
  expect(scene.core.close(foreign, scene.now)).toEqual(unknown);
  expect(scene.core.cancel(foreign, scene.now)).toEqual(unknown);
  expect(scene.core.withdrawClose(foreign, scene.now)).toEqual(unknown);
  const targets = { revision: 2, takeProfitTicks: null, stopLossTicks: null };
  expect(scene.core.amend({ ...foreign, ...targets }, scene.now)).toEqual(unknown);
});

test('an amendment names the revision that its owner saw', () => {
  const { id } = scene.place(longBtc);
  const targets = { ownerId: ANN, id, takeProfitTicks: 99_000_00, stopLossTicks: null };
  expect(scene.core.amend({ ...targets, revision: 1 }, scene.now)).toEqual(
    refusal('contract_order_changed'),
  );
  expect(scene.core.amend({ ...targets, revision: 2 }, scene.now).ok).toBe(true);
});

test('closing all lets positions without a price wait, and closes the rest', () => {
  scene.place(longBtc);
  scene.place(shortEth);
  scene.freeze(ETH);
  const states = scene.core.closeAll(ALL, scene.now).map(({ state }) => state);
  expect(states.toSorted()).toEqual(['closed', 'closing']);
});

test('a market that ends closes its positions, and those without a price later', () => {
  scene.place(longBtc);
  const pending = scene.place({ ...longBtc, limitTicks: ticksOf(BTC, '90000') });
  scene.core.setTerms({ ...BTC, status: 'close_only' });
  scene.freeze(BTC);
  scene.core.windDown(BTC.id, scene.now, Number.POSITIVE_INFINITY);
  expect(pending.cancelReason).toBe('market_removed');
  expect(scene.core.withdrawClose({ ownerId: ANN, id: 1 }, scene.now)).toEqual(
    refusal('contract_order_not_open'),
  );
  expect(kinds(scene.mark(BTC, '97250.00'))).toContain('closed wound_down');
});

test('a fee is shared between the fund and the exchange without a rest', () => {
  const odd = { ...EURUSD, tickLotUnits: 7n, feePpm: 11 };
  scene = new LeverScene({}, [odd]);
  scene.fund('1');
  scene.mark(odd, '1.08620');
  scene.place({ market: odd, direction: 'long', lots: 1, multiple: 1 });
  // 11 millionths of 760,389 units are 9, rounded up; a fifth of them is 1, rounded down.
  const [opened] = scene.events.filter((event) => event.type === 'order.opened');
  expect(opened?.type === 'order.opened' && [opened.fee, opened.toInsurance]).toEqual([9n, 1n]);
  expect(inUsdt(scene.core.house.insurance)).toBe('500000.000000000000000001');
});

test('after a withdrawal the account is stopped out earlier', () => {
  scene = new LeverScene();
  scene.fund('5000');
  scene.mark(BTC, '97250.00');
  scene.place(longBtc);
  scene.core.withdraw(ANN, usdt('2000'), scene.now);
  scene.core.takeEvents();
  // V6: with 3000 it is stopped out at 87749.82, with 5000 only at 79749.82.
  expect(kinds(scene.mark(BTC, '87749.83'))).toContain('owner.warned');
  expect(kinds(scene.mark(BTC, '87749.82'))).toEqual(['closed stop_out']);
});

test('a target does not fire for a position that its owner closed between two steps', () => {
  const other = 8;
  scene.fund('5000', other);
  const stopLossTicks = ticksOf(BTC, '95000.00');
  scene.place({ ...longBtc, stopLossTicks });
  const second = scene.place({ ...longBtc, ownerId: other, stopLossTicks });
  const crash = { state: 'live', ticks: stopLossTicks, seq: 50, isAgreed: true } as const;
  expect(
    scene.core.takeMark(BTC.id, { ...crash, apartPpm: 0, isCloseOnly: false }, scene.now, 1),
  ).toBe(true);
  scene.core.close({ ownerId: other, id: second.id }, scene.now);
  while (scene.core.work(1));
  expect(second.closing?.reason).toBe('owner');
});

test.each([
  ['a spread that would stop an order out by its opening', { spreadPpm: 2_501 }],
  ['a multiple that is not whole', { multiples: [1.5] }],
  ['no multiple', { multiples: [] }],
  ['fewer lots at most than at least', { lotsMin: 2, lotsMax: 1 }],
  ['a fee above the notional', { feePpm: 1_000_000 }],
  ['a lot without a value', { tickLotUnits: 0n }],
])('no market has %s', (_, terms) => {
  expect(() => new LeverScene({}, [{ ...BTC, ...terms }])).toThrow();
});

test('an account must be in memory before a command', () => {
  expect(scene.core.knows(99)).toBe(false);
  expect(() => scene.core.deposit(99, 1n, scene.now)).toThrow('contract account of 99');
});
