/** The cursor of a chain: only the newest block moves it. */
import { expect, test } from 'vitest';
import {
  advanceCursor,
  beginCursor,
  findCursor,
  retreatCursor,
} from '../../../server/areas/custody/chain-cursor.repo.ts';
import { transaction } from '../../../server/kit/db/transaction.ts';
import { useChainDatabase } from '../../support/custody/use-chain-database.ts';

const chains = useChainDatabase();

const [first, second, third] = [
  { number: 7, hash: 'seven' },
  { number: 8, hash: 'eight' },
  { number: 9, hash: 'nine' },
];

test('a block below the newest moves the cursor neither forward nor back', async () => {
  await beginCursor(chains.database, 'a', first);
  const move = (parent: typeof first, block: typeof first) =>
    transaction(chains.database, (tx) => advanceCursor(tx, 'a', parent, block, 128));
  expect(await move(first, second)).toBe(true);
  expect(await move(first, third)).toBe(false);
  expect(await transaction(chains.database, (tx) => retreatCursor(tx, 'a', first))).toBe(false);
  expect(await findCursor(chains.database, 'a')).toEqual(second);

  expect(await move({ ...second, hash: 'other' }, third)).toBe(false);
  expect(await transaction(chains.database, (tx) => retreatCursor(tx, 'a', second))).toBe(true);
  expect(await findCursor(chains.database, 'a')).toEqual(first);
});
