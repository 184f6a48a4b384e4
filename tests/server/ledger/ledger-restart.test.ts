/** A restart remembers faults of the past: they end when everything was compared again, not with the first pass. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts';
import {
  openDatabase,
  type Database,
  type DatabaseAddress,
} from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import { findRangeHead } from '../../../server/ledger/ledger-ranges.repo.ts';
import type { LedgerBook } from '../../../server/ledger/ledger-book.types.ts';
import { readGuard, storeGuard } from '../../../server/ledger/ledger-guard.repo.ts';
import { openLedgerWatch, type LedgerWatch } from '../../../server/ledger/ledger-watch.ts';
import { recordVerification } from '../../../server/ledger/verifications.repo.ts';
import { ledgerBook } from '../../../server/boot/roles/ledger-book.ts';
import { eventually } from '../../support/eventually.ts';
import { startScratchDatabase, withClient } from '../../support/databases/scratch-database.ts';
import type { ScratchDatabase } from '../../support/databases/scratch-database.ts';
import { silentJobs } from '../../support/silent-jobs.ts';
import { keepSmallLedger } from '../../support/ledger/small-ledger.ts';

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await startScratchDatabase();
  await withClient(scratch.original, keepSmallLedger);
});
afterAll(() => scratch.stop());

/** A server's watch on a copy of the ledger, whose passes a test lets begin. */
class Server {
  readonly address: DatabaseAddress;
  readonly #database: Database;
  readonly #book: LedgerBook;
  #now = 1_790_000_000_000;
  #watch: LedgerWatch | undefined;

  constructor(address: DatabaseAddress, book: LedgerBook) {
    this.address = address;
    this.#book = book;
    this.#database = openDatabase(address, createLog('silent'), 2);
    onTestFinished(async () => {
      await this.#watch?.stop();
      await this.#database.$client.end();
    });
  }

  get database(): Database {
    return this.#database;
  }

  async stop(): Promise<void> {
    await this.#watch?.stop();
    this.#watch = undefined;
  }

  /** Starts, and waits for the first pass. @returns the faults that the server knows before it and after it */
  async restart(): Promise<readonly [before: readonly string[], after: readonly string[]]> {
    await this.stop();
    const { address } = this;
    this.#now += MINUTE_MS;
    const watch = await openLedgerWatch({
      address,
      ownerAddress: address,
      database: this.#database,
      clock: { now: () => this.#now },
      log: createLog('silent'),
      jobs: silentJobs(),
      book: this.#book,
      rangeMovements: 2,
    });
    this.#watch = watch;
    const before = watch.health.faults();
    watch.begin();
    await this.#passed();
    return [before, watch.health.faults()];
  }

  /** Waits for another pass. @returns the faults that the server knows after it */
  async pass(after: number = LIMITS.ledger_verify_interval_ms): Promise<readonly string[]> {
    this.#now += after;
    await this.#passed();
    return this.#watch?.health.faults() ?? [];
  }

  #passed(): Promise<void> {
    return eventually(async () => {
      const { rows } = await withClient(this.address, (client) =>
        client.query('select from ledger_verifications where at_ms = $1', [this.#now]),
      );
      expect(rows).toHaveLength(1);
    });
  }
}

test('a changed range stays a fault over a restart, although its turn is far, until it is put right', async () => {
  const server = new Server(await scratch.copy(), ledgerBook('any'));
  const { address, database } = server;
  const setTimes = (change: number) =>
    withClient(address, async (client) => {
      // A change of the files of the database leaves the guard as it is.
      await client.query(`
        alter table ledger_movements disable trigger ledger_movements_append_only;
        alter table ledger_movements drop constraint ledger_movements_own_transaction;
        update ledger_movements set at_ms = at_ms + ${change} where journal = 2 and number = 3;
        alter table ledger_movements add constraint ledger_movements_own_transaction
          check (transaction_id = txid_current()) not valid;
        alter table ledger_movements enable always trigger ledger_movements_append_only`);
      await storeGuard(database, await readGuard(client), 0);
    });
  await server.restart();
  for (let pass = 0; pass < 2; pass += 1) expect(await server.pass()).toEqual([]);
  expect(await server.pass(HOUR_MS)).toEqual([]);
  const { id } = await findRangeHead(database);
  expect(id).toBeGreaterThan(2);
  await setTimes(1);
  const changed = [expect.stringMatching(/^range_changed: range 2, /) as string];
  // The first passes of a process compare all ranges: none of them is known to it.
  expect(await server.restart()).toEqual([[], changed]);
  expect(await server.restart()).toEqual([changed, changed]);
  for (let pass = 0; pass < 3; pass += 1) expect(await server.pass()).toEqual(changed);
  await setTimes(-1);
  expect(await server.restart()).toEqual([changed, []]);
});

/** Records of which a pass compares the first 2,000, and the next one the rest. */
const LISTS: LedgerBook['records'] = [
  {
    table: 'lists',
    isOpen: null,
    ofMovements: null,
    rules: [(ids) => `select 'list_wrong' as fault, id from lists where is_wrong and id in ${ids}`],
  },
];
const WRONG = 'list_wrong: id 2001';

async function serverWithLists(isWrong: boolean, faults: readonly string[]): Promise<Server> {
  const book = ledgerBook('any');
  const server = new Server(await scratch.copy(), {
    ...book,
    records: [...book.records, ...LISTS],
  });
  await withClient(server.address, (client) =>
    client.query(`
      create table lists (id bigint primary key, is_wrong boolean not null);
      insert into lists select id, ${isWrong} and id = 2001 from generate_series(1, 2001) id`),
  );
  // The result of an earlier run.
  await recordVerification(server.database, { faults: [...faults], atMs: 0, lastDealId: 0 });
  return server;
}

test('a fault of a record stays over a restart until all records were compared', async () => {
  const server = await serverWithLists(false, [WRONG]);
  expect(await server.restart()).toEqual([[WRONG], [WRONG]]);
  expect(await server.pass()).toEqual([]);
});

test('a fault of a record that is still wrong is kept until it is found again', async () => {
  const server = await serverWithLists(true, [WRONG]);
  expect(await server.restart()).toEqual([[WRONG], [WRONG]]);
  expect(await server.pass()).toEqual([WRONG]);
});

test('an old record that was changed while no server ran is named by the first pass of a start', async () => {
  const server = await serverWithLists(false, []);
  expect(await server.restart()).toEqual([[], []]);
  for (let pass = 0; pass < 2; pass += 1) expect(await server.pass()).toEqual([]);
  await server.stop();
  await withClient(server.address, (client) =>
    client.query('update lists set is_wrong = true where id = 2001'),
  );
  expect(await server.restart()).toEqual([[], [WRONG]]);
  // The role of the server can hide the result, and not the search.
  await server.stop();
  await recordVerification(server.database, { faults: [], atMs: 0, lastDealId: 0 });
  expect(await server.restart()).toEqual([[], [WRONG]]);
});
