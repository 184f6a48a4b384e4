/** Fills an empty database once with the content that `SEED` selects, all or nothing, and stores the choice. */
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Config } from '../../kit/config/config.ts';
import type { Database } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import { seedDemoMarket, seedFiatCurrencies, type DemoCodes } from '../../areas/fiat/fiat.area.ts';
import { seedDemoUsers } from '../../areas/identity/identity.area.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import { seedContracts } from './demo-contracts.ts';
import { acceptDemoRisks } from './demo-risks.ts';
import { seedDemoGrants } from './demo-grants.ts';
import { recordGrants } from '../../ledger/granted.repo.ts';
import { seedNews } from '../../areas/content/content.area.ts';
import { DEMO_OPERATOR } from '../../kit/demo-accounts.ts';
import { seedDemoIeo } from '../../areas/ieo/ieo.area.ts';
import { seedDemoStaking } from '../../areas/staking/staking.area.ts';
import { findOperatorByAccount, seedDemoOperator } from '../../areas/operator/operator.area.ts';
import {
  findSetting,
  insertSettingIfMissing,
  lockSettings,
} from '../../kit/settings/settings.repo.ts';
import { seedSettings } from '../../kit/settings/settings.ts';
import { StartupError } from '../../kit/process/startup-error.ts';

const SEEDED_WITH = 'seeded_with';

/**
 * Does nothing in a database that was seeded before, even by another server at the same time.
 * @returns the seed of the database, from now or earlier.
 * @throws StartupError when production meets a database with demo accounts.
 */
export async function seedDatabase(
  database: Database,
  { seed, nodeEnv, passwordCost }: Pick<Config, 'seed' | 'nodeEnv' | 'passwordCost'>,
  currencies: Currencies,
  clock: Clock,
  codes: DemoCodes,
): Promise<string> {
  const seededWith = await findSetting(database, SEEDED_WITH);
  if (seededWith === 'demo' && nodeEnv === 'production') {
    throw new StartupError(
      'The database holds demo accounts, whose passwords are public: use another DATA_DIR or ' +
        'DATABASE_URL for NODE_ENV=production.',
    );
  }
  if (nodeEnv === 'production') await refuseDemoOperator(database);
  const now = clock.now();
  await seedFiatCurrencies(database);
  const seeded =
    seededWith ?? (await seedNow({ database, seed, currencies, now, codes, passwordCost }));
  // Applies to a demo exchange that is older than its console and its contracts, too.
  if (seeded === 'demo') await recordGrants(database);
  if (seeded === 'demo') await seedDemoOperator(database, now, passwordCost);
  if (seeded === 'demo') await seedContracts(database, currencies, now);
  if (seeded === 'demo') await seedStaking(database, currencies, now);
  if (seeded === 'demo') await seedOfferings(database, currencies, now);
  return seeded;
}

interface Seeding {
  readonly database: Database;
  readonly seed: Config['seed'];
  readonly currencies: Currencies;
  readonly now: EpochMs;
  readonly codes: DemoCodes;
  readonly passwordCost: Config['passwordCost'];
}

async function seedNow(seeding: Seeding): Promise<string> {
  const { database, seed, currencies, now, codes, passwordCost } = seeding;
  // Files are not rolled back with the transaction; the sweep removes unused ones.
  const tickets = seed === 'demo' ? await codes.upload(now) : null;
  return transaction(database, async (tx) => {
    await lockSettings(tx);
    const seededMeanwhile = await findSetting(tx, SEEDED_WITH);
    if (seededMeanwhile !== undefined) return seededMeanwhile;
    await seedSettings(tx);
    if (tickets !== null) {
      await seedDemoUsers(tx, now, passwordCost);
      await acceptDemoRisks(tx, now);
      await seedDemoGrants(tx, currencies, now);
      await seedDemoMarket(tx, currencies, now, { tickets, bind: codes.bind });
      await seedNews(tx);
    }
    await insertSettingIfMissing(tx, SEEDED_WITH, seed);
    return seed;
  });
}

/** Opens staking on a demo exchange that has no products. */
const seedStaking = (database: Database, currencies: Currencies, now: EpochMs): Promise<void> =>
  transaction(database, async (tx) => {
    // Another server may start at the same time.
    await lockSettings(tx);
    await seedDemoStaking(tx, currencies, now);
  });

/** Opens offerings on a demo exchange that has none. */
const seedOfferings = (database: Database, currencies: Currencies, now: EpochMs): Promise<void> =>
  transaction(database, async (tx) => {
    await lockSettings(tx);
    await seedDemoIeo(tx, currencies, now);
  });

/** Rejects the account in any database, because its password is public. */
async function refuseDemoOperator(database: Database): Promise<void> {
  if ((await findOperatorByAccount(database, DEMO_OPERATOR)) === undefined) return;
  throw new StartupError(
    `The database has the operator ${DEMO_OPERATOR}, whose password is public: NODE_ENV=production refuses it.`,
  );
}
