/** Messages to users survive every failure before their delivery. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import { openDatabase, type Database } from '../../../server/kit/db/database.ts';
import { transaction } from '../../../server/kit/db/transaction.ts';
import { Jobs } from '../../../server/kit/jobs/jobs.ts';
import { createLog } from '../../../server/kit/log.ts';
import { packOf } from '../../../server/kit/outbox/outbox-draft.ts';
import { Outbox, type PutMessage } from '../../../server/kit/outbox/outbox.ts';
import { insertMessage, unpackMessage } from '../../../server/kit/outbox/outbox.repo.ts';
import { eventually } from '../../support/eventually.ts';
import {
  startScratchDatabase,
  type ScratchDatabase,
} from '../../support/databases/scratch-database.ts';

const log = createLog('silent');
const PAYLOAD = z.object({ number: z.number() });

let scratch: ScratchDatabase;
let database: Database;
let now = 0;
const clock = { now: () => now };
const opened: Outbox[] = [];

/**
 * An outbox with one receiver: `delivered` has the numbers that it took, in order. Odd and even numbers have
 * a key each.
 */
function openOutbox(
  receive: (number: number) => Promise<void> | void = () => undefined,
  { isSlow = false } = {},
) {
  const delivered: number[] = [];
  const outbox = new Outbox({ database, clock, log, jobs: new Jobs({ clock, log }) });
  opened.push(outbox);
  const put = outbox.topic({
    name: 'number',
    schema: PAYLOAD,
    orderKey: ({ number }) => String(number % 2),
    async deliver({ number }) {
      await receive(number);
      delivered.push(number);
    },
    isSlow,
  });
  return { outbox, put, delivered };
}

const putNow = (put: PutMessage<{ readonly number: number }>, number: number) =>
  transaction(database, (tx) => put(tx, { number }, now));

const countStored = async (): Promise<number> => {
  const { rows } = await database.$client.query<{ count: string }>('select count(*) from outbox');
  return Number(rows[0]?.count);
};

const fail = () => {
  throw new Error('the receiver is down');
};

beforeAll(async () => {
  scratch = await startScratchDatabase();
});
afterAll(() => scratch.stop());
beforeEach(async () => {
  now = 1_000_000;
  database = openDatabase(await scratch.copy(), log, 4);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((outbox) => outbox.stop()));
  await database.$client.end();
});

test('a committed message is delivered once, without a request, and removed', async () => {
  const { outbox, put, delivered } = openOutbox();
  await putNow(put, 1);
  await eventually(() => expect(delivered).toEqual([1]));
  await eventually(async () => expect(await countStored()).toBe(0));
  await outbox.deliverDue();
  expect(delivered).toEqual([1]);
});

test('a message of a transaction that is rolled back does not exist', async () => {
  const { outbox, put, delivered } = openOutbox();
  const failing = transaction(database, async (tx) => {
    await put(tx, { number: 1 }, now);
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  await outbox.deliverDue();
  expect(delivered).toEqual([]);
});

test('a receiver that is down gets the message later, with growing pauses', async () => {
  let isDown = true;
  const { outbox, put, delivered } = openOutbox(() => (isDown ? fail() : undefined));
  await putNow(put, 1);
  await outbox.deliverDue();
  expect([delivered, await countStored()]).toEqual([[], 1]);
  isDown = false;
  now += SECOND_MS - 1;
  await outbox.deliverDue();
  expect(delivered).toEqual([]);
  now += 1;
  await outbox.deliverDue();
  expect([delivered, await countStored()]).toEqual([[1], 0]);
});

test('a process that dies during a delivery leaves the message to the next one', async () => {
  const killed = openOutbox(() => fail());
  await putNow(killed.put, 1);
  // A claim without a delivery, the state that `kill -9` leaves.
  await killed.outbox.stop();
  await database.$client.query('update outbox set due_at_ms = $1, attempts = 1', [
    now + 2 * MINUTE_MS,
  ]);
  const next = openOutbox();
  await next.outbox.deliverDue();
  expect(next.delivered).toEqual([]);
  now += 2 * MINUTE_MS;
  await next.outbox.deliverDue();
  expect(next.delivered).toEqual([1]);
});

test('two processes deliver each message once', async () => {
  const numbers = Array.from({ length: 120 }, (_, number) => number);
  // Delivery waits until both processes have claimed, because it removes messages.
  const bothClaimed = Promise.withResolvers<void>();
  const claimants = new Set<string>();
  const open = (name: string) =>
    openOutbox(() => {
      claimants.add(name);
      if (claimants.size === 2) bothClaimed.resolve();
      return bothClaimed.promise;
    });
  const [one, other] = [open('one'), open('other')];
  await transaction(database, async (tx) => {
    for (const number of numbers) await one.put(tx, { number }, now);
  });
  await Promise.all([one.outbox.deliverDue(), other.outbox.deliverDue()]);
  const delivered = [...one.delivered, ...other.delivered].toSorted((a, b) => a - b);
  expect(delivered).toEqual(numbers);
  expect(await countStored()).toBe(0);
});

test('messages of one key are delivered in order, those of another key do not wait', async () => {
  const lastOdd = Promise.withResolvers<void>();
  const { outbox, put, delivered } = openOutbox((number) => {
    if (number === 5) lastOdd.resolve();
    return number === 0 ? lastOdd.promise : undefined;
  });
  await transaction(database, async (tx) => {
    for (const number of [0, 1, 2, 3, 4, 5]) await put(tx, { number }, now);
  });
  await outbox.deliverDue();
  const { even, odd } = Object.groupBy(delivered, (number) => (number % 2 === 0 ? 'even' : 'odd'));
  expect(even).toEqual([0, 2, 4]);
  expect(odd).toEqual([1, 3, 5]);
});

test('a slow delivery delays no other message, and its own message stays until it ends', async () => {
  const answer = Promise.withResolvers<void>();
  const { outbox, put, delivered } = openOutbox(
    (number) => (number === 0 ? answer.promise : undefined),
    {
      isSlow: true,
    },
  );
  await transaction(database, async (tx) => {
    for (const number of [0, 2]) await put(tx, { number }, now);
  });
  await outbox.deliverDue();
  await eventually(async () => expect([delivered, await countStored()]).toEqual([[2], 1]));
  answer.resolve();
  await outbox.stop();
  expect([delivered, await countStored()]).toEqual([[2, 0], 0]);
});

test('a message that could not be delivered for a day is given up', async () => {
  const { outbox, put } = openOutbox(fail);
  await putNow(put, 1);
  const startMs = now;
  while ((await countStored()) > 0) {
    expect(now - startMs).toBeLessThanOrEqual(DAY_MS);
    await outbox.deliverDue();
    now += HOUR_MS;
  }
  expect(now - startMs).toBeGreaterThan(DAY_MS - HOUR_MS);
});

test('a message of an unknown topic waits for a release that knows it', async () => {
  const { outbox } = openOutbox();
  await database.$client.query(
    `insert into outbox (topic, payload, created_at_ms, due_at_ms) values ('other', '{}', 0, 0)`,
  );
  await outbox.deliverDue();
  expect(await countStored()).toBe(1);
});

test('a pack is delivered as the messages that it stands for, each once and in order', async () => {
  const { outbox, delivered } = openOutbox((number) => {
    if (number === 4 && now === 1_000_000) fail();
  });
  const messages = [2, 4, 1, 6, 3].map((number) => ({
    topic: 'number',
    payload: { userId: 7, number },
  }));
  const { topic, payload } = packOf(messages);
  await insertMessage(database, { topic, payload, now });
  await outbox.deliverDue();
  expect(delivered.filter((number) => number % 2 === 0)).toEqual([2, 6]);
  expect(delivered.filter((number) => number % 2 === 1)).toEqual([1, 3]);
  expect(await countStored()).toBe(1);
  now += SECOND_MS;
  await outbox.deliverDue();
  expect(delivered).toHaveLength(5);
  expect(delivered.at(-1)).toBe(4);
  expect(await countStored()).toBe(0);
});

test('a pack that another process has taken out adds nothing', async () => {
  const { topic, payload } = packOf([{ topic: 'number', payload: { userId: 7, number: 1 } }]);
  await insertMessage(database, { topic, payload, now });
  const { rows } = await database.$client.query<{ id: number }>('select id::int from outbox');
  const id = rows[0]?.id ?? 0;
  await unpackMessage(database, id, now);
  await unpackMessage(database, id, now);
  expect(await countStored()).toBe(1);
});
