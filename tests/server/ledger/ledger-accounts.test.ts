/**
 * Balances of many accounts: a pass reads those that were written, and others in turn. A change is named by the next
 * pass, or in a table of many pages when each page had its turn.
 */
import { expect, test } from 'vitest';
import type { DatabaseAddress } from '../../../server/kit/db/database.ts';
import { ANN, BOB, USDT } from '../../support/ledger/small-ledger.ts';
import { namesOf, openSession, run, usePlantedLedger } from './planted-ledger.ts';

const { copy } = usePlantedLedger();

/** The rows of users without money fill some pages. */
const IDLE = 500;
const keepIdleUsers = (address: DatabaseAddress) =>
  run(
    address,
    `insert into ledger_accounts select 1000 + each, 1, ${USDT} from generate_series(1, ${IDLE}) each`,
  );
const OF_ANN = `owner_id = ${ANN} and account_type = 1 and currency_id = ${USDT}`;
const OF_BOB = `owner_id = ${BOB} and account_type = 1 and currency_id = ${USDT}`;
const OF_LAST = `owner_id = ${1000 + IDLE}`;
const NAMED = ['balance_not_sum_of_entries', 'currency_not_zero'];

// In the few pages of one pass, nothing is found by the turn of its account.
async function idleLedger(pages: number, accounts = pages === 1 ? 50 : 1) {
  const address = await copy();
  // Pages have room, so that a changed row stays in its page.
  await run(address, 'alter table ledger_accounts set (fillfactor = 50)');
  await keepIdleUsers(address);
  const session = await openSession(address, { accounts, pages });
  expect((await session.verifyOpen()).faults).toEqual([]);
  return { address, session };
}

/** Passes until a fault is named. */
async function passesUntilNamed(
  session: Awaited<ReturnType<typeof openSession>>,
  passesMax: number,
): Promise<{ readonly passes: number; readonly names: readonly string[] }> {
  for (let passes = 1; passes <= passesMax; passes += 1) {
    const names = namesOf((await session.verifyRecent()).faults);
    if (names.length > 0) return { passes, names };
  }
  return { passes: Infinity, names: [] };
}

test.each([
  ['changed', `update ledger_accounts set available = available + 1 where ${OF_LAST}`, NAMED],
  ['new', `insert into ledger_accounts values (9000, 1, ${USDT}, 1, 0)`, NAMED],
  ['deleted', `delete from ledger_accounts where ${OF_ANN}`, [...NAMED, 'frozen_not_reserved']],
  [
    'deleted behind a new row',
    `delete from ledger_accounts where ${OF_ANN};
     insert into ledger_accounts values (9000, 1, ${USDT}, 0, 0)`,
    [...NAMED, 'frozen_not_reserved'],
  ],
  [
    'given to another owner',
    `update ledger_accounts set owner_id = 9000 where ${OF_ANN}`,
    ['balance_not_sum_of_entries', 'frozen_not_reserved'],
  ],
  [
    'exchanged with the balance of another user',
    `update ledger_accounts set available = available + case owner_id when ${ANN} then 1 else -1 end
     where ${OF_ANN} or (${OF_BOB})`,
    ['balance_not_sum_of_entries'],
  ],
])('a balance that is %s is named by the next pass', async (_what, statements, named) => {
  const { address, session } = await idleLedger(1_000);
  await run(address, statements);
  expect(session.searchPasses).toBe(1);
  expect(namesOf((await session.verifyRecent()).faults)).toEqual(named);
  // It is named until it is cured.
  expect(namesOf((await session.verifyRecent()).faults)).toEqual(named);
  await session.close();
});

test('a balance that is cured is named no more', async () => {
  const { address, session } = await idleLedger(1_000);
  await run(address, `update ledger_accounts set frozen = frozen + 1 where ${OF_ANN}`);
  expect((await session.verifyRecent()).faults).not.toEqual([]);
  await run(address, `update ledger_accounts set frozen = frozen - 1 where ${OF_ANN}`);
  expect((await session.verifyRecent()).faults).toEqual([]);
  await session.close();
});

test('with many pages a changed balance is named when its page has its turn', async () => {
  const { address, session } = await idleLedger(1);
  expect((await session.verifyRecent()).faults).toEqual([]);
  const { searchPasses } = session;
  expect(searchPasses).toBeGreaterThanOrEqual(3);
  await run(address, `update ledger_accounts set available = available + 1 where ${OF_LAST}`);
  const { passes, names } = await passesUntilNamed(session, searchPasses + 1);
  expect(passes).toBeLessThanOrEqual(searchPasses + 1);
  expect(names).toEqual(NAMED);
  await session.close();
});

test('with many pages a balance that is changed behind the search is named in the next turn', async () => {
  const { address, session } = await idleLedger(1, 1);
  // The first two pages are searched; the second one has users whose turn comes much later.
  for (let pass = 0; pass < 2; pass += 1) expect((await session.verifyRecent()).faults).toEqual([]);
  await run(
    address,
    `update ledger_accounts set available = available + 1 where owner_id = (
       select max(owner_id) from ledger_accounts where ctid >= '(1,0)' and ctid < '(2,0)')`,
  );
  const { passes, names } = await passesUntilNamed(session, 2 * session.searchPasses);
  expect(passes).toBeGreaterThanOrEqual(session.searchPasses);
  expect(names).toEqual(NAMED);
  await session.close();
});

test('with many pages a deleted balance is named when its account has its turn', async () => {
  const { address, session } = await idleLedger(1);
  await run(address, `delete from ledger_accounts where ${OF_ANN}`);
  const { names } = await passesUntilNamed(session, 12);
  expect(names).toEqual([...NAMED, 'frozen_not_reserved']);
  await session.close();
});
