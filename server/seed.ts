/** Fills an empty database once, as `SEED` says, and remembers what with. */
import type { Clock } from '../contract/time.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { seedDemoPeople } from './identity/demo-people.ts';
import { seedNews } from './news/seed-news.ts';
import { findSetting, insertSettingIfMissing } from './settings/settings.repo.ts';
import { seedSettings } from './settings/settings.ts';
import { StartupError } from './startup-error.ts';

const SEEDED_WITH = 'seeded_with';

/**
 * Does nothing in a database that was seeded before; one that was interrupted is completed.
 * @returns what the database was seeded with, now or earlier.
 * @throws StartupError when production meets a database with demo accounts.
 */
export async function seedDatabase(
  database: Database,
  { seed, nodeEnv }: Pick<Config, 'seed' | 'nodeEnv'>,
  clock: Clock,
): Promise<string> {
  const seededWith = await findSetting(database, SEEDED_WITH);
  if (seededWith === 'demo' && nodeEnv === 'production') {
    throw new StartupError(
      'The database holds demo accounts, whose passwords are public: use another DATA_DIR or ' +
        'DATABASE_URL for NODE_ENV=production.',
    );
  }
  if (seededWith !== undefined) return seededWith;
  await seedSettings(database);
  if (seed === 'demo') {
    await seedDemoPeople(database, clock.now());
    await seedNews(database);
  }
  await insertSettingIfMissing(database, SEEDED_WITH, seed);
  return seed;
}
