/** Thefts with whole movements and balances that add up: the next pass names each, and a consistent ledger has none. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { DatabaseAddress } from '../../../server/kit/db/database.ts';
import type { GrantPolicy } from '../../../server/ledger/ledger-book.types.ts';
import type { VerifierLimits } from '../../../server/ledger/verifier.repo.ts';
import { openVerifierSession } from '../../../server/ledger/verify-session.repo.ts';
import type { VerifierSession } from '../../../server/ledger/verify-session.repo.ts';
import { ledgerBook } from '../../../server/boot/roles/ledger-book.ts';
import { keepMerchantLedger } from '../../support/ledger/merchant-ledger.ts';
import { startScratchDatabase, withClient } from '../../support/databases/scratch-database.ts';
import type { ScratchDatabase } from '../../support/databases/scratch-database.ts';
import { keepSmallLedger } from '../../support/ledger/small-ledger.ts';
import { keepWalletLedger } from '../../support/ledger/wallet-ledger.ts';
import { withoutTriggers } from '../../support/databases/without-triggers.ts';
import { DEALING_BEGAN, DEPOSIT_THEFTS } from './ledger-deposit-thefts.ts';
import { APPROVED_FUNDINGS, FUNDING_THEFTS } from './ledger-funding-thefts.ts';
import { FIAT_LOG_THEFTS } from './ledger-fiat-log-thefts.ts';
import { MERCHANT_THEFTS } from './ledger-merchant-thefts.ts';
import { REVIEW_THEFTS } from './ledger-review-thefts.ts';
import { WITHDRAWAL_THEFTS } from './ledger-withdrawal-thefts.ts';
import { FEW_ACCOUNTS, holdLedger, type HeldLedger } from './held-ledger.ts';
import type { Theft } from './theft.ts';

const THEFTS = [
  ...REVIEW_THEFTS,
  ...WITHDRAWAL_THEFTS,
  ...DEPOSIT_THEFTS,
  ...MERCHANT_THEFTS,
  ...FUNDING_THEFTS,
  ...FIAT_LOG_THEFTS,
];
const KEEP = { wallet: keepWalletLedger, merchant: keepMerchantLedger };
/** The grants of `small-ledger.ts`, and those of `merchant-ledger.ts` in its currency. */
const GRANTED = `insert into settings values ('ledger_granted', '{"1": "1000000000000000001500", "2": "10000000000000000000"}')`;

let scratch: ScratchDatabase;
const sources = new Map<Theft['ledger'], Pick<ScratchDatabase, 'copy'>>();
const held = new Map<Theft['ledger'], HeldLedger>();
beforeAll(async () => {
  scratch = await startScratchDatabase();
  await withClient(scratch.original, keepSmallLedger);
  for (const ledger of ['wallet', 'merchant'] as const) {
    const source = await scratch.branch((address) =>
      withClient(address, async (client) => {
        await KEEP[ledger](client);
        await client.query(GRANTED);
      }),
    );
    sources.set(ledger, source);
    held.set(ledger, await holdLedger(await source.copy()));
  }
});
afterAll(async () => {
  for (const ledger of held.values()) await ledger.end();
  await scratch.stop();
});

const copyOf = (ledger: Theft['ledger']): Promise<DatabaseAddress> =>
  ensure(sources.get(ledger), ledger).copy();

const open = (address: DatabaseAddress, grants: GrantPolicy, limits: VerifierLimits = {}) =>
  openVerifierSession(address, {
    name: 'test',
    isBackground: true,
    book: ledgerBook(grants),
    accounts: FEW_ACCOUNTS,
    ...limits,
  });

describe.each(['wallet', 'merchant'] as const)('the consistent ledger with a %s', (ledger) => {
  test('has no fault, in a full pass and in one over new rows', async () => {
    const session = await open(await copyOf(ledger), 'recorded');
    expect(await session.verifyAll()).toMatchObject({ kind: 'full', faults: [] });
    expect(await session.verifyRecent()).toEqual({ kind: 'recent', faults: [], entries: 0 });
    await session.close();
  });
});

const GONE = [
  withoutTriggers('deposits', 'create table gone as table deposits; delete from deposits'),
  withoutTriggers('lifecycles', "delete from lifecycles where kind = 'deposit'"),
].join(';');
const NOT_EXPLAINED = expect.stringMatching(
  /^custody_not_explained: currency_id 1, owed \d+, explained \d+$/,
) as string;

test('a deposit whose record is gone is named by the sum of custody', async () => {
  const address = await copyOf('wallet');
  const session = await open(address, 'any');
  await withClient(address, (client) => client.query(GONE));
  expect((await session.verifyAll()).faults).toContainEqual(NOT_EXPLAINED);
  await session.close();
});

test('a running server names it in one of its passes, and in all later ones until it is back', async () => {
  const address = await copyOf('wallet');
  const session = await open(address, 'any', { rareEvery: 3 });
  const custody = async (pass: Promise<{ readonly faults: readonly string[] }>) =>
    (await pass).faults.filter((fault) => fault.startsWith('custody_'));
  expect(await custody(session.verifyRecent())).toEqual([]);
  await withClient(address, (client) => client.query(GONE));
  expect(await custody(session.verifyRecent())).toEqual([]);
  for (const verify of ['verifyRecent', 'verifyOpen', 'verifyOpen'] as const)
    expect(await custody(session[verify]())).toEqual([NOT_EXPLAINED]);
  await withClient(address, (client) =>
    client.query('insert into deposits overriding system value select * from gone'),
  );
  expect(await custody(session.verifyOpen())).toEqual([]);
  await session.close();
});

test('the first pass of a session after a fault asks for the sum of custody', async () => {
  const address = await copyOf('wallet');
  await withClient(address, (client) => client.query(GONE));
  const session = await open(address, 'any', { isAfterFault: true });
  expect((await session.verifyRecent()).faults).toContainEqual(NOT_EXPLAINED);
  await session.close();
});

const DEEP_FORK = `insert into chain_halts (chain, cause, detail, began_at_ms) values ('test', 'fork_too_deep', 'd', 0)`;

test.each([
  ['the chain replaces all but two blocks of it', 'delete from chain_blocks where number > 151'],
  [
    'an operator deletes the kept blocks of a chain with a halt, as the handbook says',
    `${DEEP_FORK}; delete from chain_blocks`,
  ],
])('a settled deposit has its block while %s', async (_, statements) => {
  const address = await copyOf('wallet');
  await withClient(address, (client) => client.query(statements));
  const session = await open(address, 'any');
  expect((await session.verifyAll()).faults).toEqual([]);
  await withClient(address, (client) =>
    client.query('update deposits set block_number = null where id = 1'),
  );
  expect((await session.verifyAll()).faults).toEqual([
    expect.stringMatching(/^deposit_without_block: deposit_id 1, chain test, phase settled/),
    expect.stringMatching(/^deposit_not_compared: deposit_id 1, chain test, phase settled/),
  ]);
  await session.close();
});

test('fundings that operators have approved, and those of the seed, have their requests', async () => {
  for (const statements of APPROVED_FUNDINGS) {
    const address = await copyOf('wallet');
    await withClient(address, (client) => client.query(statements));
    const session = await open(address, 'recorded');
    const { faults } = await session.verifyAll();
    expect(faults.filter((fault) => /_fund_unapproved|_of_cause|^cause_/.test(fault))).toEqual([]);
    await session.close();
  }
});

test('entries from before the first movement of the dealing journal may be of another writer', async () => {
  const address = await copyOf('wallet');
  await withClient(address, (client) => client.query(DEALING_BEGAN));
  const session = await open(address, 'any');
  const { faults } = await session.verifyAll();
  expect(faults.filter((fault) => fault.startsWith('entry_of_other_writer'))).toEqual([]);
  await session.close();
});

type Passes = Pick<VerifierSession, 'verifyAll' | 'verifyRecent'>;

async function expectNamed(
  { row, grants }: Theft,
  verifier: Passes,
  steal: () => Promise<unknown>,
): Promise<void> {
  const matching =
    typeof row === 'string' ? expect.stringContaining(row) : expect.stringMatching(row);
  const { faults: before } = await verifier.verifyAll();
  // The ledger has grants of two currencies, which no exchange without grants would have.
  if (grants !== 'none') expect(before).toEqual([]);
  expect(before).not.toContainEqual(matching);
  await steal();
  expect((await verifier.verifyRecent()).faults).toContainEqual(matching);
  expect((await verifier.verifyAll()).faults).toContainEqual(matching);
}

const OF_ONE_TRANSACTION = THEFTS.filter(({ statements }) => !/\bcommit;/.test(statements));
const OF_SEVERAL = THEFTS.filter((theft) => !OF_ONE_TRANSACTION.includes(theft));

test.each(OF_ONE_TRANSACTION)('$what is named by the next pass', async (theft) => {
  const ledger = ensure(held.get(theft.ledger), theft.ledger);
  await ledger.planting(theft.grants ?? 'any', ({ verifier, run }) =>
    expectNamed(theft, verifier, () => run(theft.statements)),
  );
});

test.each(OF_SEVERAL)('$what is named by the next pass', async (theft) => {
  const address = await copyOf(theft.ledger);
  const session = await open(address, theft.grants ?? 'any');
  await expectNamed(theft, session, () =>
    withClient(address, (client) => client.query(theft.statements)),
  );
  await session.close();
});
