/** Faults that the verifier of the ledger names in fast contracts: orders, fundings and receipts changed by hand. */
import { describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { readReceipt } from '../../../contract/figures/micro-receipt.ts';
import { ok, refuse } from '../../../contract/result.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import { RESULT_TRIGGERS } from '../../../server/kit/db/append-only-tables.ts';
import { usdt } from '../../support/lever/lever-scene.ts';
import { START } from '../../support/micro/micro-bench.ts';
import { theftOfResult } from '../../support/micro/planted-results.ts';
import { ANN, PRICE, useMicroBench } from '../../support/micro/use-micro-bench.ts';

const used = useMicroBench();
/** Points between the opening of an order and its end, which is the last of them. */
const POINTS = 16;

const sql = (statement: string) => used.bench.lever.rows<Record<string, unknown>>(statement);

/** An order that is won. */
async function oneEnded(): Promise<void> {
  await used.bench.place(ANN);
  await used.bench.pass(1, PRICE);
  await used.bench.pass(POINTS, PRICE + 1);
}

describe('the verifier of the ledger names', () => {
  test('an order that is kept open, a changed funding, and receipts of other terms', async () => {
    await oneEnded();
    used.bench.now += 4 * MINUTE_MS;
    await used.bench.pass(4, PRICE);
    used.bench.now += MINUTE_MS;
    await used.bench.pass(1, PRICE);
    await expect.poll(() => sql('select from index_minutes')).toHaveLength(2);
    const { settledAtMs } = await used.bench.order(ANN, 1);
    const { head } = ensure(readReceipt((await used.bench.order(ANN, 1)).receipt), 'a receipt');
    const planted = [
      [
        'micro_order_overdue',
        "update micro_orders set state = 'open', payout = null, settled_at_ms = null",
        `update micro_orders set state = 'won', payout = ${usdt('18.5')}, settled_at_ms = ${settledAtMs}`,
      ],
      [
        'micro_funded_otherwise',
        'update micro_funds set amount = amount + 1',
        'update micro_funds set amount = amount - 1',
      ],
      [
        'micro_receipt_otherwise',
        "update micro_orders set receipt = replace(receipt, ' USDT ', ' BTC ')",
        "update micro_orders set receipt = replace(receipt, ' BTC ', ' USDT ')",
      ],
      [
        'micro_receipt_otherwise',
        `update micro_orders set receipt = replace(receipt, ' ${head}', '0 ${head}')`,
        `update micro_orders set receipt = replace(receipt, '0 ${head}', ' ${head}')`,
      ],
      [
        'micro_opening_not_in_log',
        "update micro_points set line = replace(line, 'BTC', 'ETH')",
        "update micro_points set line = replace(line, 'ETH', 'BTC')",
      ],
    ] as const;
    for (const [fault, change, undo] of planted) {
      await used.forced(change);
      expect(await used.faults(), change).toContain(fault);
      await used.forced(undo);
    }
  });

  test.each(RESULT_TRIGGERS.filter(([table]) => table === 'micro_orders'))(
    'a trigger of %s that does not fire always: %s',
    async (table, trigger) => {
      for (const how of ['disable', 'enable', 'enable replica']) {
        await sql(`alter table ${table} ${how} trigger ${trigger}`);
        expect(await used.faults(), how).toEqual(['log_unprotected']);
      }
      await sql(`alter table ${table} enable always trigger ${trigger}`);
    },
  );

  test.each([
    ['inside of a minute', START + 20_000, ['micro_result_not_in_log']],
    [
      'over the end of a minute',
      START + MINUTE_MS - 5_000,
      ['micro_window_not_in_log', 'micro_result_not_in_log'],
    ],
  ])(
    'a result with a window %s that was changed with its points, their heads and its entries',
    async (_, fromMs, faults) => {
      used.bench.now = fromMs;
      await used.bench.pass(3, PRICE);
      await oneEnded();
      await used.bench.pass((START + MINUTE_MS + 5_000 - used.bench.now) / 250, PRICE + 1);
      await expect.poll(() => sql('select from index_minutes')).toHaveLength(1);
      expect(await used.faults()).toEqual([]);
      used.isSpoiled = true;
      await used.forced(theftOfResult(PRICE + 1, PRICE - 1));
      expect(await used.faults()).toEqual(faults);
    },
  );

  test('a result whose lines of the log cannot be read, and lines that were removed too soon', async () => {
    used.bench.now = START + MINUTE_MS - 10_000;
    await used.bench.pass(3, PRICE);
    await oneEnded();
    await used.bench.pass((START + MINUTE_MS - used.bench.now) / 250, PRICE + 1);
    await expect.poll(() => sql('select from index_bodies')).toHaveLength(1);
    await sql('create table kept as select * from index_bodies');
    await used.forced("update index_bodies set body = ''");
    expect(await used.faults()).toEqual(['micro_result_not_in_log']);
    await used.forced('delete from index_bodies');
    expect(await used.faults()).toEqual(['index_lines_missing']);
    await sql('insert into index_bodies select * from kept');
  });

  test('an order that was paid twice, with all its movements', async () => {
    await oneEnded();
    used.isSpoiled = true;
    await sql(`
      with again as (
        insert into ledger_movements (journal, number, recipe, cause_id, actor_id, request_id, at_ms)
        select 3, (select max(number) from ledger_movements where journal = 3) + row_number() over (order by number),
          recipe, cause_id, actor_id, request_id, at_ms
        from ledger_movements where recipe like 'micro.%' and cause_id = '1' and journal = 3 returning *
      )
      insert into ledger_entries
        (owner_id, account_type, currency_id, journal, number, available_delta, frozen_delta)
      select owner_id, account_type, currency_id, 3, again.number, available_delta, frozen_delta
      from again
      join ledger_movements first on first.journal = 3 and first.recipe = again.recipe
        and first.cause_id = again.cause_id and first.number < again.number
      join ledger_entries entry on entry.journal = 3 and entry.number = first.number`);
    await sql(`
      update ledger_accounts account set available = entry.available, frozen = entry.frozen
      from (
        select owner_id, account_type, currency_id, sum(available_delta) as available, sum(frozen_delta) as frozen
        from ledger_entries group by 1, 2, 3
      ) entry
      where (account.owner_id, account.account_type, account.currency_id)
        = (entry.owner_id, entry.account_type, entry.currency_id)`);
    expect(await used.faults()).toEqual(['micro_booked_twice', 'micro_booked_twice']);
  });
});

test('of two takings at once the pool pays one, and each booked one must have its approved request', async () => {
  const { bench } = used;
  const amount = -usdt('700');
  await sql(`
    insert into operators (id, account, name, password_hash, created_at_ms)
    overriding system value select id, id::text, 'Ann', 'x', 0 from generate_series(1, 2) id`);
  const requests = await sql(`
    insert into fund_changes (fund, currency_id, amount, worth, state, asked_by, asked_at_ms, decided_by, decided_at_ms)
    select 'micro_pool', 1, ${amount}, null, 'approved', 1, 1, 2, 2 from generate_series(1, 2) returning id::text`);
  const answers = await Promise.all(
    requests.map(({ id }) =>
      bench.desk.fundPool({ amount, requestId: `funding-${String(id)}` }, bench.now),
    ),
  );
  expect(answers).toEqual([ok(null), refuse('insufficient_balance')]);
  expect(bench.desk.pool()).toEqual({ free: usdt('300'), reserved: 0n });
  for (const [change, undo] of [
    ["state = 'withdrawn'", "state = 'approved'"],
    ['amount = amount - 1', 'amount = amount + 1'],
    ["fund = 'staking_fund'", "fund = 'micro_pool'"],
  ]) {
    await sql(`update fund_changes set ${change}`);
    expect(await used.faults(), change).toEqual(['micro_fund_unapproved']);
    await sql(`update fund_changes set ${undo}`);
  }
});
