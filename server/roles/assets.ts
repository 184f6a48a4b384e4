/** Composes the services that move money in and out of accounts: postings to the spot writer, transfers. */
import type { Clock } from '../../contract/time.ts';
import type { CatchUpWork } from '../kit/process/catch-up-work.ts';
import type { ClosingStack } from '../kit/process/closing-stack.ts';
import type { Database } from '../kit/db/database.ts';
import {
  createTransferHandlers,
  createTransferService,
  TransferArrivals,
  type OwingUsers,
} from '../areas/wallet/wallet.area.ts';
import type { Currencies } from '../ledger/currencies.ts';
import type { LedgerHealth } from '../ledger/ledger-watch.ts';
import type { Jobs } from '../kit/jobs/jobs.ts';
import type { Log } from '../kit/log.ts';
import { SPOT_POSTINGS } from '../areas/spot/spot.area.ts';
import type { PostingWriter } from '../ledger/writer/postings.types.ts';
import { WrittenPostings } from '../ledger/writer/written-postings.ts';

export interface AssetsParts {
  readonly database: Database;
  readonly keyed: Database;
  readonly currencies: Currencies;
  /** The writer of spot trading. */
  readonly writer: PostingWriter;
  readonly health: LedgerHealth;
  readonly owing: OwingUsers;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  readonly opened: ClosingStack;
  readonly catchUp: CatchUpWork;
}

/** Begins with the postings that an earlier run left open; adds everything that must be closed to `opened`. */
export async function openAssets(parts: AssetsParts) {
  const { database, keyed, currencies, writer, health, clock, log, jobs, opened, catchUp } = parts;
  const arrivals = new TransferArrivals({ keyed, clock });
  const onSwept = () => arrivals.bookAll();
  const source = { target: SPOT_POSTINGS, database, writer, clock, log, jobs, onSwept };
  const postings = new WrittenPostings(source);
  opened.add('spot postings', () => postings.close());
  await catchUp.begin('open postings', async () => {
    await postings.recover();
    await arrivals.bookAll();
  });
  const transfers = createTransferService({ ...parts, postings, arrivals });
  return { postings, handlers: createTransferHandlers({ transfers, currencies, health }) };
}
