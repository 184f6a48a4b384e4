/** A spot exchange over a database of the test, with the postings that it books. */
import { openDatabase } from '../../../server/kit/db/database.ts';
import type { Database, DatabaseAddress } from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import {
  openSpotExchange,
  SPOT_POSTINGS,
  type SpotExchange,
} from '../../../server/areas/spot/spot.area.ts';
import { WrittenPostings } from '../../../server/ledger/writer/written-postings.ts';
import { BTC_USDT, NOW, REFERENCE_TICKS } from './spot-exchange.ts';
import { silentJobs } from '../silent-jobs.ts';

export interface PostingServer {
  readonly database: Database;
  readonly exchange: SpotExchange;
  readonly postings: WrittenPostings;
  /** Reasons for which spot trading ended. */
  readonly ends: readonly string[];
  close(): Promise<void>;
}

/** Takes a new writer epoch; `recover` is left to the test. */
export async function openPostingServer(
  address: DatabaseAddress,
  options: { readonly commitMsMax?: number } = {},
): Promise<PostingServer> {
  const log = createLog('silent');
  const database = openDatabase(address, log);
  const ends: string[] = [];
  const jobs = silentJobs();
  const clock = { now: () => NOW };
  const exchange = await openSpotExchange({
    ...options,
    database,
    address,
    markets: [BTC_USDT],
    reference: { priceTicks: () => REFERENCE_TICKS },
    clock,
    log,
    jobs,
    onFatal: (end) => ends.push(end),
  });
  const postings = new WrittenPostings<never>({
    target: SPOT_POSTINGS,
    database,
    writer: exchange,
    clock,
    log,
    jobs,
  });
  return {
    database,
    exchange,
    postings,
    ends,
    close: async () => {
      await postings.close();
      await exchange.close();
      await database.$client.end();
    },
  };
}
