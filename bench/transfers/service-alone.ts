/** The service alone: the same transfers without HTTP, sessions and a second process. */
import { NO_DEADLINE } from '../../server/kit/http/deadline.ts';
import { openDatabase, openKeyedDatabase } from '../../server/kit/db/database.ts';
import { launchPostgres } from '../../server/kit/db/embedded/launch.ts';
import { syncCurrencies } from '../../server/ledger/currencies.ts';
import { Jobs } from '../../server/kit/jobs/jobs.ts';
import { createLog } from '../../server/kit/log.ts';
import { DEALING_POSTINGS, openLeverExchange } from '../../server/areas/lever/lever.area.ts';
import { AMOUNT_END } from '../../server/ledger/invariants.ts';
import { WrittenPostings } from '../../server/ledger/writer/written-postings.ts';
import { COINS } from '../../server/ledger/currency-catalog.ts';
import {
  NO_REFERENCE,
  SPOT_MARKETS,
  syncSpotMarkets,
} from '../../server/areas/market/market.area.ts';
import { openSpotExchange, SPOT_POSTINGS } from '../../server/areas/spot/spot.area.ts';
import { createTransferService } from '../../server/areas/wallet/wallet.area.ts';
import { randomOf } from '../orders/workload.ts';
import { nextTransfer } from './workload.ts';

const COIN = 10n ** 18n;
const USDT = 1;

interface ServiceRun {
  readonly dataDir: string;
  readonly owners: readonly number[];
  /** Transfers under way at a time. */
  readonly outstanding: number;
  readonly seconds: number;
  readonly seed: number;
}

/** @returns milliseconds of each transfer, in the data folder of a stopped server. */
export async function runServiceAlone(run: ServiceRun): Promise<readonly number[]> {
  const log = createLog('silent');
  const postgres = await launchPostgres({ dataDir: run.dataDir, log });
  const { address } = postgres;
  const database = openDatabase(address, log);
  const keyed = openKeyedDatabase(address, log);
  const currencies = await syncCurrencies(database, COINS);
  const markets = await syncSpotMarkets(database, SPOT_MARKETS, currencies);
  const onFatal = (): void => {
    throw new Error('spot trading ended');
  };
  const clock = { now: Date.now };
  const jobs = new Jobs({ clock, log });
  const own = { database, clock, log, jobs };
  const trading = { ...own, address, markets, reference: NO_REFERENCE, onFatal };
  const exchange = await openSpotExchange(trading);
  const spot = new WrittenPostings({ ...own, target: SPOT_POSTINGS, writer: exchange });
  const prices = { evaluate: () => null, resume: () => undefined, name: () => '' };
  const contracts = { ...own, address, currencyId: USDT, prices, onFatal };
  const { exchange: writer } = await openLeverExchange(contracts);
  const dealing = new WrittenPostings({ ...own, target: DEALING_POSTINGS, writer });
  const transfers = createTransferService({
    database,
    keyed,
    postings: { spot, dealing },
    owing: new Set(),
    closedTypes: new Set(),
    contractable: async () => AMOUNT_END,
  });
  const random = randomOf(run.seed);
  const until = performance.now() + run.seconds * 1_000;
  const latencies: number[] = [];
  const transferOn = async (): Promise<void> => {
    while (performance.now() < until) {
      const { person, from, to, amount } = nextTransfer(random, run.owners.length);
      const begun = performance.now();
      const answer = await transfers.create({
        userId: run.owners[person] ?? 0,
        currencyId: USDT,
        fromAccountType: from,
        toAccountType: to,
        amount: BigInt(amount) * COIN,
        idempotencyKey: `service-alone-${latencies.length}-${random()}`,
        deadline: NO_DEADLINE,
        requestId: '0b8ff1c4-6a46-4d6e-9d3a-3f1d3c1b2a10',
        now: Date.now(),
      });
      if (!answer.ok) throw new Error(answer.error);
      latencies.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: run.outstanding }, transferOn));
  await writer.end();
  await exchange.close();
  await keyed.$client.end();
  await database.$client.end();
  await postgres.stop();
  return latencies;
}
