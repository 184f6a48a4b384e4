/**
 * Tables with more records than a pass compares in turn: a changed old record is named by the next pass, and a fault by
 * each pass until it is repaired, while the turns of other records go on.
 */
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../contract/time.ts';
import { openDatabase, type DatabaseAddress } from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import type { RecordSpec } from '../../../server/ledger/ledger-book.types.ts';
import { closeRanges } from '../../../server/ledger/range-closing.ts';
import type { VerifierSession } from '../../../server/ledger/verify-session.repo.ts';
import { TEMPORARY_TABLES } from '../../../server/ledger/verify-tables.repo.ts';
import { RecordTurns } from '../../../server/ledger/verify-turns.repo.ts';
import { startScratchDatabase, withClient } from '../../support/databases/scratch-database.ts';
import type { ScratchDatabase } from '../../support/databases/scratch-database.ts';
import { ANN, keepSmallLedger, USDT } from '../../support/ledger/small-ledger.ts';
import { keepWalletLedger } from '../../support/ledger/wallet-ledger.ts';
import { provenWhere } from '../../support/wallet/proven-deposits.ts';
import { withoutTriggers } from '../../support/databases/without-triggers.ts';
import { NO_ROWS, namesOf, openSession, run, snapshotOf } from './planted-ledger.ts';

const NOW = 1_790_000_000_000;
/** One turn of 2,000, a second one, and a third one of one record. */
const DEPOSITS = 4_001;
const TURNS = 3;

/** Ended deposits besides deposit 1, which credited 100 units, and orders that ended without a trade. */
const ENDED_RECORDS = `
  insert into spot_orders (id, owner_id, side, price_ticks, quantity_lots, executed_lots, executed_amount, fee,
    reserved, state, end_reason, market_id, kind, maker_fee_ppm, taker_fee_ppm, revision, request_id, created_at_ms,
    updated_at_ms)
  select id, ${ANN}, 'buy', 8000, 1, 0, 0, 0, 0, 'cancelled', 'owner', 1, 'limit', 1000, 1000, 1, 'r', 0, 0
  from generate_series(5, ${DEPOSITS}) id;
  insert into deposits (id, user_id, currency_id, chain, address, transaction_hash, output_index, amount,
    confirmations, phase, revision, created_at_ms, updated_at_ms)
  overriding system value
  select id, ${ANN}, ${USDT}, 'test', 'a', 'h' || id, 0, 1, 3, 'below_minimum', 1, 0, 0
  from generate_series(2, ${DEPOSITS}) id;
  insert into lifecycles
  select 'deposit', id, 1, 1, '{"value": "belowMinimum", "context": {"credits": 0}}', 0
  from generate_series(2, ${DEPOSITS}) id`;

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await startScratchDatabase();
  await withClient(scratch.original, async (client) => {
    await keepSmallLedger(client);
    await keepWalletLedger(client);
    await client.query(ENDED_RECORDS);
  });
  await closeAll(scratch.original);
});
afterAll(() => scratch.stop());

/** Closes all movements, so that passes find deposit 1 only as a record of long ago. */
async function closeAll(address: DatabaseAddress): Promise<void> {
  const database = openDatabase(address, createLog('silent'), 2);
  const session = await openSession(address);
  await session.verifyOpen();
  for (const now of [NOW, NOW + HOUR_MS]) {
    for (let pass = 0; pass < 2; pass += 1)
      expect((await session.verifyRecent()).faults).toEqual([]);
    const closing = { database, settled: session.settled, since: NOW, now, rangeMovements: 3 };
    await closeRanges(closing);
  }
  await session.close();
  expect(session.settled).toEqual({ general: 5n, spot: 13n, dealing: 0n });
  await database.$client.end();
}

const PLANTED = {
  1: {
    // Its comparison with the chain is forged too, so that one rule alone names it.
    plant: `update deposits set amount = 101 where id = 1; ${provenWhere('id = 1', 'taken_over')}`,
    repair: 'update deposits set amount = 100 where id = 1',
    fault:
      'deposit_phase_not_booked: deposit_id 1, phase settled, amount 101, credited 100, reversed 0',
  },
  2: {
    plant: "update deposits set phase = 'reversed' where id = 3000",
    repair: "update deposits set phase = 'below_minimum' where id = 3000",
    fault:
      'lifecycle_row_differs: kind deposit, id 3000, of_row reversed, of_lifecycle below_minimum',
  },
} as const;

const inLife = (value: string) => `
  update lifecycles set snapshot = jsonb_set(snapshot, '{value}', '"${value}"')
  where kind = 'deposit' and id = 3000`;

/** Changes of records that have no turn in the next pass, after this number of passes. */
const WRITTEN = [
  { what: 'the amount of a settled deposit', after: 1, ...PLANTED[1] },
  { what: 'the phase of a deposit', after: 2, ...PLANTED[2] },
  {
    what: 'the lifecycle of a deposit',
    after: 2,
    plant: inLife('settled'),
    repair: inLife('belowMinimum'),
    fault:
      'lifecycle_row_differs: kind deposit, id 3000, of_row below_minimum, of_lifecycle settled',
  },
  {
    what: 'the fee of an executed order',
    after: 1,
    plant: 'update spot_orders set fee = fee + 1 where id = 2',
    repair: 'update spot_orders set fee = fee - 1 where id = 2',
    fault: /^order_not_sum_of_deals: order_id 2, /,
  },
  {
    what: 'a forged deposit',
    after: 1,
    plant: `
      insert into deposits (id, user_id, currency_id, chain, address, transaction_hash, output_index, amount,
        confirmations, phase, revision, created_at_ms, updated_at_ms)
      overriding system value values (9000, ${ANN}, ${USDT}, 'test', 'a', 'forged', 0, 7, 3, 'settled', 1, 0, 0)`,
    repair: `
      update deposits set phase = 'below_minimum' where id = 9000;
      insert into lifecycles values ('deposit', 9000, 1, 1, '{"value": "belowMinimum"}', 0)`,
    fault: /^deposit_phase_not_booked: deposit_id 9000, /,
  },
];

/** Passes as a server makes them: full ones while there is a fault. @returns the faults of each */
async function passes(session: VerifierSession, count: number, before: readonly string[] = []) {
  const found: (readonly string[])[] = [];
  for (let pass = 0; pass < count; pass += 1) {
    const last = found.at(-1) ?? before;
    const { faults } = await (last.length > 0 ? session.verifyOpen() : session.verifyRecent());
    // The sum of custody has passes of its own.
    found.push(faults.filter((fault) => !fault.startsWith('custody_not_explained')));
  }
  return found;
}

test.each(WRITTEN)('$what is named by the next pass after it was written', async (written) => {
  const { after, plant, repair, fault } = written;
  const named = typeof fault === 'string' ? fault : (expect.stringMatching(fault) as string);
  const address = await scratch.copy();
  const session = await openSession(address);
  await session.verifyOpen();
  expect((await passes(session, after - 1)).flat()).toEqual([]);
  await run(address, plant);
  for (const faults of await passes(session, TURNS + 2)) expect(faults).toContainEqual(named);
  await run(address, repair);
  expect((await passes(session, TURNS, ['faults before'])).flat()).toEqual([]);
  await session.close();
});

describe('of 4,001 deposits', () => {
  test('one that was changed before the start is named in its turn, and then by each pass', async () => {
    const address = await scratch.copy();
    await run(address, PLANTED[2].plant);
    const session = await openSession(address);
    expect((await session.verifyOpen()).faults).toEqual([]);
    for (const faults of await passes(session, 2 * TURNS + 1))
      expect(faults).toContain(PLANTED[2].fault);
    await run(address, PLANTED[2].repair);
    expect((await passes(session, TURNS, ['faults before'])).flat()).toEqual([]);
    await session.close();
  });

  test('one that no rule can read is named in its turn, and then by each pass', async () => {
    const address = await scratch.copy();
    const withCredits = (credits: string) => `
      update lifecycles set snapshot = jsonb_set(snapshot, '{context,credits}', '${credits}')
      where kind = 'deposit' and id = 3000`;
    await run(address, withCredits('"x"'));
    const session = await openSession(address);
    expect((await session.verifyOpen()).faults).toEqual([]);
    for (const faults of await passes(session, 2 * TURNS + 1))
      expect(namesOf(faults)).toEqual(['rule_failed']);
    await run(address, withCredits('0'));
    expect((await passes(session, TURNS, ['faults before'])).flat()).toEqual([]);
    await session.close();
  });

  test('one is named in its turn, although the pass begins again because a rule cannot be applied', async () => {
    const address = await scratch.copy();
    const session = await openSession(address);
    await session.verifyOpen();
    expect((await passes(session, TURNS - 1)).flat()).toEqual([]);
    // The first turn is next. The posting of deposit 1 changes, and its row does not.
    await run(
      address,
      withoutTriggers(
        'spot_postings',
        `update spot_postings set entries = '[]' where id = 1;
         update spot_postings set entries = '[{"owner_id": "x"}]' where id = 8`,
      ),
    );
    expect(namesOf((await session.verifyRecent()).faults)).toEqual([
      'deposit_phase_not_booked',
      'log_unprotected',
      'rule_failed',
    ]);
    await session.close();
  });

  test('one in the first turn is named while others have theirs, and so is one in another turn', async () => {
    const address = await scratch.copy();
    await run(address, PLANTED[1].plant);
    const session = await openSession(address);
    expect((await session.verifyOpen()).faults).toEqual([PLANTED[1].fault]);
    const again = await passes(session, 2 * TURNS, [PLANTED[1].fault]);
    expect(again).toEqual(again.map(() => [PLANTED[1].fault]));

    await run(address, PLANTED[2].plant);
    const both = await passes(session, TURNS, [PLANTED[1].fault]);
    const named = both.findIndex((faults) => namesOf(faults).length === 2);
    expect(named).toBeGreaterThanOrEqual(0);
    expect(named).toBeLessThan(TURNS);
    expect(namesOf(both.at(-1) ?? [])).toEqual([
      'deposit_phase_not_booked',
      'lifecycle_row_differs',
    ]);

    await run(address, PLANTED[1].repair);
    const [rest] = await passes(session, 1, [PLANTED[1].fault]);
    expect(rest).toContain(PLANTED[2].fault);
    expect(rest).not.toContain(PLANTED[1].fault);
    await run(address, PLANTED[2].repair);
    expect((await passes(session, TURNS, rest)).flat()).toEqual([]);
    await session.close();
  });
});

/** Lists of the records of one table, without movements. */
const SPEC: RecordSpec = {
  table: 'lists',
  isOpen: null,
  areIdsCopied: true,
  ofMovements: null,
  rules: [(ids) => `select 'broken' as fault, id from lists where id in ${ids} and is_broken`],
};
const LISTS = 20_000;

/** One pass over the lists. @returns the broken lists that it finds */
async function passOver(
  client: Client,
  turns: RecordTurns,
  isBusy = false,
): Promise<readonly number[]> {
  // A commit empties the copies of a pass.
  await client.query('begin isolation level repeatable read, read only');
  const snapshot = await snapshotOf(client);
  const compared = await turns.next(NO_ROWS, { snapshot, isBusy, isFirst: false });
  const found: { id: number }[][] = [];
  for (const { rules, ids } of compared) {
    const text = rules.map((rule) => rule(ids)).join(' union all ');
    found.push((await client.query<{ id: number }>(text)).rows);
  }
  await client.query('commit');
  const broken = compared.filter((_, index) => found[index]?.length !== 0);
  turns.keep(broken.length === 0, broken);
  return [...new Set(found.flat().map(({ id }) => id))].toSorted((a, b) => a - b);
}

test('more broken turns than a pass compares again keep the turns from going on, and none is lost', async () => {
  await withClient(await scratch.copy(), async (client) => {
    await client.query(`
      ${TEMPORARY_TABLES};
      create table lists (id integer primary key, is_broken boolean not null);
      insert into lists select id, id % 4000 = 1 from generate_series(1, ${LISTS}) id`);
    const turns = new RecordTurns(client, [SPEC]);
    for (let pass = 0; pass < LISTS / 2_000; pass += 1) await passOver(client, turns);
    // Three turns are compared again, and the present one has the fourth list.
    expect(await passOver(client, turns)).toEqual([1, 4_001, 8_001, 12_001]);
    // A written list is found in the same search again, because it cannot be kept.
    await client.query('update lists set is_broken = true where id = 19999');
    for (let pass = 0; pass < 3; pass += 1)
      expect(await passOver(client, turns)).toEqual([1, 4_001, 8_001, 12_001, 19_999]);
    await client.query('update lists set is_broken = false where id < 4000 or id = 19999');
    const ids = [4_001, 8_001, 12_001];
    for (let pass = 0; pass < 3; pass += 1)
      expect(await passOver(client, turns)).toEqual(expect.arrayContaining(ids));
    await client.query('update lists set is_broken = false where id < 16000');
    for (let pass = 0; pass < LISTS / 2_000; pass += 1)
      expect((await passOver(client, turns)).filter((id) => id < 16_001)).toEqual([]);
    expect(await passOver(client, turns)).toEqual([16_001]);
    await client.query('update lists set is_broken = false');
    for (let pass = 0; pass <= LISTS / 2_000; pass += 1)
      expect(await passOver(client, turns)).toEqual([]);
  });
});

test.each([
  ['', false, 60],
  ['busy ', true, 30],
])(
  'in many pages, a written list is found when its pages have their turn in %spasses',
  async (_, isBusy, pagesAPass) => {
    await withClient(await scratch.copy(), async (client) => {
      await client.query(`
      ${TEMPORARY_TABLES};
      create table lists (id integer primary key, is_broken boolean not null) with (fillfactor = 50);
      insert into lists select id, false from generate_series(1, ${LISTS}) id`);
      const { rows } = await client.query<{ pages: number }>(
        `select (pg_relation_size('lists') / 8192)::integer as pages`,
      );
      const searches = Math.ceil((rows[0]?.pages ?? 0) / pagesAPass);
      const turns = new RecordTurns(client, [SPEC], { recordPages: 60 });
      const pass = () => passOver(client, turns, isBusy);
      for (let count = 0; count < 3; count += 1) expect(await pass()).toEqual([]);
      expect(turns.passes).toBeGreaterThanOrEqual(searches);
      // Its pages were searched already in this search, and its turn has just been.
      await client.query('update lists set is_broken = true where id = 1');
      let count = 1;
      while ((await pass()).length === 0) count += 1;
      expect(count).toBeGreaterThan(1);
      expect(count).toBeLessThanOrEqual(turns.passes);
      expect([searches - 2, searches - 1, searches]).toContain(count);
    });
  },
);

test('a busy pass compares half as many lists in turn', async () => {
  await withClient(await scratch.copy(), async (client) => {
    await client.query(`
      ${TEMPORARY_TABLES};
      create table lists (id integer primary key, is_broken boolean not null);
      insert into lists select id, id = 1001 from generate_series(1, ${LISTS}) id`);
    const turns = new RecordTurns(client, [SPEC]);
    expect(await passOver(client, turns, true)).toEqual([]);
    expect(await passOver(client, turns, true)).toEqual([1_001]);
    expect(await passOver(client, new RecordTurns(client, [SPEC]))).toEqual([1_001]);
  });
});

test('a session compares the records that were written since the last pass of the session before', async () => {
  await withClient(await scratch.copy(), async (client) => {
    await client.query(`
      ${TEMPORARY_TABLES};
      create table lists (id integer primary key, is_broken boolean not null);
      insert into lists select id, false from generate_series(1, ${LISTS}) id`);
    const earlier = new RecordTurns(client, [SPEC]);
    expect(earlier.searchedUpTo).toBeNull();
    for (let pass = 0; pass < 2; pass += 1) expect(await passOver(client, earlier)).toEqual([]);
    await client.query('update lists set is_broken = true where id = 19999');
    const { searchedUpTo } = earlier;
    expect(await passOver(client, new RecordTurns(client, [SPEC], { searchedUpTo }))).toEqual([
      19_999,
    ]);
    // Its turn is far away.
    expect(await passOver(client, new RecordTurns(client, [SPEC]))).toEqual([]);
  });
});

test('a session that ends at any place of a search hands over each row that it has not searched', async () => {
  await withClient(await scratch.copy(), async (client) => {
    await client.query(`
      ${TEMPORARY_TABLES};
      create table lists (id integer primary key, is_broken boolean not null) with (fillfactor = 50);
      insert into lists select id, false from generate_series(1, ${LISTS}) id`);
    const few = { recordPages: 60 };
    const first = new RecordTurns(client, [SPEC], few);
    for (let pass = 0; pass < 2; pass += 1) await passOver(client, first);
    const searches = first.passes;
    expect(searches).toBeGreaterThan(2);
    for (let before = 1; before <= searches; before += 1) {
      const earlier = new RecordTurns(client, [SPEC], few);
      // Later turns of records have these lists.
      const broken = 'id in (14001, 17001, 19999)';
      for (let pass = 0; pass < before; pass += 1)
        expect(await passOver(client, earlier)).toEqual([]);
      await client.query(`update lists set is_broken = true where ${broken}`);
      const found = new Set(await passOver(client, earlier));
      const { searchedUpTo } = earlier;
      const later = new RecordTurns(client, [SPEC], { ...few, searchedUpTo });
      for (let pass = 0; pass < Math.ceil(searches / 2); pass += 1)
        for (const id of await passOver(client, later)) found.add(id);
      expect([...found].toSorted((a, b) => a - b)).toEqual([14_001, 17_001, 19_999]);
      await client.query(`update lists set is_broken = false where ${broken}`);
    }
  });
});
