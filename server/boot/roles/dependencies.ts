/** The common dependencies of all services of one server. */
import type { Clock } from '../../../contract/time.ts';
import type { CatchUpWork } from '../../kit/process/catch-up-work.ts';
import type { ClosingStack } from '../../kit/process/closing-stack.ts';
import type { Config } from '../../kit/config/config.ts';
import type { Database, DatabaseAddress } from '../../kit/db/database.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import type { Jobs } from '../../kit/jobs/jobs.ts';
import type { Log } from '../../kit/log.ts';
import type { TradingEnd } from '../../areas/spot/spot.area.ts';

export interface Foundation {
  readonly config: Config;
  readonly currencies: Currencies;
  readonly database: Database;
  /** The same, for statements of hot paths, see `openKeyedDatabase`. */
  readonly keyed: Database;
  readonly address: DatabaseAddress;
  /** The same database in the role of the owner of the tables. */
  readonly ownerAddress: DatabaseAddress;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  readonly opened: ClosingStack;
  /** Runs the open work of an earlier run. */
  readonly catchUp: CatchUpWork;
  /** Reports that the state in memory is invalid; the process must end and restart. */
  onFatal(end: TradingEnd): void;
}
