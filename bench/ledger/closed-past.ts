/**
 * Passes over a ledger whose past is closed in ranges: over 20,000 new entries, after a start, and what one range
 * costs to close and to read again. `BENCH_LEDGER_PAST` is the number of entries of the past, and
 * `BENCH_LEDGER_ACCOUNTS` that of accounts of users who do not trade.
 */
import type { Client } from 'pg';
import { assert } from '../../contract/assert.ts';
import { LIMITS } from '../../contract/limits.ts';
import { HOUR_MS } from '../../contract/time.ts';
import { openDatabase, type Database, type DatabaseAddress } from '../../server/kit/db/database.ts';
import { createLog } from '../../server/kit/log.ts';
import { storeGuard } from '../../server/ledger/ledger-guard.repo.ts';
import { closeRanges } from '../../server/ledger/range-closing.ts';
import { openVerifierSession } from '../../server/ledger/verify-session.repo.ts';
import type { VerifierSession } from '../../server/ledger/verify-session.repo.ts';
import { ledgerBook } from '../../server/boot/roles/ledger-book.ts';
import { sized } from '../lib/mode.ts';
import { printGoals, printTable, round } from '../lib/table.ts';
import { addDeals, addIdleAccounts, ENTRIES_PER_DEAL } from './books.ts';
import { costOf, medianOf, processOf, textOf, timeOf, type Cost } from './cost.ts';

const PAST = sized(Number(process.env['BENCH_LEDGER_PAST'] ?? 5_000_000), 4_800);
const IDLE_ACCOUNTS = sized(Number(process.env['BENCH_LEDGER_ACCOUNTS'] ?? 0), 20);
/** Entries that are made and closed together, as a running server does. */
const STEP = sized(1_000_000, 2_400);
const NEW_DEALS = sized(2_500, 10);
/** A transaction of a million entries would make each range read all of them. */
const DEALS_A_TRANSACTION = 1_000;
/** Each pass reads a part of a closed range, and a range has some six parts. */
const ROUNDS = sized(10, 1);
const PASS_MS_MAX = 200;

/** @param deals number of the trades that the ledger has already */
export async function measureClosedPast(
  address: DatabaseAddress,
  client: Client,
  deals: number,
): Promise<void> {
  const database = openDatabase(address, createLog('silent'), 2, 'bench closing');
  let last = deals;
  const open = (name: string) =>
    openVerifierSession(address, { name, isBackground: true, book: ledgerBook('any') });
  const grow = async (by: number) => {
    for (const end = last + by; last < end;) {
      const next = Math.min(last + DEALS_A_TRANSACTION, end);
      await addDeals(client, last + 1, next);
      last = next;
    }
  };
  const first = await open('bench past');
  const closing: Cost[] = [];
  try {
    const closer = await processOf(client, 'bench closing', () => database.execute('select 1'));
    const closeAll = (now: number) => closeVerified({ database, first, closer, closing, now });
    for (let entries = last * ENTRIES_PER_DEAL; entries < PAST; entries += STEP) {
      await grow(STEP / ENTRIES_PER_DEAL);
      await closeAll(1);
    }
    if (IDLE_ACCOUNTS > 0) {
      await addIdleAccounts(client, IDLE_ACCOUNTS);
      await closeAll(2 * HOUR_MS);
    }
    await client.query('vacuum analyze');
    const session = await open('bench passes');
    const verifier = await processOf(client, 'bench passes');
    const start = await costOf(verifier, () => session.verifyOpen());
    const passes: Cost[] = [];
    for (let n = 0; n < ROUNDS; n += 1) {
      await grow(NEW_DEALS);
      passes.push(
        await costOf(verifier, async () => {
          const { kind, faults } = await session.verifyRecent();
          assert(kind === 'recent' && faults.length === 0, `not consistent: ${faults.join('; ')}`);
        }),
      );
    }
    const all = await costOf(verifier, () => session.verifyAll());
    await session.close();
    report({
      entries: last * ENTRIES_PER_DEAL,
      pass: medianOf(passes),
      longestMs: Math.max(...passes.map(timeOf)),
      meanMs: passes.reduce((sum, pass) => sum + timeOf(pass), 0) / passes.length,
      start,
      all,
      closing: medianOf(closing),
    });
  } finally {
    await first.close();
    await database.$client.end();
  }
}

interface Closing {
  readonly database: Database;
  readonly first: VerifierSession;
  /** The process that closes. */
  readonly closer: number;
  /** The costs of closing so far. */
  readonly closing: Cost[];
  readonly now: number;
}

/** Closes all ranges that two passes find consistent. */
async function closeVerified({ database, first, closer, closing, now }: Closing): Promise<void> {
  for (let pass = 0; pass < 2; pass += 1) {
    const { faults } = await first.verifyRecent();
    assert(faults.length === 0, `not consistent: ${faults.join('; ')}`);
  }
  const { settled } = first;
  for (;;) {
    let head: unknown = null;
    const cost = await costOf(closer, async () => {
      head = await closeRanges({ database, settled, since: 0, now });
    });
    if (head === null) break;
    closing.push(cost);
  }
  if (first.newGuard !== null) await storeGuard(database, first.newGuard, 0);
}

interface Figures {
  readonly entries: number;
  readonly pass: Cost;
  readonly longestMs: number;
  readonly meanMs: number;
  readonly start: Cost;
  /** All ranges read again, as after a change of the guard. */
  readonly all: Cost;
  /** Up to eight ranges closed. */
  readonly closing: Cost;
}

function report({ entries, pass, longestMs, meanMs, start, all, closing }: Figures): void {
  printTable(
    'A closed past: processor ms (and ms on the clock)',
    [
      'entries',
      'accounts without trades',
      'pass over 20,000 new',
      'the longest of them',
      'first pass after a start',
      'all ranges read again',
      'eight ranges closed',
    ],
    [
      [
        entries,
        IDLE_ACCOUNTS,
        textOf(pass),
        round(longestMs, 0),
        textOf(start),
        textOf(all),
        textOf(closing),
      ],
    ],
  );
  const share = (meanMs / LIMITS.ledger_verify_interval_ms) * 100;
  printGoals([
    {
      name: `a pass over a closed past takes at most ${PASS_MS_MAX} ms`,
      met: timeOf(pass) <= PASS_MS_MAX,
      measured: `${round(timeOf(pass), 0)} ms`,
    },
    {
      name: 'passes take at most 1 % of a processor',
      met: share <= 1,
      measured: `${round(share, 2)} %`,
    },
  ]);
}
