/** Public settings: what an installation chooses and the app reads by key. */
import { isOutsideLink } from '../../../contract/outside-link.ts';
import { LINK_SETTINGS } from '../../../contract/content/content.ts';
import type { LinkSetting, PublicSetting } from '../../../contract/content/content.ts';
import type { Executor } from '../db/database.ts';
import { findSetting, insertSettingIfMissing } from './settings.repo.ts';

export interface Settings {
  /** The value of a public setting; undefined while nobody has set it, empty for a link that leads nowhere. */
  find(key: PublicSetting): Promise<string | undefined>;
}

/** Links as the server was started with them. */
export type StartLinks = Readonly<Partial<Record<LinkSetting, string>>>;

/** Of a demo exchange, which nobody runs: outside, and of nobody. */
export const DEMO_LINKS: StartLinks = {
  app_download_url: 'https://example.com/#app',
  service_url: 'https://example.com/#service',
};

const isLink = (key: PublicSetting): key is LinkSetting =>
  LINK_SETTINGS.some((name) => name === key);

/**
 * @param fixed values given by the environment: they win over what is stored.
 * @param links where an operator has set none.
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

/** As an operator has set it, empty for none; undefined while no operator has. */
export async function findLink(db: Executor, key: LinkSetting): Promise<string | undefined> {
  const stored = await findSetting(db, key);
  // Older versions began with pages of the app itself.
  return stored === '' || (stored !== undefined && isOutsideLink(stored)) ? stored : undefined;
}

/** Values of a new installation: a page of the app itself, so that the link does not lead nowhere. */
export const seedSettings = (db: Executor): Promise<void> =>
  insertSettingIfMissing(db, 'share_url', '/register');
