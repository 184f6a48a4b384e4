/** Rules that read many rows for each record are applied again only to records whose rows were written since. */
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordSpec } from '../../../server/ledger/ledger-book.types.ts';
import { RecordTurns } from '../../../server/ledger/verify-turns.repo.ts';
import { startScratchDatabase, withClient } from '../../support/databases/scratch-database.ts';
import type { ScratchDatabase } from '../../support/databases/scratch-database.ts';
import { NO_ROWS, snapshotOf } from './planted-ledger.ts';

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await startScratchDatabase();
});
afterAll(() => scratch.stop());

/** Two lists of two rows each. */
const LISTS = `
  create table lists (id bigint primary key);
  create table list_rows (list_id bigint, text text);
  insert into lists values (1), (2);
  insert into list_rows values (1, 'a'), (1, 'b'), (2, 'a'), (2, 'b')`;
const always = () => 'select 1 where false';
const costly = () => 'select 2 where false';
const SPEC: RecordSpec = {
  table: 'lists',
  isOpen: null,
  ofMovements: null,
  rules: [always],
  digested: {
    rules: [costly],
    digest: (ids) => `
      select id, (select sum(xmin::text::bigint)::text from list_rows where list_id = lists.id) as digest
      from lists where id in ${ids}`,
  },
};

/** Applies one pass. @returns the lists that the costly rule compares; the other rule always compares both. */
async function pass(
  client: Client,
  turns: RecordTurns,
  { isFirst = false, isConsistent = true } = {},
): Promise<readonly string[]> {
  const comparedBy = async (rule: typeof always) => {
    const of = compared.filter(({ rules }) => rules.includes(rule));
    const texts = of.map(({ ids }) => `select id::text from lists where id in ${ids}`);
    const found = await Promise.all(texts.map((text) => client.query<{ id: string }>(text)));
    return found.flatMap(({ rows }) => rows.map(({ id }) => id)).toSorted();
  };
  const snapshot = await snapshotOf(client);
  const compared = await turns.next(NO_ROWS, { snapshot, isBusy: false, isFirst });
  expect(await comparedBy(always)).toEqual(['1', '2']);
  turns.keep(isConsistent, []);
  return comparedBy(costly);
}

test('an unchanged list is compared once, a changed one by the next pass', async () => {
  await withClient(await scratch.copy(), async (client) => {
    await client.query(LISTS);
    const turns = new RecordTurns(client, [SPEC]);
    expect(await pass(client, turns, { isFirst: true })).toEqual(['1', '2']);
    expect(await pass(client, turns)).toEqual([]);
    await client.query(`update list_rows set text = 'c' where list_id = 2 and text = 'a'`);
    expect(await pass(client, turns)).toEqual(['2']);
    expect(await pass(client, turns)).toEqual([]);
    await client.query('insert into lists values (3)');
    await client.query('delete from lists where id = 3');
    await client.query(`delete from list_rows where list_id = 1 and text = 'a'`);
    expect(await pass(client, turns)).toEqual(['1']);
    // A start compares all of them.
    expect(await pass(client, turns, { isFirst: true })).toEqual(['1', '2']);
  });
});

test('after a fault, and after a pass over all records, all lists are compared again', async () => {
  await withClient(await scratch.copy(), async (client) => {
    await client.query(LISTS);
    const turns = new RecordTurns(client, [SPEC]);
    await pass(client, turns, { isFirst: true });
    await client.query(`update list_rows set text = 'c' where list_id = 2 and text = 'a'`);
    expect(await pass(client, turns, { isConsistent: false })).toEqual(['2']);
    expect(await pass(client, turns, { isConsistent: false })).toEqual(['1', '2']);
    expect(await pass(client, turns)).toEqual(['1', '2']);
    expect(await pass(client, turns)).toEqual([]);
    expect(await turns.all(await snapshotOf(client))).toEqual([
      expect.objectContaining({ rules: [always, costly], ids: '(select id from lists)' }),
    ]);
    turns.keep(true, []);
    expect(await pass(client, turns)).toEqual(['1', '2']);
  });
});
