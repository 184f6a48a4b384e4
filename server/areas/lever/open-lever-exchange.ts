/** Opens contract trading: takes over as the dealing writer, and rebuilds memory from the store. */
import type { LeverProfile } from '../../../contract/people/risk-versions.ts';
import type { Clock } from '../../../contract/time.ts';
import type { Database, DatabaseAddress } from '../../kit/db/database.ts';
import type { Jobs } from '../../kit/jobs/jobs.ts';
import type { Log } from '../../kit/log.ts';
import { StartupError } from '../../kit/process/startup-error.ts';
import { DealingWriter, TAKEN_OVER } from './dealing-writer.ts';
import { findDisabledOwners } from './disabled-owners.repo.ts';
import { WritingLeverExchange } from './lever-exchange.ts';
import type { LeverExchange } from './lever-exchange.types.ts';
import { offeredMultiples } from './lever-product.ts';
import { openLeverStore } from './lever-store.repo.ts';
import type { LeverSnapshot } from './lever-store.types.ts';
import { PendingStops } from './pending-stops.ts';
import type { LeverPrices } from './taken-marks.ts';

interface LeverExchangeOptions {
  readonly database: Database;
  /** Address for the writer's own connection. */
  readonly address: DatabaseAddress;
  /** Settlement currency of all markets. */
  readonly currencyId: number;
  readonly prices: LeverPrices;
  /** How contracts are offered; open without one. */
  readonly profile?: LeverProfile;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  /** Whether a database that loses acknowledged orders in a crash is refused; otherwise it is logged. */
  readonly refusesLossyDatabase?: boolean;
  /** Longest time of a commit in milliseconds; only tests use another. */
  readonly commitMsMax?: number;
  /** Memory may differ from the store, or another writer may exist: the process must end and start again. */
  onFatal(end: 'taken_over' | 'failed'): void;
}

/**
 * @throws AssertionError when the stored data contradicts itself.
 * @throws StartupError for a database that is refused.
 */
export async function openLeverExchange(options: LeverExchangeOptions): Promise<{
  readonly exchange: LeverExchange;
  readonly stops: PendingStops;
}> {
  const { log, clock, jobs, refusesLossyDatabase = false } = options;
  let isFatal = false;
  const onFatal = (reason: string, error?: unknown): void => {
    if (isFatal) return;
    isFatal = true;
    log.fatal({ reason, err: error }, 'contract trading ended');
    options.onFatal(reason === TAKEN_OVER ? 'taken_over' : 'failed');
  };
  const { store, snapshot, lossySettings } = await openLeverStore({
    ...options,
    onLost: (error) => onFatal('the connection of the dealing writer is lost', error),
  });
  if (lossySettings.length > 0 && refusesLossyDatabase) {
    await store.close();
    throw new StartupError(
      `A crash of this database loses contract orders that were acknowledged: ${lossySettings.join(', ')} off. ` +
        'Set each of them on, then start again.',
    );
  }
  const writer = new DealingWriter({ ...options, snapshot, store, onFatal });
  writer.watchTurn(jobs);
  const exchange = new WritingLeverExchange(writer, clock, options.log);
  const stops = new PendingStops({
    commands: exchange,
    view: exchange,
    settled: () => Promise.race([writer.durable(), writer.failed]),
    findDisabledOwners: () => findDisabledOwners(options.database),
    unofferedOrders: unofferedIn(snapshot, options.profile ?? 'open'),
    clock,
    log,
  });
  // Before the first marks, which would open the orders.
  try {
    await stops.start(jobs);
  } catch (error) {
    await exchange.end();
    throw error;
  }
  exchange.start(jobs);
  log.debug({ openOrders: snapshot.openOrders.length }, 'contract trading opened');
  return { exchange, stops };
}

/** Returns the pending orders that users could not place now. */
export function unofferedIn(
  { markets, openOrders }: Pick<LeverSnapshot, 'markets' | 'openOrders'>,
  profile: LeverProfile,
): number[] {
  const rules = new Map(markets.map((market) => [market.id, market]));
  return openOrders
    .filter(({ state, marketId, multiple }) => {
      const market = rules.get(marketId);
      if (state !== 'pending' || market === undefined) return false;
      // Terms may have changed since the placement; only the profile ends orders.
      const before = market.multiples.includes(multiple);
      return profile === 'off' || (before && !offeredMultiples(profile, market).includes(multiple));
    })
    .map(({ id }) => id);
}
