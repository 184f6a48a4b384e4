/**
 * Kills of the dealing writer at the named points: between acceptance and commit, and between commit and answer. Every acknowledged order exists, nothing happens twice, and a caller without an answer asks again under the same key.
 */
import { describe, expect, test } from 'vitest';
import { BTC_MARKET } from '../../support/lever/contract-exchange.ts';
import type { KilledStore } from '../../support/lever/killed-store.ts';
import { accepted } from '../../support/lever/lever-server.ts';
import { ANN, LONG, PRICE, useLeverServer } from '../../support/lever/use-lever-server.ts';

const bench = useLeverServer();

/** Runs a command of the server that dies by it. @returns the next server's place, without an answer. */
async function dieBy(killed: KilledStore, command: () => Promise<unknown>): Promise<void> {
  let isAnswered = false;
  killed.arm();
  void command().then(
    () => (isAnswered = true),
    () => undefined,
  );
  await killed.died;
  expect(isAnswered).toBe(false);
  await bench.rise(killed);
}

const KEYED = { ...LONG, idempotencyKey: 'the-key-of-an-order' };
const orders = () => bench.server.rows('select id::int, state from lever_orders order by id');

describe.each([
  ['accepted', 0],
  ['committed', 1],
] as const)('a kill when it was %s', (moment, done) => {
  test('leaves a new order once, when its caller asks again', async () => {
    await bench.server.grant(ANN, '5000');
    const killed = await bench.mortal(moment);
    await bench.server.mark(BTC_MARKET, PRICE);
    await dieBy(killed, () => bench.server.ask(BTC_MARKET, KEYED));
    expect(await orders()).toHaveLength(done);

    await bench.server.mark(BTC_MARKET, PRICE);
    expect(accepted(await bench.server.ask(BTC_MARKET, KEYED)).id).toBe(1);
    expect(await orders()).toEqual([{ id: 1, state: 'in_trading' }]);
    expect(await bench.server.money(ANN)).toBe('3771.97319375 1215.868125 0');
  });

  test('leaves a take-profit decided, or judges it again at the next mark', async () => {
    await bench.server.grant(ANN, '5000');
    await bench.server.place(BTC_MARKET, { ...LONG, takeProfitTicks: 9_900_000 });
    const killed = await bench.mortal(moment);
    await bench.server.mark(BTC_MARKET, PRICE);
    await dieBy(killed, () => bench.server.mark(BTC_MARKET, 9_912_000));

    // The price has come back: what was not committed did not happen.
    await bench.server.mark(BTC_MARKET, PRICE);
    expect(await bench.reasons()).toBe(done === 1 ? '1 closed take_profit' : '1 in_trading null');
    await bench.server.mark(BTC_MARKET, 9_912_000);
    expect(await bench.reasons()).toBe('1 closed take_profit');
    expect(await bench.server.money(ANN)).toBe('5450.47881875 0 0');
    await bench.server.houseMoney();
  });

  test('leaves a close by the owner once', async () => {
    await bench.server.grant(ANN, '5000');
    await bench.server.place(BTC_MARKET, LONG);
    const killed = await bench.mortal(moment);
    await bench.server.mark(BTC_MARKET, PRICE);
    await dieBy(killed, () => bench.server.exchange.close(bench.server.own(ANN, 1)));
    expect(await bench.reasons()).toBe(done === 1 ? '1 closed owner' : '1 in_trading null');

    await bench.server.mark(BTC_MARKET, PRICE);
    const again = await bench.server.exchange.close(bench.server.own(ANN, 1));
    expect(again.ok ? 'closed now' : again.error).toBe(
      done === 1 ? 'contract_order_not_open' : 'closed now',
    );
    expect(await bench.server.money(ANN)).toBe('4982.97881875 0 0');
  });

  test('leaves the second leg of a transfer booked once', async () => {
    const killed = await bench.mortal(moment);
    await dieBy(killed, () => bench.server.grant(ANN, '5000'));
    await bench.server.postings.recover();
    await bench.server.postings.recover();
    expect(await bench.server.money(ANN)).toBe('5000 0 0');
    expect(
      await bench.server.rows(
        'select count(*)::int as booked from dealing_postings where number is not null',
      ),
    ).toEqual([{ booked: 1 }]);
  });
});

test.each([
  ['committed', 1],
  ['accepted', 2],
] as const)(
  'a kill when a mass stop-out was %s, in batch %i, stops each account out once',
  async (moment, batch) => {
    // A turn ends at 512 rows, and a stop-out has at least six.
    const owners = Array.from({ length: 400 }, (_, index) => 100 + index);
    await Promise.all(owners.map((ownerId) => bench.server.grant(ownerId, '1300')));
    await Promise.all(
      owners.map((ownerId) => bench.server.place(BTC_MARKET, { ...LONG, ownerId })),
    );
    const killed = await bench.mortal(moment, batch);
    await bench.server.mark(BTC_MARKET, PRICE);
    await dieBy(killed, () => bench.server.mark(BTC_MARKET, 9_000_000));
    const closed = "select count(*)::int as closed from lever_orders where state = 'closed'";
    const [before] = await bench.server.rows<{ closed: number }>(closed);
    expect(before?.closed).toBeGreaterThan(0);
    expect(before?.closed).toBeLessThan(owners.length);

    await bench.server.mark(BTC_MARKET, 9_000_000);

    expect(await bench.server.rows(closed)).toEqual([{ closed: owners.length }]);
    expect(
      await bench.server.rows(
        `select count(*)::int as closed, count(distinct order_id)::int as orders
       from lever_events where type = 'closed'`,
      ),
    ).toEqual([{ closed: owners.length, orders: owners.length }]);
    await bench.server.houseMoney();
  },
);
