/** Public settings of an installation, which the app reads by key. */
import { isOutsideLink } from '../../../contract/outside-link.ts';
import { LINK_SETTINGS } from '../../../contract/content/content.ts';
import type { LinkSetting, PublicSetting } from '../../../contract/content/content.ts';
import type { Executor } from '../db/database.ts';
import { findSetting, insertSettingIfMissing } from './settings.repo.ts';

export interface Settings {
  /**
   * Returns the value of a public setting; undefined if none was set, empty for a link without a
   * target.
   */
  find(key: PublicSetting): Promise<string | undefined>;
}

/** Links from the environment at the start. */
export type StartLinks = Readonly<Partial<Record<LinkSetting, string>>>;

/** Links of a demo exchange, which no company runs: outside pages of a reserved domain. */
export const DEMO_LINKS: StartLinks = {
  app_download_url: 'https://example.com/#app',
  service_url: 'https://example.com/#service',
};

const isLink = (key: PublicSetting): key is LinkSetting =>
  LINK_SETTINGS.some((name) => name === key);

/**
 * @param fixed values of the environment, which override stored ones.
 * @param links defaults until an operator sets others.
 */
export function createSettings(
  db: Executor,
  fixed: Partial<Record<Exclude<PublicSetting, LinkSetting>, string>>,
  links: StartLinks,
): Settings {
  return {
    async find(name) {
      if (isLink(name)) return (await findLink(db, name)) ?? links[name] ?? '';
      return fixed[name] ?? (await findSetting(db, name));
    },
  };
}

/** Returns the operator's value, empty for no link; undefined if no operator has set one. */
export async function findLink(db: Executor, key: LinkSetting): Promise<string | undefined> {
  const stored = await findSetting(db, key);
  // Older versions started with links to pages of the app itself.
  return stored === '' || (stored !== undefined && isOutsideLink(stored)) ? stored : undefined;
}

/**
 * Stores the values of a new installation: pages of the app itself, so that every link has a
 * target.
 */
export const seedSettings = (db: Executor): Promise<void> =>
  insertSettingIfMissing(db, 'share_url', '/register');
