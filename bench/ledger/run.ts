/**
 * The verifier over growing ledgers: a full pass, and one over 20,000 new entries in the background as the
 * server makes them. For comparison, one plain sum of all entries. On Linux the result is the processor time
 * of the pass, which other work hardly changes. `npm run bench -- ledger past` measures a closed past alone.
 */
import type { Client } from 'pg';
import { assert } from '../../contract/assert.ts';
import { ledgerBook } from '../../server/boot/roles/ledger-book.ts';
import { openVerifierSession } from '../../server/ledger/verify-session.repo.ts';
import type { VerifierSession } from '../../server/ledger/verify-session.repo.ts';
import {
  startScratchDatabase,
  withClient,
} from '../../tests/support/databases/scratch-database.ts';
import { benchArguments, sized } from '../lib/mode.ts';
import { printGoals, printTable, round } from '../lib/table.ts';
import { addDeals, ENTRIES_PER_DEAL } from './books.ts';
import { measureClosedPast } from './closed-past.ts';
import { costOf, medianOf, processOf, textOf, timeOf, type Cost } from './cost.ts';

const SIZES = sized([125_000, 500_000, 1_000_000], [800, 1_600, 2_400]);
const NEW_DEALS = sized(2_500, 10);
const ROUNDS = sized(3, 1);
const MS_PER_MILLION_MAX = 2_000;
const SUM = `
  select owner_id, account_type, currency_id, sum(available_delta), sum(frozen_delta)
  from ledger_entries group by 1, 2, 3`;

/** Medians. Processor time is NaN on systems that do not report it. */
interface Row {
  readonly entries: number;
  readonly full: Cost;
  readonly recent: Cost;
  readonly sum: Cost;
}

let deals = 0;
const scratch = await startScratchDatabase();
try {
  if (!benchArguments.includes('past')) await reportAll();
  await withClient(scratch.original, (client) =>
    measureClosedPast(scratch.original, client, deals),
  );
} finally {
  await scratch.stop();
}

async function reportAll(): Promise<void> {
  const rows = await measureAll();
  printTable(
    'Verifying the books: processor ms (and ms on the clock)',
    ['entries', 'full pass', 'a million entries', 'pass over 20,000 new', 'plain sum'],
    rows.map(({ entries, full, recent, sum }) => [
      entries,
      textOf(full),
      round(perMillion(full, entries), 0),
      textOf(recent),
      textOf(sum),
    ]),
  );
  const [smallest, , largest] = rows;
  assert(smallest !== undefined && largest !== undefined, 'all sizes were measured');
  const perMillionMs = perMillion(largest.full, largest.entries);
  const growth = timeOf(largest.recent) / timeOf(smallest.recent);
  printGoals([
    {
      name: `a full pass takes at most ${MS_PER_MILLION_MAX} ms per million entries`,
      met: perMillionMs <= MS_PER_MILLION_MAX,
      measured: `${round(perMillionMs, 0)} ms`,
    },
    {
      name: 'a pass over what is new takes at most twice as long with six times the books',
      met: growth <= 2,
      measured: `${round(growth, 2)} ×`,
    },
  ]);
}

async function measureAll(): Promise<readonly Row[]> {
  const session = await openVerifierSession(scratch.original, {
    name: 'bench',
    isBackground: true,
    book: ledgerBook('any'),
  });
  try {
    return await withClient(scratch.original, async (client) => {
      const verifier = await processOf(client, 'bench');
      const own = await processOf(client);
      const rows: Row[] = [];
      for (const size of SIZES) rows.push(await measure(client, session, { verifier, own, size }));
      return rows;
    });
  } finally {
    await session.close();
  }
}

interface Setting {
  /** Process ids of PostgreSQL backends. */
  readonly verifier: number;
  readonly own: number;
  /** Entries before the measurement. */
  readonly size: number;
}

async function measure(
  client: Client,
  session: VerifierSession,
  { verifier, own, size }: Setting,
): Promise<Row> {
  const grow = async (to: number) => {
    await addDeals(client, deals + 1, to);
    deals = to;
  };
  await grow(size / ENTRIES_PER_DEAL);
  await client.query('vacuum analyze');
  const [full, recent, sum]: [Cost[], Cost[], Cost[]] = [[], [], []];
  let entries = 0;
  for (let n = 0; n < ROUNDS; n++) {
    full.push(
      await costOf(verifier, async () => (entries = await consistentPass(session, 'full'))),
    );
    await grow(deals + NEW_DEALS);
    recent.push(await costOf(verifier, () => consistentPass(session, 'recent')));
    sum.push(await costOf(own, () => client.query(SUM)));
  }
  return { entries, full: medianOf(full), recent: medianOf(recent), sum: medianOf(sum) };
}

async function consistentPass(session: VerifierSession, kind: 'full' | 'recent'): Promise<number> {
  const pass = kind === 'full' ? await session.verifyAll() : await session.verifyRecent();
  assert(
    pass.kind === kind && pass.faults.length === 0,
    `not consistent: ${pass.faults.join('; ')}`,
  );
  return pass.entries;
}

function perMillion(cost: Cost, entries: number): number {
  return (timeOf(cost) / entries) * 1_000_000;
}
