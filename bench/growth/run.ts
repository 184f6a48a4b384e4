/**
 * Growth of the demo database while a client is connected, by table, and its price changes. `npm run bench --
 * growth 10` measures ten minutes; `SOMEBODY=no` measures without a client.
 */
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { startTestServer } from '../../tests/support/servers/test-server.ts';
import { withClient } from '../lib/bench-server.ts';
import { sized } from '../lib/mode.ts';
import { printGoals, printTable, round } from '../lib/table.ts';
import { openWatcher } from './watcher.ts';

const MINUTES = sized(Number(process.argv[3] ?? 5), 0.01);
const IS_WATCHED = process.env['SOMEBODY'] !== 'no';
/** Time until the first quotes are placed and deleted rows leave room for new ones. */
const WARM_UP_MS = sized(150_000, 500);
const DAY_MINUTES = 24 * 60;
const MB = 1_000_000;
const WATCHED_MB_MAX = 300;
const ALONE_MB_MAX = 100;
const TABLES_SHOWN = 12;

interface TableSize {
  readonly name: string;
  /** Bytes, with indexes. */
  readonly bytes: number;
  readonly inserted: number;
  readonly removed: number;
}

/** Vacuums first, as autovacuum would within a minute, so that free space is reused. */
async function sizesOf(client: pg.Client): Promise<readonly TableSize[]> {
  await client.query('vacuum');
  const { rows } = await client.query<Record<'name' | 'bytes' | 'inserted' | 'removed', string>>(`
    select relname as name, pg_total_relation_size(relid)::text as bytes,
      n_tup_ins::text as inserted, n_tup_del::text as removed
    from pg_stat_user_tables`);
  return rows.map(({ name, bytes, inserted, removed }) => ({
    name,
    bytes: Number(bytes),
    inserted: Number(inserted),
    removed: Number(removed),
  }));
}

async function walBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    'select sum(size)::text as bytes from pg_ls_waldir()',
  );
  return Number(rows[0]?.bytes);
}

const server = await startTestServer({ env: { SEED: 'demo' } });
const watcher = IS_WATCHED ? await openWatcher(server.origin) : undefined;
await setTimeout(WARM_UP_MS);
const before = await withClient(server.dataDir, sizesOf);
watcher?.takeChanges();
const startedAt = performance.now();
await setTimeout(MINUTES * 60_000);
const after = await withClient(server.dataDir, sizesOf);
const changes = watcher?.takeChanges() ?? new Map<number, number>();
const minutes = (performance.now() - startedAt) / 60_000;
const wal = await withClient(server.dataDir, walBytes);
watcher?.close();
await server.stop();

const grown = after
  .map((table) => {
    const earlier = before.find(({ name }) => name === table.name);
    return {
      name: table.name,
      bytes: table.bytes - (earlier?.bytes ?? 0),
      inserted: table.inserted - (earlier?.inserted ?? 0),
      removed: table.removed - (earlier?.removed ?? 0),
    };
  })
  .toSorted((a, b) => b.bytes - a.bytes);
const perDay = (count: number): number => (count / minutes) * DAY_MINUTES;
const mbADay = perDay(grown.reduce((sum, { bytes }) => sum + bytes, 0)) / MB;
printTable(
  `Growth over ${round(minutes)} minutes, ${IS_WATCHED ? 'with a user who watches' : 'alone'}`,
  ['table', 'rows a minute', 'removed a minute', 'kB a minute', 'MB a day'],
  [
    ...grown
      .slice(0, TABLES_SHOWN)
      .filter(({ bytes, inserted }) => bytes > 0 || inserted > 0)
      .map(({ name, bytes, inserted, removed }) => [
        name,
        Math.round(inserted / minutes),
        Math.round(removed / minutes),
        round(bytes / minutes / 1_000),
        round(perDay(bytes) / MB),
      ]),
    ['all', '', '', round((mbADay * 1_000) / DAY_MINUTES), round(mbADay)],
  ],
);
const counts = [...changes.values()];
const perSecond = (count: number): number => round(count / (minutes * 60), 2);
printTable(
  'Price changes a second on DAY_MARKET',
  ['markets that moved', 'all', 'market 1', 'ten liveliest', 'ten calmest'],
  [
    [
      counts.length,
      perSecond(totalOf(counts)),
      perSecond(changes.get(1) ?? 0),
      perSecond(totalOf(counts.toSorted((a, b) => b - a).slice(0, 10))),
      perSecond(totalOf(counts.toSorted((a, b) => a - b).slice(0, 10))),
    ],
  ],
);
const goalMb = IS_WATCHED ? WATCHED_MB_MAX : ALONE_MB_MAX;
printGoals([
  {
    name: `at most ${goalMb} MB a day, write-ahead log aside`,
    met: mbADay <= goalMb,
    measured: `${round(mbADay)} MB; the log holds ${round(wal / MB)} MB`,
  },
]);

function totalOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
