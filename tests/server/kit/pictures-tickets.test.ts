/**
 * Tickets of pictures work once, for their purpose, in time; few users may read a picture, and every read is
 * logged.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { PICTURE_PURPOSES } from '../../../contract/schemas/pictures.ts';
import type { PicturePurpose } from '../../../contract/schemas/pictures.ts';
import { openDatabase } from '../../../server/kit/db/database.ts';
import type { Database } from '../../../server/kit/db/database.ts';
import { Seal } from '../../../server/kit/seal/seal.ts';
import { createLog } from '../../../server/kit/log.ts';
import { PictureCleaner } from '../../../server/kit/pictures/picture-cleaner.ts';
import { PictureFolder } from '../../../server/kit/pictures/picture-store.ts';
import type { PictureStore } from '../../../server/kit/pictures/picture-store.ts';
import { Pictures } from '../../../server/kit/pictures/pictures.ts';
import { SealedPictures } from '../../../server/kit/pictures/sealed-pictures.ts';
import type { PictureReader } from '../../../server/kit/pictures/pictures.types.ts';
import { seedDemoUsers } from '../../../server/areas/identity/identity.area.ts';
import { somePicture } from '../../support/pictures.ts';
import { startScratchDatabase } from '../../support/databases/scratch-database.ts';
import type { ScratchDatabase } from '../../support/databases/scratch-database.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';

const NOW = Date.UTC(2026, 0, 5);
const OWNER = 1;
const OTHER = 2;
const OPERATOR = { role: 'operator', operatorId: 7 } as const;

const folders = temporaryFolders();
const picturesFolder = path.join(folders.make(), 'pictures');
const log = createLog('fatal');
const cleaner = new PictureCleaner(log);
let scratch: ScratchDatabase;
let database: Database;
let store: PictureStore;
let pictures: Pictures;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  database = openDatabase(await scratch.copy(), log);
  await seedDemoUsers(database, NOW, 'low');
  const seal = new Seal('a secret of this installation, forty-three characters');
  store = new SealedPictures(new PictureFolder(picturesFolder), seal);
  pictures = new Pictures({ database, store, cleaner, log });
});
afterAll(async () => {
  cleaner.close();
  await database.$client.end();
  await scratch.stop();
  folders.removeAll();
});

async function newTicket(purpose: PicturePurpose = 'real_name'): Promise<string> {
  const uploaded = await pictures.upload(await somePicture(), purpose, NOW);
  if (!uploaded.ok) throw new Error(uploaded.error);
  return uploaded.value.ticket;
}

const bind = (ticket: string, purpose: PicturePurpose = 'real_name', now = NOW) =>
  database.transaction((tx) => pictures.bind(tx, { ticket, purpose, ownerId: OWNER, now }));

async function ownPicture(purpose: PicturePurpose = 'real_name'): Promise<string> {
  const bound = await bind(await newTicket(purpose), purpose);
  if (!bound.ok) throw new Error(bound.error);
  return bound.value;
}

const read = (pictureId: string, reader: PictureReader) =>
  pictures.read({ pictureId, reader, now: NOW });
const asUser = (userId: number) => ({ role: 'user', userId }) as const;
const INVALID = { ok: false, error: 'picture_ticket_invalid' };
const NOT_FOUND = { ok: false, error: 'picture_not_found' };

test('a ticket is used once', async () => {
  const ticket = await newTicket();
  expect(await bind(ticket)).toMatchObject({ ok: true });
  expect(await bind(ticket)).toEqual(INVALID);
});

test('of many users of one ticket at once, one gets the picture', async () => {
  const ticket = await newTicket();
  const answers = await Promise.all(Array.from({ length: 12 }, () => bind(ticket)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
});

test('a ticket of another purpose is refused, and stays good for its own', async () => {
  const ticket = await newTicket('feedback');
  expect(await bind(ticket, 'real_name')).toEqual(INVALID);
  expect(await bind(ticket, 'feedback')).toMatchObject({ ok: true });
});

test('a ticket ends with its time', async () => {
  const [first, second] = [await newTicket(), await newTicket()];
  expect(await bind(first, 'real_name', NOW + LIMITS.picture_ticket_valid_ms - 1)).toMatchObject({
    ok: true,
  });
  expect(await bind(second, 'real_name', NOW + LIMITS.picture_ticket_valid_ms)).toEqual(INVALID);
});

test('an invented ticket, and the id of a picture, are no tickets', async () => {
  expect(await bind('A'.repeat(43))).toEqual(INVALID);
  expect(await bind(await ownPicture())).toEqual(INVALID);
});

test('a transaction that is rolled back leaves the ticket unused', async () => {
  const ticket = await newTicket();
  const rolledBack = database.transaction(async (tx) => {
    await pictures.bind(tx, { ticket, purpose: 'real_name', ownerId: OWNER, now: NOW });
    throw new Error('the rest was refused');
  });
  await expect(rolledBack).rejects.toThrow('the rest was refused');
  expect(await bind(ticket)).toMatchObject({ ok: true });
});

test('the owner reads the picture as a JPEG', async () => {
  const answer = await read(await ownPicture(), asUser(OWNER));
  expect(answer).toMatchObject({ ok: true, value: { content_type: 'image/jpeg' } });
  if (answer.ok) expect([...answer.value.bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
});

test('a picture of another user is answered like a missing one', async () => {
  const foreign = await read(await ownPicture(), asUser(OTHER));
  const unknown = await read(randomUUID(), asUser(OTHER));
  expect(foreign).toEqual(NOT_FOUND);
  expect(unknown).toEqual(foreign);
});

test.each(PICTURE_PURPOSES)(
  'an operator sees %s pictures only for work on them',
  async (purpose) => {
    const answer = await read(await ownPicture(purpose), OPERATOR);
    expect(answer.ok).toBe(['real_name', 'feedback'].includes(purpose));
  },
);

test('an unused picture is not readable', async () => {
  await newTicket();
  const { rows } = await database.execute<{ id: string }>(
    sql`select id from pictures where owner_id is null`,
  );
  const id = rows[0]?.id ?? '';
  for (const reader of [asUser(OWNER), OPERATOR]) expect(await read(id, reader)).toEqual(NOT_FOUND);
});

test('each reader of a picture is logged, and a refused one is not', async () => {
  const id = await ownPicture();
  await read(id, asUser(OWNER));
  await read(id, asUser(OTHER));
  await read(id, OPERATOR);
  const { rows } = await database.execute(
    sql`select reader, reader_id, at_ms from picture_reads where picture_id = ${id} order by id`,
  );
  expect(rows).toEqual([
    { reader: 'owner', reader_id: OWNER, at_ms: BigInt(NOW) },
    { reader: 'operator', reader_id: OPERATOR.operatorId, at_ms: BigInt(NOW) },
  ]);
});

test('one file cannot replace another, nor be altered', async () => {
  const [one, other] = [await ownPicture(), await ownPicture()];
  const files = new PictureFolder(picturesFolder);
  const ofOther = (await files.get(other)) ?? new Uint8Array();
  const altered = Uint8Array.from((await files.get(one)) ?? []);
  altered[altered.length - 1]! ^= 1;
  for (const forged of [ofOther, altered]) {
    await files.remove(one);
    await files.put(one, forged, NOW);
    await expect(read(one, asUser(OWNER))).rejects.toThrow('altered');
  }
});

test('a picture whose read cannot be logged is not shown', async () => {
  const id = await ownPicture();
  const insert = () => {
    throw new Error('the log is full');
  };
  const full = new Pictures({ database: { ...database, insert } as never, store, cleaner, log });
  const reading = full.read({ pictureId: id, reader: asUser(OWNER), now: NOW });
  await expect(reading).rejects.toThrow();
});
