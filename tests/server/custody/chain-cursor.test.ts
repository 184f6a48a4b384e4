/** The cursor of a chain: only the newest block moves it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  advanceCursor,
  beginCursor,
  findCursor,
  retreatCursor,
} from '../../../server/areas/custody/chain-cursor.repo.ts';
import type { Database } from '../../../server/kit/db/database.ts';
import { transaction } from '../../../server/kit/db/transaction.ts';
import { openChainDatabase } from '../../support/chain-database.ts';
import { startScratchDatabase } from '../../support/scratch-database.ts';
import type { ScratchDatabase } from '../../support/scratch-database.ts';

let scratch: ScratchDatabase;
let database: Database;
beforeAll(async () => {
  scratch = await startScratchDatabase();
  database = await openChainDatabase(await scratch.copy());
});
afterAll(async () => {
  await database.$client.end();
  await scratch.stop();
});

const [first, second, third] = [
  { number: 7, hash: 'seven' },
  { number: 8, hash: 'eight' },
  { number: 9, hash: 'nine' },
];

test('a block below the newest moves the cursor neither forward nor back', async () => {
  await beginCursor(database, 'a', first);
  const move = (parent: typeof first, block: typeof first) =>
    transaction(database, (tx) => advanceCursor(tx, 'a', parent, block, 128));
  expect(await move(first, second)).toBe(true);
  expect(await move(first, third)).toBe(false);
  expect(await transaction(database, (tx) => retreatCursor(tx, 'a', first))).toBe(false);
  expect(await findCursor(database, 'a')).toEqual(second);

  expect(await move({ ...second, hash: 'other' }, third)).toBe(false);
  expect(await transaction(database, (tx) => retreatCursor(tx, 'a', second))).toBe(true);
  expect(await findCursor(database, 'a')).toEqual(first);
});
