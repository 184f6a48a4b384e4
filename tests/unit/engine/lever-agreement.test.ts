/** Contract trading while a mark is uncertain: nothing opens, wins or leaves an account at it. */
import { beforeEach, describe, expect, test } from 'vitest';
import { DealingCore } from '../../../server/engine/lever/dealing-core.ts';
import type { LeverOrder } from '../../../server/engine/lever/lever-types.ts';
import {
  ANN,
  BTC,
  ETH,
  inUsdt,
  LeverScene,
  ticksOf,
  usdt,
} from '../../support/lever/lever-scene.ts';

let scene: LeverScene;
beforeEach(() => {
  scene = new LeverScene();
  scene.fund('10000');
  scene.mark(BTC, '100000');
  scene.mark(ETH, '3000');
});

const longBtc = { market: BTC, direction: 'long', lots: 100, multiple: 10 } as const;
const longEth = { market: ETH, direction: 'long', lots: 10, multiple: 10 } as const;
const refusal = (error: string) => ({ ok: false, error });
const APART = { isAgreed: false };

describe('a position at a value of 10000 keeps in its account', () => {
  beforeEach(() => scene.fund('10000'));

  test.each([
    ['its value while its mark is frozen', '10000', () => scene.freeze(BTC)],
    ['a gap of 10 % while its market is closed', '1000', () => scene.freeze(BTC, 'closed')],
    ['a gap of 10 % while its mark is not agreed', '1000', () => scene.mark(BTC, '100000', APART)],
    [
      'its value while its market is halted',
      '10000',
      () => scene.core.setTerms({ ...BTC, status: 'halted' }),
    ],
  ])('%s', (_, setAside, disturb) => {
    scene.place(longBtc);
    const { transferable: before } = scene.account();
    disturb();
    const { transferable } = scene.account();
    expect(inUsdt(before - transferable)).toBe(setAside);
    expect(scene.core.withdraw(ANN, transferable + 1n, scene.now)).toEqual(
      refusal('margin_in_use'),
    );
    expect(scene.core.withdraw(ANN, transferable, scene.now).ok).toBe(true);
    scene.core.setTerms(BTC);
    scene.mark(BTC, '100000');
    expect(scene.account().transferable).toBe(usdt(setAside));
  });

  test('nothing for marks of other markets', () => {
    scene.place(longBtc);
    scene.freeze(ETH);
    const { available, unrealized, transferable } = scene.account();
    expect(transferable).toBe(available + unrealized);
  });
});

describe('with a position whose mark is frozen', () => {
  beforeEach(() => {
    scene.place({ ...longEth, limitTicks: ticksOf(ETH, '2900') });
    scene.place(longBtc);
    scene.freeze(BTC);
  });

  test('no market order is taken in another market while the account cannot be judged', () => {
    scene.fund('10000');
    expect(scene.ask(longEth)).toEqual(refusal('mark_unavailable'));
    scene.now += 10_000;
    scene.freeze(BTC);
    expect(scene.ask(longEth).ok).toBe(true);
  });

  test('a market order in another market leaves the value of the position', () => {
    scene.now += 10_000;
    scene.freeze(BTC);
    expect(scene.ask(longEth)).toEqual(refusal('insufficient_margin'));
    scene.fund('1100');
    expect(scene.ask(longEth).ok).toBe(true);
  });

  test('a limit order of another market lapses when its price comes in the first ten seconds', () => {
    const [limit] = [...scene.events].flatMap((event) =>
      event.type === 'order.placed' ? [event.order] : [],
    );
    scene.mark(ETH, '2800');
    expect([limit?.state, limit?.cancelReason]).toEqual(['cancelled', 'mark_unavailable']);
  });
});

describe('between the steps of a round', () => {
  const OWNERS = [101, 102, 103, 104];
  beforeEach(() => {
    for (const ownerId of OWNERS) {
      scene.fund('10000', ownerId);
      scene.place({ ...longBtc, ownerId, stopLossTicks: ticksOf(BTC, '99000') });
    }
  });
  /** A round of BTC that has more to do; the mark of ETH gets older in that time. */
  const begin = (ageMs: number): void => {
    const mark = { state: 'live', ticks: ticksOf(BTC, '98000'), seq: 99 } as const;
    scene.core.takeMark(
      BTC.id,
      { ...mark, isAgreed: true, apartPpm: 0, isCloseOnly: false },
      scene.now,
      1,
    );
    scene.now += ageMs;
    expect(scene.core.isBusy).toBe(true);
  };
  const finish = (): void => {
    while (scene.core.work(1));
    scene.mark(ETH, '3030');
  };

  test('a market order opens at a mark of the last 250 ms, and waits for a newer one after that', () => {
    begin(250);
    expect(scene.place(longEth).state).toBe('in_trading');
    scene.now += 1;
    const order = scene.place(longEth);
    expect(order.state).toBe('pending');
    finish();
    expect(order.opening?.ticks).toBe(ticksOf(ETH, '3030.61'));
  });

  test('an order of the market of the round opens at the next mark instead of the old one', () => {
    begin(251);
    const order = scene.place(longBtc);
    while (scene.core.work(1));
    expect(order.state).toBe('pending');
    scene.mark(BTC, '99500');
    expect(order.opening?.ticks).toBe(ticksOf(BTC, '99519.9'));
  });

  test('a limit order that the old mark reached rests again', () => {
    const order = scene.place({ ...longBtc, limitTicks: ticksOf(BTC, '98500') });
    begin(251);
    while (scene.core.work(1, scene.now));
    scene.mark(BTC, '99500');
    expect(order.state).toBe('pending');
    scene.mark(BTC, '98400');
    expect(order.state).toBe('in_trading');
  });

  test('a close waits for a newer mark', () => {
    const { id } = scene.place(longEth);
    begin(251);
    const closed = scene.core.close({ ownerId: ANN, id }, scene.now);
    expect(closed).toMatchObject({ ok: true, value: { state: 'closing' } });
    finish();
    expect(scene.core.find(id)).toBeUndefined();
    expect(scene.events.at(-1)).toMatchObject({ closing: { ticks: ticksOf(ETH, '3030') } });
  });

  test('targets change by a mark of the last 250 ms only, and can be cleared at any time', () => {
    const { id, revision } = scene.place(longEth);
    const amend = (takeProfitTicks: number | null, seen: number) =>
      scene.core.amend(
        { ownerId: ANN, id, revision: seen, takeProfitTicks, stopLossTicks: null },
        scene.now,
      );
    begin(250);
    expect(amend(ticksOf(ETH, '3001'), revision).ok).toBe(true);
    scene.now += 1;
    expect(amend(ticksOf(ETH, '3002'), revision + 1)).toEqual(refusal('mark_unavailable'));
    expect(amend(null, revision + 1).ok).toBe(true);
  });

  test('older marks than those of the last 250 ms leave a gap in the account', () => {
    scene.place(longEth);
    begin(250);
    const { transferable } = scene.account();
    scene.now += 1;
    // 10 % of ten hundredths of an ETH at 3000.
    expect(inUsdt(transferable - scene.account().transferable)).toBe('30');
    const taken = scene.core.withdraw(ANN, transferable, scene.now);
    expect(taken).toEqual(refusal('margin_in_use'));
    finish();
    expect(scene.core.withdraw(ANN, transferable, scene.now).ok).toBe(true);
  });
});

describe('while sources do not agree', () => {
  test('a take-profit waits, a stop-loss does not', () => {
    const profit = scene.place({ ...longBtc, takeProfitTicks: ticksOf(BTC, '100400') });
    const loss = scene.place({
      ...longBtc,
      direction: 'short',
      stopLossTicks: ticksOf(BTC, '100400'),
    });
    scene.mark(BTC, '100450', APART);
    expect([profit.state, loss.closeReason]).toEqual(['in_trading', 'stop_loss']);
    scene.mark(BTC, '100399');
    expect(profit.state).toBe('in_trading');
    scene.mark(BTC, '100400');
    expect(profit.closeReason).toBe('take_profit');
  });

  test.each([
    ['long', '99900', '99899', '99901', '100400'],
    ['short', '100100', '100101', '100099', '99600'],
  ] as const)(
    'the stop-loss of a %s comes no nearer to the mark, and may go away from it',
    (direction, price, farther, nearer, takeProfit) => {
      const { id } = scene.place({ ...longBtc, direction, stopLossTicks: ticksOf(BTC, price) });
      const without = scene.place({ ...longBtc, direction });
      const amend = (orderId: number, stopLoss: string | null, profit: string | null = null) => {
        const targets = {
          takeProfitTicks: profit === null ? null : ticksOf(BTC, profit),
          stopLossTicks: stopLoss === null ? null : ticksOf(BTC, stopLoss),
        };
        const revision = scene.core.find(orderId)?.revision ?? 0;
        const amended = scene.core.amend(
          { ownerId: ANN, id: orderId, revision, ...targets },
          scene.now,
        );
        return amended.ok ? 'amended' : amended.error;
      };
      scene.mark(BTC, '100000', APART);
      expect(amend(id, nearer)).toBe('mark_unavailable');
      expect(amend(without.id, farther)).toBe('mark_unavailable');
      expect(amend(id, price, takeProfit)).toBe('amended');
      expect(amend(id, farther)).toBe('amended');
      expect(amend(id, price)).toBe('mark_unavailable');
      expect(amend(id, null)).toBe('amended');
      expect(amend(id, farther)).toBe('mark_unavailable');
      expect(amend(without.id, null, takeProfit)).toBe('amended');
      scene.mark(BTC, '100000');
      expect(amend(id, nearer)).toBe('amended');
      expect(amend(without.id, farther)).toBe('amended');
    },
  );

  test('a hedge whose stop-loss follows the slower source wins nothing', () => {
    const long = scene.place({ ...longBtc, lots: 50 });
    const short = scene.place({ ...longBtc, lots: 50, direction: 'short' });
    const before = scene.account();
    scene.mark(BTC, '100000.50', APART);
    const { id, revision } = short;
    const stopLossTicks = ticksOf(BTC, '100000.51');
    const targets = { id, revision, takeProfitTicks: null, stopLossTicks };
    scene.core.amend({ ownerId: ANN, ...targets }, scene.now);
    scene.mark(BTC, '100001', APART);
    scene.mark(BTC, '100300');
    for (const order of [long, short]) scene.core.close({ ownerId: ANN, id: order.id }, scene.now);
    const { available } = scene.account();
    expect(available).toBe(before.available + before.margin + before.unrealized);
  });

  test('a limit order waits, and opens at the first mark on which they agree', () => {
    const order = scene.place({ ...longBtc, limitTicks: ticksOf(BTC, '99000') });
    scene.mark(BTC, '98000', APART);
    expect(order.state).toBe('pending');
    scene.mark(BTC, '98500');
    expect(order.opening?.ticks).toBe(ticksOf(BTC, '98519.7'));
  });

  test('an account is stopped out', () => {
    scene.place({ ...longBtc, lots: 900 });
    scene.mark(BTC, '93000', APART);
    expect(scene.events.at(-1)).toMatchObject({ closing: { reason: 'stop_out' } });
  });

  test('a mark that moves to and fro wins nothing by a limit and a take-profit', () => {
    const before = scene.account().available;
    for (let cycle = 0; cycle < 5; cycle += 1) {
      scene.mark(BTC, '100450', APART);
      const order = scene.place({
        ...longBtc,
        limitTicks: ticksOf(BTC, '100030'),
        takeProfitTicks: ticksOf(BTC, '100440'),
      });
      scene.mark(BTC, '100000', APART);
      scene.mark(BTC, '100450', APART);
      scene.core.cancel({ ownerId: ANN, id: order.id }, scene.now);
    }
    expect(inUsdt(scene.account().available)).toBe(inUsdt(before));
  });
});

describe('a close that waits for agreement, with a stop-loss at 99000,', () => {
  let order: LeverOrder;
  const withdraw = () => scene.core.withdrawClose({ ownerId: ANN, id: order.id }, scene.now);
  beforeEach(() => {
    const targets = {
      stopLossTicks: ticksOf(BTC, '99000'),
      takeProfitTicks: ticksOf(BTC, '101000'),
    };
    order = scene.place({ ...longBtc, ...targets });
    scene.mark(BTC, '100000', APART);
    scene.core.close({ ownerId: ANN, id: order.id }, scene.now);
  });

  // Without the close, the stop-loss would have ended the position: the owner asked for an earlier end, not for a later one.
  test.each(['99000', '98000'])('is the stop-loss at %s, although sources disagree', (price) => {
    scene.mark(BTC, '99000.01', APART);
    expect(order.state).toBe('closing');
    scene.mark(BTC, price, APART);
    expect(order.closing).toMatchObject({ reason: 'stop_loss', ticks: ticksOf(BTC, price) });
    expect(withdraw()).toEqual(refusal('contract_order_not_found'));
  });

  test('is a close by its owner at the first mark on which they agree', () => {
    scene.mark(BTC, '98400');
    expect(order.closing).toMatchObject({ reason: 'owner', ticks: ticksOf(BTC, '98400') });
  });

  test('is not taken back between a mark at the stop-loss and its end', () => {
    const mark = { state: 'live', ticks: ticksOf(BTC, '99000'), seq: 99, ...APART } as const;
    scene.core.takeMark(BTC.id, { ...mark, apartPpm: 0, isCloseOnly: false }, scene.now, 0);
    expect(withdraw()).toEqual(refusal('mark_unavailable'));
    scene.core.work(Number.POSITIVE_INFINITY);
    expect(order.closeReason).toBe('stop_loss');
  });

  test('is taken back above the stop-loss, and both targets count again', () => {
    scene.mark(BTC, '101000', APART);
    scene.mark(BTC, '99000.01', APART);
    expect(withdraw().ok).toBe(true);
    expect(order.state).toBe('in_trading');
    scene.mark(BTC, '101000', APART);
    expect(order.state).toBe('in_trading');
    scene.mark(BTC, '101000');
    expect(order.closeReason).toBe('take_profit');
  });

  test.each([
    ['has no live mark', () => scene.freeze(BTC)],
    ['is halted', () => scene.core.setTerms({ ...BTC, status: 'halted' })],
  ])('is taken back when the market %s, because no mark fires the stop-loss', (_, disturb) => {
    disturb();
    expect(withdraw().ok).toBe(true);
  });

  test('keeps its stop-loss over a restart', () => {
    const core = new DealingCore([BTC], scene.core.house);
    core.restoreTicks(BTC.id, ticksOf(BTC, '100000'));
    core.restoreAccount(ANN, { available: 0n, debt: 0n });
    const restored = { ...order };
    core.restoreOrder(restored, scene.now);
    const mark = { state: 'live', ticks: ticksOf(BTC, '99000'), seq: 99, ...APART } as const;
    core.takeMark(
      BTC.id,
      { ...mark, apartPpm: 0, isCloseOnly: false },
      scene.now,
      Number.POSITIVE_INFINITY,
    );
    expect(restored.closeReason).toBe('stop_loss');
  });
});

test('of two short closes that wait, the one at its stop-loss is not taken back', () => {
  const short = { ...longBtc, direction: 'short', lots: 10 } as const;
  const orders = [
    scene.place({ ...short, stopLossTicks: ticksOf(BTC, '101000') }),
    scene.place(short),
  ].map(({ id }) => ({ ownerId: ANN, id }));
  scene.mark(BTC, '100000', APART);
  for (const order of orders) scene.core.close(order, scene.now);
  const mark = { state: 'live', ticks: ticksOf(BTC, '101000'), seq: 99, ...APART } as const;
  scene.core.takeMark(BTC.id, { ...mark, apartPpm: 0, isCloseOnly: false }, scene.now, 0);
  const answers = orders.map((order) => scene.core.withdrawClose(order, scene.now));
  expect(answers.map(({ ok }) => ok)).toEqual([false, true]);
  expect(answers[0]).toEqual(refusal('mark_unavailable'));
});

test('a market order waits when its market has become cheaper than its sources are apart', () => {
  scene.fund('10000');
  scene.mark(BTC, '100000', { apartPpm: 300 });
  scene.core.setTerms({ ...BTC, spreadPpm: 100, feePpm: 400 });
  const order = scene.place(longBtc);
  expect(scene.core.find(order.id)?.state).toBe('pending');
  scene.mark(BTC, '100000', { apartPpm: 250 });
  expect(scene.core.find(order.id)?.state).toBe('in_trading');
});
