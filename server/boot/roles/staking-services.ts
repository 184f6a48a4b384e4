/** Composes staking: its subscriptions, the rounds of dividends, and its calls. */
import { openStaking } from '../../areas/staking/staking.area.ts';
import { openBackgroundDatabase } from '../../kit/db/background-database.ts';
import type { Base } from './base-services.ts';
import type { Foundation } from './dependencies.ts';
import type { Records } from './lifecycle-services.ts';

/** Adds everything that must be closed to `opened`. */
export const openStakingServices = (
  foundation: Foundation,
  { identity, ledger }: Base,
  { assets, owing, putPush, userUpdates }: Records,
) => {
  const { address, log, opened } = foundation;
  const background = openBackgroundDatabase(address, log, 'meridian dividends');
  opened.add('connection of dividends', () => background.$client.end());
  return openStaking({
    ...foundation,
    background,
    postings: assets.postings,
    notices: identity.parts.notices,
    putPush,
    unlocked: assets.contractable,
    owing,
    updates: userUpdates,
    health: ledger.health,
  });
};
