/** Composes the services that move money in and out of accounts: postings to the spot writer, transfers. */
import type { Clock } from '../../contract/time.ts';
import type { ClosingStack } from '../kit/process/closing-stack.ts';
import type { Database } from '../kit/db/database.ts';
import { createTransferHandlers, createTransferService } from '../areas/wallet/wallet.area.ts';
import type { Currencies } from '../ledger/currencies.ts';
import type { LedgerHealth } from '../ledger/ledger-watch.ts';
import type { Jobs } from '../kit/jobs/jobs.ts';
import type { Log } from '../kit/log.ts';
import { WrittenPostings, type PostingWriter } from '../areas/spot/spot.area.ts';

export interface AssetsParts {
  readonly database: Database;
  readonly keyed: Database;
  readonly currencies: Currencies;
  /** The writer of spot trading. */
  readonly writer: PostingWriter;
  readonly health: LedgerHealth;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  readonly opened: ClosingStack;
}

/** Completes open work of an earlier run first; adds everything that must be closed to `opened`. */
export async function openAssets(parts: AssetsParts) {
  const { database, keyed, currencies, writer, health, clock, log, jobs, opened } = parts;
  const postings = new WrittenPostings({ database, writer, clock, log, jobs });
  await postings.recover();
  opened.add('spot postings', () => postings.close());
  const transfers = createTransferService({ database, keyed, postings });
  return { postings, handlers: createTransferHandlers({ transfers, currencies, health }) };
}
