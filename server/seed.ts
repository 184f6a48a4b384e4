/** Fills an empty database once, as `SEED` says, all or nothing, and remembers what with. */
import type { Clock, EpochMs } from '../contract/time.ts';
import type { Config } from './config.ts';
import type { Database, Transaction } from './db/database.ts';
import { transaction } from './db/transaction.ts';
import { seedDemoPeople } from './identity/demo-people.ts';
import type { Currencies } from './ledger/currencies.ts';
import { seedDemoGrants } from './ledger/demo-grants.ts';
import { seedNews } from './news/seed-news.ts';
import { findSetting, insertSettingIfMissing, lockSettings } from './settings/settings.repo.ts';
import { seedSettings } from './settings/settings.ts';
import { StartupError } from './startup-error.ts';

const SEEDED_WITH = 'seeded_with';

/**
 * Does nothing in a database that was seeded before, also by another server just now.
 * @returns what the database was seeded with, now or earlier.
 * @throws StartupError when production meets a database with demo accounts.
 */
export async function seedDatabase(
  database: Database,
  { seed, nodeEnv }: Pick<Config, 'seed' | 'nodeEnv'>,
  currencies: Currencies,
  clock: Clock,
): Promise<string> {
  const seededWith = await findSetting(database, SEEDED_WITH);
  if (seededWith === 'demo' && nodeEnv === 'production') {
    throw new StartupError(
      'The database holds demo accounts, whose passwords are public: use another DATA_DIR or ' +
        'DATABASE_URL for NODE_ENV=production.',
    );
  }
  return seededWith ?? transaction(database, (tx) => seedOnce(tx, seed, currencies, clock.now()));
}

async function seedOnce(
  tx: Transaction,
  seed: Config['seed'],
  currencies: Currencies,
  now: EpochMs,
): Promise<string> {
  await lockSettings(tx);
  const seededMeanwhile = await findSetting(tx, SEEDED_WITH);
  if (seededMeanwhile !== undefined) return seededMeanwhile;
  await seedSettings(tx);
  if (seed === 'demo') {
    await seedDemoPeople(tx, now);
    await seedDemoGrants(tx, currencies, now);
    await seedNews(tx);
  }
  await insertSettingIfMissing(tx, SEEDED_WITH, seed);
  return seed;
}
