/**
 * Starts and reads of a server whose tables have millions of rows, and of one whose tables are small: ended
 * orders, deposits, lifecycles and their events, accounts and sessions. `BENCH_ROWS` is the number of orders, of
 * deposits and of lifecycles.
 */
import { ensure } from '../../contract/assert.ts';
import type { Envelope } from '../../contract/envelope.ts';
import type { TestServer } from '../../tests/support/servers/test-server.ts';
import { dataOf } from '../../tests/support/users/accounts.ts';
import { startBenchServer } from '../lib/bench-server.ts';
import { sized } from '../lib/mode.ts';
import { addPeople } from '../lib/people.ts';
import { median, printGoals, printTable, quantile, round } from '../lib/table.ts';
import { addHistory } from './history.ts';

interface Size {
  readonly rows: number;
  readonly users: number;
}
const SMALL: Size = sized({ rows: 20_000, users: 1_000 }, { rows: 40, users: 4 });
/** The accounts of so many users are 2.5 million rows. */
const LARGE: Size = sized(
  { rows: Number(process.env['BENCH_ROWS'] ?? 2_000_000), users: 100_000 },
  { rows: 80, users: 8 },
);
const ROUNDS = sized(40, 1);
const STARTS = sized(3, 1);
const START_MS_MAX = 5_000;
/** A tree of an index is a level or two higher, and fewer of its pages are in memory. */
const RATIO_MAX = 2;

type Call = (server: TestServer, token: string) => Promise<Envelope<unknown>>;
const READS: Readonly<Record<string, Call>> = {
  'accounts of a user': (server, token) => server.call('listAccounts', {}, { token }),
  'open orders': (server, token) => server.call('listOpenOrders', {}, { token }),
  'newest ended orders': (server, token) => server.call('listOrderHistory', {}, { token }),
  'oldest ended orders': (server, token) =>
    server.call('listOrderHistory', { before: String(LARGE.users + 1) }, { token }),
  deposits: (server, token) => server.call('listDeposits', {}, { token }),
  withdrawals: (server, token) => server.call('listWithdrawals', {}, { token }),
};

/** Milliseconds by name. */
type Samples = ReadonlyMap<string, readonly number[]>;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

async function measure({ rows, users }: Size): Promise<Samples> {
  const { server, filled, removeData } = await startBenchServer(async (client) => {
    await client.query('set statement_timeout = 0');
    const people = await addPeople(client, users);
    await addHistory(client, people.owners, rows);
    return people;
  });
  const samples = new Map<string, number[]>(Object.keys(READS).map((name) => [name, []]));
  try {
    for (let turn = 0; turn < ROUNDS; turn += 1)
      for (const [name, read] of Object.entries(READS)) {
        const token = ensure(filled.tokens[(turn * 7_919) % users], 'a token');
        samples.get(name)?.push(await timed(async () => dataOf(await read(server, token))));
      }
    const starts: number[] = [];
    for (let start = 0; start < STARTS; start += 1) {
      await server.kill();
      starts.push(await timed(() => server.restart()));
    }
    samples.set('start after kill -9', starts);
  } finally {
    await server.stop();
    removeData();
  }
  return samples;
}

const small = await measure(SMALL);
const large = await measure(LARGE);
const ratioOf = (name: string): number =>
  median(large.get(name) ?? []) / median(small.get(name) ?? []);
printTable(
  `Tables of ${LARGE.rows} and of ${SMALL.rows} rows: ms`,
  ['', 'small: median', 'p99', 'large: median', 'p99', 'ratio'],
  [...large.keys()].map((name) => [
    name,
    ...[small, large].flatMap((all) => {
      const of = all.get(name) ?? [];
      return [round(median(of)), round(quantile(of, 0.99))];
    }),
    round(ratioOf(name), 2),
  ]),
);
const slowest = Math.max(...Object.keys(READS).map(ratioOf));
const start = median(large.get('start after kill -9') ?? []);
printGoals([
  {
    name: `a read takes at most ${RATIO_MAX} times as long`,
    met: slowest <= RATIO_MAX,
    measured: `${round(slowest, 2)} times`,
  },
  {
    name: `a start after kill -9 takes at most ${START_MS_MAX} ms`,
    met: start <= START_MS_MAX,
    measured: `${round(start, 0)} ms`,
  },
]);
