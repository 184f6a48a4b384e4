/** Postings that other services store for the spot writer: booked once, across every kind of failure. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ok, refuse } from '../../../contract/result.ts';
import { units } from '../../../contract/money/units.ts';
import type { DatabaseAddress } from '../../../server/kit/db/database.ts';
import { sqlStateOf, transaction } from '../../../server/kit/db/transaction.ts';
import { HOUSE_ACCOUNTS } from '../../../server/ledger/chart.ts';
import type { Movement } from '../../../server/ledger/movement.ts';
import {
  depositCredited,
  transferFromSpot,
  transferTowardsSpot,
  withdrawalHeld,
} from '../../../server/areas/wallet/wallet-recipes.ts';
import { createLog } from '../../../server/kit/log.ts';
import { syncSpotMarketRows } from '../../../server/areas/spot/spot-markets.repo.ts';
import { SPOT_POSTINGS } from '../../../server/areas/spot/spot-postings.ts';
import { WrittenPostings } from '../../../server/ledger/writer/written-postings.ts';
import type { CommittedBatch } from '../../../server/areas/spot/spot-events.ts';
import { openPostingServer } from '../../support/spot/posting-writer.ts';
import type { PostingServer } from '../../support/spot/posting-writer.ts';
import { startScratchDatabase, withClient } from '../../support/databases/scratch-database.ts';
import type { ScratchDatabase } from '../../support/databases/scratch-database.ts';
import { BTC_USDT, NOW, USDT } from '../../support/spot/spot-exchange.ts';
import { silentJobs } from '../../support/silent-jobs.ts';

const ANN = 1;
const CONTRACT = 2;
const FIAT = 3;

let scratch: ScratchDatabase;
let address: DatabaseAddress;
let server: PostingServer;
const opened: PostingServer[] = [];

beforeAll(async () => {
  scratch = await startScratchDatabase();
});
afterAll(() => scratch.stop());
beforeEach(async () => {
  address = await scratch.copy();
  server = await open();
  await syncSpotMarketRows(server.database, [BTC_USDT]);
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function open(): Promise<PostingServer> {
  const another = await openPostingServer(address);
  opened.push(another);
  return another;
}

const funds = (causeId: string, amount: bigint) => ({
  causeId,
  ownerId: ANN,
  actorId: 0,
  requestId: 'r',
  currencyId: USDT,
  amount: units(amount),
});
const deposit = (causeId: string, amount = 100n): Movement =>
  depositCredited(funds(causeId, amount));
const hold = (causeId: string, amount: bigint): Movement => withdrawalHeld(funds(causeId, amount));

const intend = (movement: Movement, by = server): Promise<number> =>
  transaction(by.database, (tx) => by.postings.intend(tx, movement, NOW));
async function book(movement: Movement, by = server) {
  return by.postings.post(await intend(movement, by));
}
async function rows(statement: string): Promise<readonly Record<string, unknown>[]> {
  return withClient(address, async (client) => (await client.query(statement)).rows);
}
const balances = () =>
  rows(`select owner_id as owner, account_type as type, available::text, frozen::text
    from ledger_accounts order by 1, 2`);
const postings = () =>
  rows(`select number, refused_at_ms is not null as is_refused from spot_postings order by id`);

describe('a posting', () => {
  test('is booked with its number, and users receive their balance', async () => {
    const told: CommittedBatch[] = [];
    server.exchange.subscribe((batch) => told.push(batch));

    expect(await book(deposit('1'))).toEqual(ok(null));

    expect(await balances()).toEqual([
      { owner: 0, type: HOUSE_ACCOUNTS.custody, available: '-100', frozen: '0' },
      { owner: ANN, type: 1, available: '100', frozen: '0' },
    ]);
    expect(await postings()).toEqual([{ number: 1n, is_refused: false }]);
    expect(await rows('select number, recipe, cause_id from ledger_movements')).toEqual([
      { number: 1n, recipe: 'deposit.credited', cause_id: '1' },
    ]);
    const balance = { ownerId: ANN, currencyId: USDT, available: 100n, frozen: 0n };
    expect(told).toMatchObject([{ balances: [balance] }]);
  });

  test('is booked once, however often and at any moment it is requested', async () => {
    const id = await intend(deposit('1'));

    const answers = await Promise.all(Array.from({ length: 100 }, () => server.postings.post(id)));

    expect(answers).toEqual(Array.from({ length: 100 }, () => ok(null)));
    expect(await server.postings.post(id)).toEqual(ok(null));
    expect(await balances()).toMatchObject([{}, { available: '100' }]);
  });

  test('is booked by the caller that has just stored it, and by others who come later once', async () => {
    const movement = deposit('1');
    const id = await intend(movement);
    const answers = [server.postings.post(id, movement), server.postings.post(id)];
    expect(await Promise.all(answers)).toEqual([ok(null), ok(null)]);
    expect(await server.postings.post(id)).toEqual(ok(null));
    expect(await postings()).toEqual([{ number: 1n, is_refused: false }]);
    expect(await rows('select recipe, cause_id from ledger_movements')).toEqual([
      { recipe: 'deposit.credited', cause_id: '1' },
    ]);
  });

  test.each([
    ['another caller', (id: number) => server.postings.post(id)],
    ['the work after a start', () => server.postings.recover()],
  ])('that %s has booked is not booked again by the caller that stored it', async (_, first) => {
    const movement = deposit('1');
    const id = await intend(movement);
    await first(id);
    // The answer to the caller's own statement was late.
    expect(await server.postings.post(id, movement)).toEqual(ok(null));
    const later = deposit('2');
    expect(await server.postings.post(await intend(later), later)).toEqual(ok(null));
    expect(await rows('select count(*) from ledger_movements')).toEqual([{ count: 2n }]);
    expect(server.ends).toEqual([]);
  });

  test('beyond the balance is refused for good', async () => {
    await book(deposit('1', 99n));
    const id = await intend(hold('1', 100n));

    expect(await server.postings.post(id)).toEqual(refuse('insufficient_balance'));
    await book(deposit('2'));

    expect(await server.postings.post(id)).toEqual(refuse('insufficient_balance'));
    expect(await postings()).toEqual([
      { number: 1n, is_refused: false },
      { number: null, is_refused: true },
      { number: 2n, is_refused: false },
    ]);
  });

  test('of the same recipe and cause cannot be recorded twice', async () => {
    await intend(deposit('1'));

    const second = intend(deposit('1')).catch((error: unknown) => sqlStateOf(error));

    expect(await second).toBe('23505');
  });

  test('adds to another account of the user', async () => {
    await book(deposit('1'));

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => book(transferFromSpot(funds(String(n), 2n), FIAT))),
    );

    expect(answers.every(({ ok: isOk }) => isOk)).toBe(true);
    expect(await balances()).toMatchObject([
      {},
      { type: 1, available: '60' },
      { type: FIAT, available: '40' },
    ]);
  });

  test('takes from no unguarded account', async () => {
    const movement = transferTowardsSpot(funds('1', 5n), CONTRACT);

    await expect(intend(movement)).rejects.toThrow('does not guard');
  });
});

describe('a posting that was written by hand', () => {
  const entry = (type: number, available: string) => ({
    owner_id: ANN,
    account_type: type,
    currency_id: USDT,
    available,
    frozen: '0',
  });
  const forge = (cause: string, entries: readonly object[]) =>
    rows(`insert into spot_postings (recipe, cause_id, actor_id, request_id, entries, created_at_ms)
      values ('transfer.from_spot', '${cause}', 0, 'r', '${JSON.stringify(entries)}', 0)`);

  test.each([
    ['adds to an account of another writer', [entry(1, '-5'), entry(CONTRACT, '5')]],
    ['takes from an account of the general journal', [entry(1, '5'), entry(FIAT, '-5')]],
    ['adds up to more than zero', [entry(1, '-5'), entry(FIAT, '6')]],
    ['has no entries', []],
  ])('and %s is refused for good, and others are booked', async (_, entries) => {
    await book(deposit('1'));
    await forge('1', entries);
    await intend(deposit('2'));
    await server.postings.recover();
    expect(await postings()).toEqual([
      { number: 1n, is_refused: false },
      { number: null, is_refused: true },
      { number: 2n, is_refused: false },
    ]);
    expect(await balances()).toMatchObject([{ available: '-200' }, { available: '200' }]);
    expect(server.ends).toEqual([]);
  });
});

describe('a writer that is full', () => {
  const full = () =>
    new WrittenPostings({
      target: SPOT_POSTINGS,
      database: server.database,
      writer: {
        takesPostings: false,
        bookPosting: async () => refuse('service_unavailable'),
        refusePosting: (id, now) => server.exchange.refusePosting(id, now),
      },
      clock: { now: () => NOW },
      log: createLog('silent'),
      jobs: silentJobs(),
    });

  test('leaves a posting recorded, to be booked later', async () => {
    const id = await intend(deposit('1'));

    expect(await full().post(id)).toEqual(refuse('service_unavailable'));

    expect(await postings()).toEqual([{ number: null, is_refused: false }]);
    await server.postings.recover();
    expect(await postings()).toEqual([{ number: 1n, is_refused: false }]);
  });

  test('refuses for good a posting that a user waits for', async () => {
    const id = await intend(deposit('1'));

    expect(await full().postOrRefuse(id)).toEqual(refuse('service_unavailable'));

    await server.postings.recover();
    expect(await postings()).toEqual([{ number: null, is_refused: true }]);
  });
});

describe('a writer that has ended', () => {
  test('refuses nothing: a posting that a user waits for stays open, and may be booked by the next', async () => {
    const id = await intend(deposit('1'));
    await server.exchange.close();

    await expect(server.postings.postOrRefuse(id)).rejects.toThrow('not known');

    const next = await open();
    await next.postings.recover();
    expect(await next.postings.postOrRefuse(id)).toEqual(ok(null));
    expect(await postings()).toEqual([{ number: 1n, is_refused: false }]);
  });
});

describe('another server on the same database', () => {
  test('completes the postings that the previous one has left open, once', async () => {
    for (let n = 0; n < 300; n++) await intend(deposit(String(n), 1n));
    const later = await open();

    await later.postings.recover();
    await later.postings.recover();

    expect(await balances()).toMatchObject([{ available: '-300' }, { available: '300' }]);
  });

  test('fences the earlier one, which completes no more', async () => {
    const id = await intend(deposit('1'));
    const later = await open();

    void server.postings.post(id);
    await expect.poll(() => server.ends).toEqual(['taken_over']);

    expect(await balances()).toEqual([]);
    expect(await later.postings.post(id)).toEqual(ok(null));
    expect(await balances()).toMatchObject([{ available: '-100' }, { available: '100' }]);
  });
});
