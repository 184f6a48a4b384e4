/**
 * `npm run index:restore -- <file>` puts lines of signed minutes back that are missing or false in the database of
 * DATABASE_OWNER_URL, DATABASE_URL or DATA_DIR, whether a server runs on it or not. The file is that of `npm run verify:index`
 * or the settlement file of a fast contract; only lines that this exchange has signed are stored.
 * Exit code 0: all minutes of the file have their lines; 1: some do not, each named; 2: nothing could be read.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { indexMinute } from '../contract/micro/index/price-index.ts';
import { restoreLines, type Restored } from '../server/areas/micro/micro.area.ts';
import { readConfig } from '../server/kit/config/config.ts';
import { openDatabase } from '../server/kit/db/database.ts';
import { createLog } from '../server/kit/log.ts';
import { withDataDatabase } from './data-database.ts';
import { timeText } from './read-public.ts';

const saved = z.object({ minutes: z.array(indexMinute) });

const DONE: Readonly<Record<Restored, string>> = {
  known: 'its lines were there',
  restored: 'its lines are put back',
  other: 'this exchange has signed no such lines',
  empty: 'the file has no lines of it',
};

try {
  const [place = ''] = process.argv.slice(2);
  if (place === '') throw new Error('Usage: npm run index:restore -- <file>');
  const { minutes } = saved.parse(JSON.parse(await readFile(place, 'utf8')));
  const { databaseOwnerUrl, databaseUrl, dataDir } = readConfig(process.env);
  const ends = await withDataDatabase(
    { databaseUrl: databaseOwnerUrl ?? databaseUrl, dataDir },
    async (address) => {
      const database = openDatabase(address, createLog('fatal'), 1);
      try {
        const found: Restored[] = [];
        for (const minute of minutes) {
          const done = await restoreLines(database, minute);
          const name = `${minute.instrument} ${timeText(minute.minute)}, segment ${minute.segment}`;
          process.stdout.write(`${name}: ${DONE[done]}\n`);
          found.push(done);
        }
        return found;
      } finally {
        await database.$client.end();
      }
    },
  );
  process.exitCode = ends.every((end) => end === 'known' || end === 'restored') ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
