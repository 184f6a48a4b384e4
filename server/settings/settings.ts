/** Public settings: what an installation chooses and the app reads by key. */
import type { PublicSetting } from '../../contract/schemas/content.ts';
import type { Executor } from '../db/database.ts';
import { findSetting, insertSettingIfMissing } from './settings.repo.ts';

export interface Settings {
  /** The value of a public setting; undefined while nobody has set it. */
  find(key: PublicSetting): Promise<string | undefined>;
}

/**
 * @param fixed values given by the environment: they win over what is stored.
 */
export function createSettings(
  db: Executor,
  fixed: Partial<Record<PublicSetting, string>>,
): Settings {
  return {
    async find(name) {
      return fixed[name] ?? (await findSetting(db, name));
    },
  };
}

/** Values of a new installation: pages of the app itself, so that no link leads nowhere. */
const SEEDED = {
  app_download_url: '/about-us',
  service_url: '/help-center',
  share_url: '/register',
} satisfies Partial<Record<PublicSetting, string>>;

/** Gives every link without a value its first one. */
export async function seedSettings(db: Executor): Promise<void> {
  for (const [key, value] of Object.entries(SEEDED)) await insertSettingIfMissing(db, key, value);
}
