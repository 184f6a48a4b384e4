/**
 * The verifier over growing books: a pass over everything, and one over 20,000 new entries, in the
 * background as the server makes them. Beside them one plain sum of all entries, for the machine.
 */
import { assert } from '../../contract/assert.ts';
import { openVerifierSession } from '../../server/ledger/verify-session.repo.ts';
import type { VerifierSession } from '../../server/ledger/verify-session.repo.ts';
import { startScratchDatabase, withClient } from '../../tests/support/scratch-database.ts';
import { median, printGoals, printTable, round } from '../lib/table.ts';
import { addDeals, ENTRIES_PER_DEAL } from './books.ts';

const SIZES = [125_000, 500_000, 1_000_000];
const NEW_DEALS = 2_500;
const ROUNDS = 3;
const MS_PER_MILLION_MAX = 2_000;
const SUM = `
  select owner_id, account_type, currency_id, sum(available_delta), sum(frozen_delta)
  from ledger_entries group by 1, 2, 3`;

interface Row {
  readonly entries: number;
  readonly fullMs: number;
  readonly recentMs: number;
  readonly sumMs: number;
}

const scratch = await startScratchDatabase();
try {
  const rows = await measureAll();
  printTable(
    'Verifying the books (medians)',
    ['entries', 'full pass ms', 'ms per million', 'pass over 20,000 new ms', 'plain sum ms'],
    rows.map(({ entries, fullMs, recentMs, sumMs }) => [
      entries,
      round(fullMs, 0),
      round(perMillion(fullMs, entries), 0),
      round(recentMs, 0),
      round(sumMs, 0),
    ]),
  );
  const worst = Math.max(...rows.slice(1).map((row) => perMillion(row.fullMs, row.entries)));
  const [smallest, , largest] = rows;
  const growth = (largest?.recentMs ?? Number.NaN) / (smallest?.recentMs ?? Number.NaN);
  printGoals([
    {
      name: `a full pass takes at most ${MS_PER_MILLION_MAX} ms per million entries`,
      met: worst <= MS_PER_MILLION_MAX,
      measured: `${round(worst, 0)} ms`,
    },
    {
      name: 'a pass over what is new takes at most twice as long with eight times the books',
      met: growth <= 2,
      measured: `${round(growth, 2)} ×`,
    },
  ]);
} finally {
  await scratch.stop();
}

async function measureAll(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const session = await openVerifierSession(scratch.original, {
    name: 'bench',
    isBackground: true,
  });
  await withClient(scratch.original, async (client) => {
    let deals = 0;
    for (const size of SIZES) {
      const wanted = size / ENTRIES_PER_DEAL;
      await addDeals(client, deals + 1, wanted);
      deals = wanted;
      await client.query('vacuum analyze');
      const full: number[] = [];
      const recent: number[] = [];
      const sums: number[] = [];
      let entries = 0;
      for (let n = 0; n < ROUNDS; n++) {
        full.push(await timed(async () => (entries = await soundPass(session, 'full'))));
        await addDeals(client, deals + 1, deals + NEW_DEALS);
        deals += NEW_DEALS;
        recent.push(await timed(() => soundPass(session, 'recent')));
        sums.push(await timed(() => client.query(SUM)));
      }
      rows.push({
        entries,
        fullMs: median(full),
        recentMs: median(recent),
        sumMs: median(sums),
      });
    }
  });
  await session.close();
  return rows;
}

async function soundPass(session: VerifierSession, kind: 'full' | 'recent'): Promise<number> {
  const pass = kind === 'full' ? await session.verifyAll() : await session.verifyRecent();
  assert(pass.kind === kind && pass.faults.length === 0, `not sound: ${pass.faults.join('; ')}`);
  return pass.entries;
}

function perMillion(ms: number, entries: number): number {
  return (ms / entries) * 1_000_000;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
