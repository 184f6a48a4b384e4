/** Whose coins the market maker quotes, and whether it may. */
import { findUserByAccount } from '../../areas/identity/identity.area.ts';
import type { UserDesk } from '../../areas/identity/identity.area.ts';
import type { MakerAccount } from '../../areas/market/market.area.ts';
import type { Config } from '../../kit/config/config.ts';
import type { Database } from '../../kit/db/database.ts';
import type { Log } from '../../kit/log.ts';
import { StartupError } from '../../kit/process/startup-error.ts';
import { OWNERS } from '../../ledger/chart.ts';

interface MakerAccountParts {
  readonly config: Pick<Config, 'marketMaker' | 'marketMakerAccount'>;
  readonly database: Database;
  readonly users: Pick<UserDesk, 'listen' | 'read'>;
  readonly log: Pick<Log, 'error' | 'warn'>;
}

/**
 * Returns the user of `MARKET_MAKER_ACCOUNT`, who may quote until an operator disables the account; without
 * the setting, the owner that has the inventory of a demo. @throws StartupError when there is no such user.
 */
export async function openMakerAccount(parts: MakerAccountParts): Promise<MakerAccount> {
  const { marketMaker, marketMakerAccount: value } = parts.config;
  if (!marketMaker || value === undefined) return { ownerId: OWNERS.marketMaker, isEnabled: true };
  const user = await findUserByAccount(parts.database, { type: 'email', value });
  if (user === undefined)
    throw new StartupError(
      `MARKET_MAKER_ACCOUNT=${value}: there is no such user. Start with MARKET_MAKER=off, sign up with that address, and deposit the coins that are to be quoted.`,
    );
  const account = { ownerId: user.id, isEnabled: user.disabledAtMs === null };
  const warn = () => {
    if (!account.isEnabled) parts.log.warn('the account of the market maker is disabled');
  };
  warn();
  const read = async (): Promise<void> => {
    try {
      const found = await parts.users.read(user.id);
      account.isEnabled = found.ok && found.value.disabledAtMs === null;
      warn();
    } catch (error) {
      // It must not quote for an account that was perhaps disabled.
      account.isEnabled = false;
      parts.log.error({ err: error }, 'the account of the market maker could not be read');
    }
  };
  parts.users.listen((userId) => {
    if (userId === user.id) void read();
  });
  return account;
}
