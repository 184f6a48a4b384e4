/** Composes the services that move money in and out of accounts: postings to the spot writer, transfers. */
import type { Clock } from '../../../contract/time.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { Config } from '../../kit/config/config.ts';
import type { CatchUpWork } from '../../kit/process/catch-up-work.ts';
import type { ClosingStack } from '../../kit/process/closing-stack.ts';
import type { Database } from '../../kit/db/database.ts';
import {
  createTransferHandlers,
  createTransferService,
  createContractable,
  type ContractableParts,
  type OwingUsers,
} from '../../areas/wallet/wallet.area.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import type { LedgerHealth } from '../../ledger/ledger-watch.ts';
import type { Jobs } from '../../kit/jobs/jobs.ts';
import type { Log } from '../../kit/log.ts';
import { DEALING_POSTINGS } from '../../areas/lever/lever.area.ts';
import { SPOT_POSTINGS } from '../../areas/spot/spot.area.ts';
import type { PostingWriter } from '../../ledger/writer/postings.types.ts';
import { WrittenPostings } from '../../ledger/writer/written-postings.ts';

interface AssetsParts extends ContractableParts {
  readonly config: Pick<Config, 'isMicroOffered'>;
  readonly database: Database;
  readonly keyed: Database;
  readonly currencies: Currencies;
  readonly spot: PostingWriter;
  readonly lever: PostingWriter<'margin_in_use'>;
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
  const { database, currencies, health, clock, log, jobs, opened, catchUp } = parts;
  const source = { database, clock, log, jobs };
  const spot = new WrittenPostings<never>({
    ...source,
    target: SPOT_POSTINGS,
    writer: parts.spot,
  });
  const dealing = new WrittenPostings<'margin_in_use'>({
    ...source,
    target: DEALING_POSTINGS,
    writer: parts.lever,
  });
  opened.add('postings', async () => {
    await Promise.all([spot.close(), dealing.close()]);
  });
  await catchUp.begin('open postings', async () => {
    await Promise.all([spot.recover(), dealing.recover()]);
    // The second legs of those that were just booked.
    await Promise.all([spot.recover(), dealing.recover()]);
  });
  const contractable = createContractable(parts);
  const transfers = createTransferService({
    ...parts,
    postings: { spot, dealing },
    contractable,
    closedTypes: new Set(parts.config.isMicroOffered ? [] : [ACCOUNT_TYPES.fast_contract]),
  });
  return {
    postings: spot,
    transfers,
    contractable,
    handlers: createTransferHandlers({ transfers, currencies, health }),
  };
}
