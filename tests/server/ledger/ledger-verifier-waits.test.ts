/** A verifier that waits for a lock or cannot read a table: this is not a fault of the ledger. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type DatabaseAddress } from '../../../server/kit/db/database.ts';
import { openLedgerWatch, type LedgerWatch } from '../../../server/ledger/ledger-watch.ts';
import { ledgerBook } from '../../../server/boot/roles/ledger-book.ts';
import { openVerifierSession } from '../../../server/ledger/verify-session.repo.ts';
import { createLog } from '../../../server/kit/log.ts';
import { eventually } from '../../support/eventually.ts';
import { startScratchDatabase, withClient } from '../../support/databases/scratch-database.ts';
import type { ScratchDatabase } from '../../support/databases/scratch-database.ts';
import { keepSmallLedger } from '../../support/ledger/small-ledger.ts';
import { keepWalletLedger } from '../../support/ledger/wallet-ledger.ts';
import { silentJobs } from '../../support/silent-jobs.ts';
import { withoutTriggers } from '../../support/databases/without-triggers.ts';

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await startScratchDatabase();
  await withClient(scratch.original, keepSmallLedger);
  await withClient(scratch.original, keepWalletLedger);
});
afterAll(() => scratch.stop());

/** Locks the table of entries while `work` runs. */
async function whileLocked(
  address: DatabaseAddress,
  mode: string,
  work: () => Promise<void>,
): Promise<void> {
  await withClient(address, async (holder: pg.Client) => {
    await holder.query(`begin; lock table ledger_entries in ${mode} mode`);
    await work();
    await holder.query('rollback');
  });
}

test('a pass that does not end leaves the ledger marked inconsistent, and the next one that ends reports its state', async () => {
  const address = await scratch.copy();
  const log = createLog('silent');
  const database = openDatabase(address, log, 2);
  let now = 1_000_000;
  const clock = { now: () => now };
  let watch: LedgerWatch | undefined;
  try {
    await whileLocked(address, 'access exclusive', async () => {
      watch = await openLedgerWatch({
        address,
        ownerAddress: address,
        database,
        clock,
        log,
        jobs: silentJobs(),
        book: ledgerBook('any'),
        passMsMax: 1_000,
      });
      watch.begin();
      await eventually(() => expect(watch?.health.isConsistent()).toBe(false));
      expect(watch.health.faults()).toEqual([expect.stringMatching(/^not_verified: /)]);
      await eventually(async () => {
        const { rows } = await withClient(address, (client) =>
          client.query<{ faults: string[] }>('select faults from ledger_verifications'),
        );
        expect(rows.map(({ faults }) => faults)).toEqual([watch?.health.faults()]);
      });
    });
    now += 60_000;
    await eventually(() => expect(watch?.health.isConsistent()).toBe(true));
  } finally {
    await watch?.stop();
    await database.$client.end();
  }
});

test('a table that is being maintained is verified anyway, in its new rows alone', async () => {
  const address = await scratch.copy();
  const session = await openVerifierSession(address, {
    name: 'test',
    isBackground: true,
    book: ledgerBook('any'),
  });
  expect(await session.verifyAll()).toMatchObject({ faults: [] });
  // The lock of VACUUM, ANALYZE and CREATE INDEX CONCURRENTLY.
  await whileLocked(address, 'share update exclusive', async () => {
    expect(await session.verifyRecent()).toEqual({ kind: 'recent', faults: [], entries: 0 });
  });
  await session.close();
});

test('the owner of a held posting is not named for a posting that cannot be read', async () => {
  const address = await scratch.copy();
  await withClient(address, (client) =>
    client.query(
      withoutTriggers(
        'spot_postings',
        `update spot_postings set entries = '[{"owner_id": "x"}]' where id = 2`,
      ),
    ),
  );
  const session = await openVerifierSession(address, {
    name: 'test',
    isBackground: true,
    book: ledgerBook('any'),
  });
  const { faults } = await session.verifyAll();
  expect(faults.join('\n')).toMatch(
    /rule_failed: rule postingBookedOtherwise, invalid input syntax/,
  );
  expect(faults.filter((fault) => fault.startsWith('frozen_not_reserved'))).toEqual([]);
  await session.close();
});
