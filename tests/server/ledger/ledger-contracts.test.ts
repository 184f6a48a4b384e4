/** Each rule of the verifier on contracts, broken once in a consistent ledger. */
import type { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { HOUR_MS } from '../../../contract/time.ts';
import { openDatabase } from '../../../server/kit/db/database.ts';
import type { DatabaseAddress } from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import { closeRanges } from '../../../server/ledger/range-closing.ts';
import type { VerifierSession } from '../../../server/ledger/verify-session.repo.ts';
import { ledgerBook } from '../../../server/boot/roles/ledger-book.ts';
import { CONTRACT_ENTRIES, keepContractLedger } from '../../support/lever/contract-ledger.ts';
import { ENDED_ENTRIES, keepEndedLedger } from '../../support/lever/ended-ledger.ts';
import { keepStoppedLedger, STOPPED_ENTRIES } from '../../support/lever/stopped-ledger.ts';
import { ENTRIES } from '../../support/ledger/small-ledger.ts';
import { ENDED_FAULTS, LEVER_FAULTS } from './ledger-lever-faults.ts';
import { rewritten, STOPPED_FAULTS } from './ledger-stop-out-faults.ts';
import { namesOf, openSession, passesAfter, run, usePlantedLedger } from './planted-ledger.ts';

const { consistentSession, expectFault } = usePlantedLedger();
const keepContracts = (_: Client, address: DatabaseAddress) => keepContractLedger(address);
const consistent = () => consistentSession(keepContracts, ENTRIES + CONTRACT_ENTRIES);

test('has no fault, even when all of it is new', async () => {
  const { address, session } = await consistentSession();
  await keepContractLedger(address);
  const recent = { kind: 'recent', faults: [], entries: CONTRACT_ENTRIES };
  expect(await session.verifyRecent()).toEqual(recent);
  expect(await session.verifyRecent()).toEqual({ ...recent, entries: 0 });
  await session.close();
});

test.each(LEVER_FAULTS)('$what is named', (fault) =>
  expectFault(fault, keepContracts, ENTRIES + CONTRACT_ENTRIES),
);

describe('a stop-out while another market had no price', () => {
  const keep = (_: Client, address: DatabaseAddress) => keepStoppedLedger(address);
  const stopped = () => consistentSession(keep, ENTRIES + STOPPED_ENTRIES);

  test('closed one position, and counted the other one at its last price', async () => {
    const { address, session } = await stopped();
    const { rows } = await run(
      address,
      'select close_reason, state, jsonb_array_length(seen_marks) as marks from lever_orders order by id',
    );
    expect(rows).toEqual([
      { close_reason: 'stop_out', state: 'closed', marks: 1 },
      { close_reason: null, state: 'in_trading', marks: null },
    ]);
    await session.close();
  });

  test.each(STOPPED_FAULTS)('$what is named', (fault) =>
    expectFault(fault, keep, ENTRIES + STOPPED_ENTRIES),
  );
});

describe('positions that the exchange ended', () => {
  const keep = (_: Client, address: DatabaseAddress) => keepEndedLedger(address);
  const ended = () => consistentSession(keep, ENTRIES + ENDED_ENTRIES);

  test('were deleveraged, and ended with their market', async () => {
    const { address, session } = await ended();
    const { rows } = await run(address, 'select close_reason from lever_orders order by id');
    expect(rows).toEqual([{ close_reason: 'deleveraged' }, { close_reason: 'wound_down' }]);
    await session.close();
  });

  test.each(ENDED_FAULTS)('$what is named', (fault) =>
    expectFault(fault, keep, ENTRIES + ENDED_ENTRIES),
  );

  test('the end of a market that was taken back long before is named', async () => {
    const passes = await passesAfter(
      await ended(),
      `insert into lever_terms (market_id, revision, lots_min, lots_max, multiples, spread_ppm, fee_ppm,
         night_ppm, net_limit, gross_limit, owner_limit, status, ends_at_ms, at_ms)
       select market_id, 3, lots_min, lots_max, multiples, spread_ppm, fee_ppm, night_ppm, net_limit,
         gross_limit, owner_limit, 'trading', null, ends_at_ms - 60001
       from lever_terms where market_id = 2 and revision = 2`,
    );
    expect(namesOf(passes.recent.faults)).toEqual(['lever_reason_not_justified']);
  });
});

test('the first pass of a start compares every open order, however many are older', async () => {
  const { address, session } = await consistent();
  await session.close();
  // The pass takes 2,000 orders in turn. None of these has held or moved anything.
  await run(
    address,
    `create temporary table copied as select * from lever_orders where id = 8;
     update copied set kind = 'market', limit_ticks = null, reserve = 0, idempotency_key = null;
     insert into lever_orders select (jsonb_populate_record(copied, jsonb_build_object(
       'id', 100 + step, 'state', 'cancelled', 'cancel_reason', 'owner'))).*
     from copied, generate_series(1, 2000) step;
     update copied set id = 9999, night_ppm = night_ppm - 1;
     insert into lever_orders select * from copied`,
  );
  const started = await openSession(address);
  const { faults } = await started.verifyRecent();
  expect(faults).toEqual([
    'lever_arithmetic: order_id 9999, state pending, name terms, stored 0, computed 1',
  ]);
  await started.close();
});

/** The rule on orders with that name. */
const ruleOf = (name: string) =>
  ensure(
    ledgerBook('any')
      .records.flatMap(({ rules }) => rules)
      .find((rule) => rule.name === name),
    name,
  );

/** A part of a plan, and its own parts. */
interface Part {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Part[];
}

const partsOf = (part: Part): readonly Part[] => [part, ...(part.Plans ?? []).flatMap(partsOf)];

test('a stop-out is judged without the orders that its owner had at other times', async () => {
  const { address, session } = await consistent();
  await session.close();
  await run(
    address,
    `insert into lever_orders select (jsonb_populate_record(stopped, jsonb_build_object(
       'id', 100 + step, 'idempotency_key', null, 'placed_at_ms', 3 * step, 'opened_at_ms', 3 * step,
       'closed_at_ms', 3 * step + 1))).*
     from lever_orders stopped, generate_series(1, 2000) step where stopped.id = 4`,
  );
  await run(address, 'analyze lever_orders');
  const { rows } = await run(
    address,
    `explain (analyze, format json) ${ruleOf('leverStopOutNotJustified')('(select 4::bigint)')}`,
  );
  const [{ Plan: plan }] = (rows as [{ 'QUERY PLAN': [{ Plan: Part }] }])[0]['QUERY PLAN'];
  const ofOrders = partsOf(plan).filter((part) => part['Relation Name'] === 'lever_orders');
  expect(ofOrders.length).toBeGreaterThan(1);
  for (const part of ofOrders) {
    const removed = part['Rows Removed by Filter'] ?? 0;
    expect((part['Actual Rows'] + removed) * part['Actual Loops']).toBeLessThan(20);
  }
});

/** Closes all movements in ranges of three movements, after the passes that make them final. */
async function closeAll(address: DatabaseAddress, session: VerifierSession): Promise<void> {
  await session.verifyRecent();
  await session.verifyRecent();
  const database = openDatabase(address, createLog('silent'), 1);
  const { settled } = session;
  const close = (now: number) =>
    closeRanges({ database, settled, since: 0, now, rangeMovements: 3 });
  // The rest of a range is closed when it is an hour old.
  for (let now = HOUR_MS; (await close(now)) !== null; now += HOUR_MS);
  await database.$client.end();
}

describe('the dealing journal in closed ranges', () => {
  test('is consistent, and no pass reads it again', async () => {
    const { address, session } = await consistent();
    await closeAll(address, session);
    const { rows } = await run(
      address,
      'select last_number = (select max(number) from ledger_movements where journal = 3) as is_all, ' +
        'count(*) over () > 3 as are_many from ledger_ranges where journal = 3 order by id desc limit 1',
    );
    expect(rows).toEqual([{ is_all: true, are_many: true }]);
    expect(await session.verifyOpen()).toEqual({ kind: 'full', faults: [], entries: 0 });
    expect(await session.verifyAll()).toEqual({ kind: 'full', faults: [], entries: 0 });
    await session.close();
  });

  test.each([
    [
      'an entry that was changed',
      `alter table ledger_entries disable trigger ledger_entries_append_only;
       alter table ledger_entries drop constraint ledger_entries_own_transaction;
       update ledger_entries set available_delta = available_delta + 1 where journal = 3 and number = 2;
       alter table ledger_entries add constraint ledger_entries_own_transaction
         check (transaction_id = txid_current()) not valid;
       alter table ledger_entries enable always trigger ledger_entries_append_only`,
      ['movement_not_balanced', 'range_account_changed', 'range_changed'],
    ],
    [
      'a movement that was added',
      `insert into ledger_movements values (3, 0, 'lever.order_placed', '8', 11, 'r', 0);
       insert into ledger_entries values (11, 2, 1, 3, 0, 0, 0)`,
      ['row_written_late'],
    ],
    [
      'a stop-out with the balance of another moment',
      rewritten(4, 'seen_movement = 1'),
      ['lever_stop_out_not_justified'],
    ],
  ])('%s in its past is named', async (_what, statements, named) => {
    const { address, session } = await consistent();
    await closeAll(address, session);
    await run(address, statements);
    expect(namesOf((await session.verifyAll()).faults)).toEqual(expect.arrayContaining(named));
    await session.close();
  });
});
