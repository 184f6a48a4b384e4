/** The two legs of a transfer towards the contract account: the second one after the first, once, and always. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '../../../contract/result.ts';
import { units } from '../../../contract/money/units.ts';
import { createLog } from '../../../server/kit/log.ts';
import { NO_DEADLINE } from '../../../server/kit/commands/deadline.ts';
import { verifyBooks } from '../../../server/roles/verify-books.ts';
import { syncSpotMarketRows } from '../../../server/areas/spot/spot.area.ts';
import { TransferArrivals } from '../../../server/areas/wallet/transfer-arrivals.ts';
import { createTransferService } from '../../../server/areas/wallet/transfers.ts';
import { openKeyedDatabase } from '../../../server/kit/db/database.ts';
import type { DatabaseAddress } from '../../../server/kit/db/database.ts';
import type { Postings } from '../../../server/ledger/writer/postings.types.ts';
import { eventually } from '../../support/eventually.ts';
import { openPostingServer } from '../../support/posting-writer.ts';
import type { PostingServer } from '../../support/posting-writer.ts';
import { startScratchDatabase, withClient } from '../../support/scratch-database.ts';
import type { ScratchDatabase } from '../../support/scratch-database.ts';
import { BTC_USDT, NOW, USDT } from '../../support/spot-exchange.ts';

const ANN = 1;
const [SPOT, CONTRACT, TO_DEALING] = [1, 2, 104];

let scratch: ScratchDatabase;
let address: DatabaseAddress;
let server: PostingServer;
let arrivals: TransferArrivals;

beforeAll(async () => {
  scratch = await startScratchDatabase();
});
afterAll(() => scratch.stop());
beforeEach(async () => {
  address = await scratch.copy();
  server = await openPostingServer(address);
  await syncSpotMarketRows(server.database, [BTC_USDT]);
  await rows('alter table transfers drop constraint transfers_user_id_users_id_fk');
  const request = { ownerId: ANN, requestId: 'r', now: NOW };
  await server.exchange.grant({ ...request, currencyId: USDT, amount: units(100n) });
  arrivals = arrivalsOf();
});
afterEach(() => server.close());

const arrivalsOf = () =>
  new TransferArrivals({ keyed: server.database, clock: { now: () => NOW } });
const rows = (statement: string) =>
  withClient(address, async (client) => (await client.query(statement)).rows);
const balances = async (): Promise<Record<number, string>> =>
  Object.fromEntries(
    (
      await rows(
        `select account_type, available::text from ledger_accounts where owner_id = ${ANN}`,
      )
    ).map(({ account_type, available }) => [account_type, available]),
  );
const faults = async () => (await verifyBooks(address, 'test', 'any')).faults;

interface Ways {
  readonly owing?: Set<number>;
  readonly postings?: Postings;
  readonly book?: (id: number) => Promise<void>;
}

/** Transfers 30 units. */
const transfer = (
  from: number,
  to: number,
  { postings = server.postings, book = (id) => arrivals.book(id), owing = new Set() }: Ways = {},
  idempotencyKey = 'key-of-a-transfer',
) =>
  createTransferService({
    database: server.database,
    keyed: server.database,
    postings,
    arrivals: { book },
    owing,
  }).create({
    userId: ANN,
    currencyId: USDT,
    fromAccountType: from,
    toAccountType: to,
    amount: 30n,
    idempotencyKey,
    deadline: NO_DEADLINE,
    requestId: 'r',
    now: NOW,
  });

test('money passes transit and arrives before the answer', async () => {
  expect(await transfer(SPOT, CONTRACT)).toMatchObject({ ok: true });

  expect(await balances()).toEqual({ [SPOT]: '70', [CONTRACT]: '30', [TO_DEALING]: '0' });
  expect(
    await rows('select recipe, journal from ledger_movements order by journal, number'),
  ).toEqual([
    { recipe: 'transfer.into_dealing', journal: 1 },
    { recipe: 'seed.grant', journal: 2 },
    { recipe: 'transfer.towards_dealing', journal: 2 },
  ]);
  expect(await faults()).toEqual([]);
});

test('a transfer that has arrived does not arrive again', async () => {
  await transfer(SPOT, CONTRACT);
  await arrivals.book(1);

  expect(await balances()).toEqual({ [SPOT]: '70', [CONTRACT]: '30', [TO_DEALING]: '0' });
  expect(await faults()).toEqual([]);
});

describe('a server that ends between the legs', () => {
  const lost = { book: () => Promise.reject(new Error('the server has ended')) };

  test('leaves the money in transit, and the next one lets it arrive, once', async () => {
    await expect(transfer(SPOT, CONTRACT, lost)).rejects.toThrow('has ended');
    expect(await balances()).toEqual({ [SPOT]: '70', [TO_DEALING]: '30' });
    expect(await faults()).toEqual([]);

    await Promise.all([arrivals.bookAll(), arrivalsOf().bookAll()]);
    await arrivals.bookAll();

    expect(await balances()).toEqual({ [SPOT]: '70', [CONTRACT]: '30', [TO_DEALING]: '0' });
    expect(await faults()).toEqual([]);
  });

  test('lets the same request complete it', async () => {
    await expect(transfer(SPOT, CONTRACT, lost)).rejects.toThrow('has ended');

    const again = await Promise.all([transfer(SPOT, CONTRACT), transfer(SPOT, CONTRACT)]);

    expect(again).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await balances()).toEqual({ [SPOT]: '70', [CONTRACT]: '30', [TO_DEALING]: '0' });
  });

  test('before the first leg was booked has nothing to let arrive', async () => {
    const postings: Postings = {
      isOpen: true,
      intend: (...args) => server.postings.intend(...args),
      post: () => Promise.reject(new Error('the server has ended')),
      postOrRefuse: () => Promise.reject(new Error('the server has ended')),
      recover: () => server.postings.recover(),
    };
    await expect(transfer(SPOT, CONTRACT, { postings })).rejects.toThrow('has ended');

    await arrivals.bookAll();
    await expect(arrivals.book(1)).rejects.toThrow('first leg');
    expect(await balances()).toEqual({ [SPOT]: '100' });

    await server.postings.recover();
    await arrivals.bookAll();
    expect(await balances()).toEqual({ [SPOT]: '70', [CONTRACT]: '30', [TO_DEALING]: '0' });
  });
});

test('a transfer that is not paid for leaves nothing behind', async () => {
  await transfer(SPOT, CONTRACT, {}, 'key-of-another-one');
  for (const key of ['key-2-of-a-transfer', 'key-3-of-a-transfer'])
    expect(await transfer(SPOT, CONTRACT, {}, key)).toMatchObject({ ok: true });
  expect(await transfer(SPOT, CONTRACT)).toEqual(refuse('insufficient_balance'));
  expect(await balances()).toEqual({ [SPOT]: '10', [CONTRACT]: '90', [TO_DEALING]: '0' });
  expect(await rows('select count(*)::int as n from transfers')).toEqual([{ n: 3 }]);
});

test('a user who came to owe gets the earlier answer again, and no further transfer', async () => {
  const first = await transfer(SPOT, CONTRACT);
  const owing = new Set([ANN]);
  expect(await transfer(SPOT, CONTRACT, { owing })).toMatchObject({
    value: { id: first.ok && first.value.id },
  });
  expect(await transfer(CONTRACT, SPOT, { owing })).toEqual(refuse('idempotency_key_reused'));
  expect(await transfer(SPOT, CONTRACT, { owing }, 'key-of-another-one')).toEqual(
    refuse('shortfall_unpaid'),
  );
  expect(await balances()).toEqual({ [SPOT]: '70', [CONTRACT]: '30', [TO_DEALING]: '0' });
});

test('transfers that arrive together are locked in the order of their ids', async () => {
  const lost = { book: () => Promise.reject(new Error('the server has ended')) };
  for (const key of ['key-1-of-three', 'key-2-of-three', 'key-3-of-three'])
    await expect(transfer(SPOT, CONTRACT, lost, key)).rejects.toThrow('has ended');
  // Stores the first one behind the others, in all indexes too.
  for (const number of [1, null])
    await rows(`update transfers set movement_number = ${number} where id = 1`);
  await withClient(address, async (client) => {
    await client.query('begin');
    await client.query('select from transfers where id = 2 for update');
    const keyed = openKeyedDatabase(address, createLog('silent'));
    const ordered = new TransferArrivals({ keyed, clock: { now: () => NOW } });
    const booking = Promise.all([3, 2, 1].map((id) => ordered.book(id)));
    await eventually(async () =>
      expect(await rows('select from pg_locks where not granted')).not.toEqual([]),
    );
    expect(await rows('select id::int from transfers order by id for update skip locked')).toEqual([
      { id: 3 },
    ]);
    await client.query('rollback');
    await booking;
    await keyed.$client.end();
  });
  expect(await balances()).toEqual({ [SPOT]: '10', [CONTRACT]: '90', [TO_DEALING]: '0' });
});

test('many arrive together, each once', async () => {
  const keys = ['key-1-of-three', 'key-2-of-three', 'key-3-of-three'];
  const answers = await Promise.all(keys.map((key) => transfer(SPOT, CONTRACT, {}, key)));

  expect(answers.every((answer) => answer.ok)).toBe(true);
  expect(await balances()).toEqual({ [SPOT]: '10', [CONTRACT]: '90', [TO_DEALING]: '0' });
  expect(await faults()).toEqual([]);
});

test('a writer that is full begins no transfer', async () => {
  await transfer(SPOT, CONTRACT);
  const before = await balances();
  const postings: Postings = {
    isOpen: false,
    intend: (...args) => server.postings.intend(...args),
    post: async () => refuse('service_unavailable'),
    postOrRefuse: async () => refuse('service_unavailable'),
    recover: async () => undefined,
  };

  expect(await transfer(CONTRACT, SPOT, { postings }, 'key-of-the-way-back')).toEqual(
    refuse('service_unavailable'),
  );

  expect(await balances()).toEqual(before);
  expect(await rows('select count(*)::int as n from transfers')).toEqual([{ n: 1 }]);
});
