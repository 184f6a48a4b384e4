/** The mnemonic that all keys of the installation come from, stored encrypted in the settings. */
import { ensure } from '../../../contract/assert.ts';
import type { Database } from '../../kit/db/database.ts';
import type { Seal } from '../../kit/seal/seal.ts';
import { findSetting, insertSettingIfMissing } from '../../kit/settings/settings.repo.ts';

const SETTING = 'chain_seed';

/** Uses `make` when there is no mnemonic yet. @throws SealError when it was encrypted with another secret. */
export async function openChainSeed(
  database: Database,
  seal: Seal,
  make: () => string,
): Promise<string> {
  const known = await findSetting(database, SETTING);
  if (known !== undefined) return seal.open(known, SETTING);
  await insertSettingIfMissing(database, SETTING, seal.close(make(), SETTING));
  // Another server may have inserted its seed first; that seed is used then.
  return seal.open(ensure(await findSetting(database, SETTING), SETTING), SETTING);
}
