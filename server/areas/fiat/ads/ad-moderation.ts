/** The removal of ads from the public list by operators, see `AdModeration`. */
import { ensure } from '../../../../contract/assert.ts';
import { ok, refuse } from '../../../../contract/result.ts';
import type { Result } from '../../../../contract/result.ts';
import type { Database, Transaction } from '../../../kit/db/database.ts';
import { refusableTransaction } from '../../../kit/db/refusable-transaction.ts';
import { OWNERS } from '../../../ledger/chart.ts';
import type { AdRow } from './ad-lifecycle.ts';
import type { AdUpdates } from './ad-updates.ts';
import { changeAd } from './ad-steps.ts';
import { lockAdRow } from './ads.repo.ts';
import type { AdModeration, AdRemoval } from '../fiat.types.ts';

interface AdModerationParts {
  readonly database: Database;
  readonly adUpdates: AdUpdates;
}

/** The request id of ledger movements that an operator caused. */
const REQUEST_ID = 'operator';

export function createAdModeration({ database, adUpdates }: AdModerationParts): AdModeration {
  return {
    async remove(removal) {
      const removed = await refusableTransaction(database, (tx) => removeOnce(tx, removal));
      if (!removed.ok) return removed;
      await adUpdates.publish(removed.value.id);
      return ok(null);
    },
  };
}

async function removeOnce(
  tx: Transaction,
  { adId, operatorId, text, now, alsoWrite }: AdRemoval,
): Promise<Result<AdRow, 'fiat_ad_not_found' | 'not_changed'>> {
  const ad = await lockAdRow(tx, adId);
  if (ad === undefined) return refuse('fiat_ad_not_found');
  const event = {
    type: 'ad.remove',
    text,
    by: { role: 'operator', userId: operatorId },
  } as const;
  const cause = { actorId: OWNERS.house, requestId: REQUEST_ID, now };
  const changed = await changeAd(tx, ad, event, cause, { removalText: text });
  if (changed === null) return refuse('not_changed');
  await alsoWrite(tx);
  return ok(ensure(changed.ok ? changed.value : null, `ad ${adId}: what remains is frozen`));
}
