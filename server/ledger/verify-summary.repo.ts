/** Summaries of the newest pages of the ledger, by which a pass finds new rows. */
import type { Client } from 'pg';
import { sqlStateOf } from '../kit/db/transaction.ts';

/** Longest wait of a pass for the lock to summarize new pages, and the error code after it. */
const SUMMARY_LOCK_MS_MAX = 500;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Without a summary of the newest pages, PostgreSQL would read all of them to find new rows. That
 * is only slower, so this skips the summary while maintenance has locked the table's index.
 */
export async function summarizeNewPages(client: Client): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${SUMMARY_LOCK_MS_MAX}`);
    await client.query('select summarize_ledger()');
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    if (sqlStateOf(error) !== LOCK_NOT_AVAILABLE) throw error;
  }
}
