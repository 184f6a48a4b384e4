/** Connections to the database that stop answering without being closed, as behind a lost network path. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ok } from '../../../contract/result.ts';
import { units } from '../../../contract/money/units.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import { transaction } from '../../../server/kit/db/transaction.ts';
import { depositCredited } from '../../../server/areas/wallet/wallet-recipes.ts';
import { syncSpotMarketRows } from '../../../server/areas/spot/spot.area.ts';
import { openLineTo } from '../../support/databases/database-line.ts';
import type { DatabaseLine } from '../../support/databases/database-line.ts';
import { openPostingServer } from '../../support/spot/posting-writer.ts';
import type { PostingServer } from '../../support/spot/posting-writer.ts';
import { startScratchDatabase } from '../../support/databases/scratch-database.ts';
import type { ScratchDatabase } from '../../support/databases/scratch-database.ts';
import { BTC_USDT, NOW, USDT } from '../../support/spot/spot-exchange.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';

const COMMIT_MS_MAX = 500;
const folders = temporaryFolders();
let scratch: ScratchDatabase;
let line: DatabaseLine;
let server: PostingServer;

beforeAll(async () => {
  scratch = await startScratchDatabase();
});
afterAll(async () => {
  await scratch.stop();
  folders.removeAll();
});
beforeEach(async () => {
  const opened = await openLineTo(await scratch.copy(), folders.make());
  line = opened.line;
  server = await openPostingServer(opened.address, { commitMsMax: COMMIT_MS_MAX });
  await syncSpotMarketRows(server.database, [BTC_USDT]);
});
afterEach(async () => {
  await server.close();
  line.close();
});

async function credit(cause: string): Promise<number> {
  const movement = depositCredited({
    causeId: cause,
    ownerId: 1,
    actorId: 0,
    requestId: 'r',
    currencyId: USDT,
    amount: units(5n),
  });
  return transaction(server.database, (tx) => server.postings.intend(tx, movement, NOW));
}

test('a commit that gets no answer ends the writer in its time, and reads go on', async () => {
  const first = await credit('1');
  const second = await credit('2');
  expect(await server.postings.post(first)).toEqual(ok(null));
  const release = line.hangOnly('meridian spot writer');
  const begun = performance.now();

  void server.postings.post(second);
  await expect.poll(() => server.ends, { timeout: 10 * SECOND_MS }).toEqual(['failed']);

  expect(performance.now() - begun).toBeLessThan(COMMIT_MS_MAX + 5 * SECOND_MS);
  expect(await server.exchange.loadBalances(1)).toMatchObject([{ available: 5n }]);
  release();
});

test('a read that gets no answer stops no other read', async () => {
  const [first, second] = [await credit('1'), await credit('2')];
  const release = line.hangOnly('meridian');

  const stuck = server.postings.post(first);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await server.postings.post(second)).toEqual(ok(null));

  release();
  expect(await stuck).toEqual(ok(null));
});
