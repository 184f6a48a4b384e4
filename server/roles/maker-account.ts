/** Finds whose coins the market maker quotes. */
import { findUserByAccount } from '../areas/identity/identity.area.ts';
import type { Config } from '../kit/config/config.ts';
import type { Database } from '../kit/db/database.ts';
import { StartupError } from '../kit/process/startup-error.ts';
import { OWNERS } from '../ledger/chart.ts';

/**
 * Returns the user of `MARKET_MAKER_ACCOUNT`; without the setting, the owner that has the inventory of a
 * demo. @throws StartupError when there is no such user.
 */
export async function makerIdOf(
  { marketMaker, marketMakerAccount: value }: Pick<Config, 'marketMaker' | 'marketMakerAccount'>,
  database: Database,
): Promise<number> {
  if (!marketMaker || value === undefined) return OWNERS.marketMaker;
  const user = await findUserByAccount(database, { type: 'email', value });
  if (user !== undefined) return user.id;
  throw new StartupError(
    `MARKET_MAKER_ACCOUNT=${value}: there is no such user. Start with MARKET_MAKER=off, sign up with that address, and deposit the coins that are to be quoted.`,
  );
}
