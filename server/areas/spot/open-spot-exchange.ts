/** Opens spot trading: takes over as the writer, and rebuilds memory from the store. */
import type { Clock } from '../../../contract/time.ts';
import type { Database, DatabaseAddress } from '../../kit/db/database.ts';
import { createMatchingEngine } from '../../engine/matching-engine.ts';
import type { Jobs } from '../../kit/jobs/jobs.ts';
import type { Log } from '../../kit/log.ts';
import { StartupError } from '../../kit/process/startup-error.ts';
import { TAKEN_OVER, WritingExchange } from './spot-exchange.ts';
import type { ReferencePrices, SpotExchange, SpotMarketRules } from './spot-exchange.types.ts';
import { openSpotStore } from './spot-store.repo.ts';

/** taken_over: another server trades on the database now. failed: this server may start again. */
export type TradingEnd = 'taken_over' | 'failed';

interface SpotExchangeOptions {
  readonly database: Database;
  /** Address for the writer's own connection. */
  readonly address: DatabaseAddress;
  /** The statuses are read again after the takeover. */
  readonly markets: readonly SpotMarketRules[];
  readonly reference: ReferencePrices;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  /** Whether a database that loses acknowledged orders in a crash is refused; otherwise it is logged. */
  readonly refusesLossyDatabase?: boolean;
  /** Longest time of a commit in milliseconds; only tests use another. */
  readonly commitMsMax?: number;
  /** Memory may differ from the store, or another writer may exist: the process must end and start again. */
  onFatal(end: TradingEnd): void;
}

/**
 * @throws AssertionError when the stored data contradicts itself.
 * @throws StartupError for a database that is refused.
 */
export async function openSpotExchange(options: SpotExchangeOptions): Promise<SpotExchange> {
  const { log } = options;
  let isFatal = false;
  const onFatal = (reason: string, error?: unknown): void => {
    if (isFatal) return;
    isFatal = true;
    log.fatal({ reason, err: error }, 'spot trading ended');
    options.onFatal(reason === TAKEN_OVER ? 'taken_over' : 'failed');
  };
  const { store, snapshot, statuses, lossySettings } = await openSpotStore({
    ...options,
    onLost: (error) => onFatal('the connection of the spot writer is lost', error),
  });
  if (lossySettings.length > 0 && options.refusesLossyDatabase === true) {
    await store.close();
    throw new StartupError(lossyDatabase(lossySettings));
  }
  if (lossySettings.length > 0)
    log.warn(
      { off: lossySettings },
      'a crash of this database loses orders that were acknowledged',
    );
  const markets = options.markets.map((rules) => ({
    ...rules,
    status: statuses.get(rules.id) ?? rules.status,
  }));
  const parts = { ...options, markets, createEngine: createMatchingEngine, snapshot };
  const exchange = new WritingExchange(parts, store, onFatal);
  exchange.watchTurn(options.jobs);
  log.debug({ openOrders: snapshot.openOrders.length }, 'spot trading opened');
  return exchange;
}

const lossyDatabase = (settings: readonly string[]): string =>
  `A crash of this database loses orders that were acknowledged: ${settings.join(', ')} off. ` +
  'Set each of them on, then start again.';
