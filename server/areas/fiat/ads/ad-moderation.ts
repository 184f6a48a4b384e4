/** Ads that operators take off the shelf, see `AdModeration`. */
import { ensure } from '../../../../contract/assert.ts';
import { ok, refuse } from '../../../../contract/result.ts';
import type { Result } from '../../../../contract/result.ts';
import type { Database, Transaction } from '../../../kit/db/database.ts';
import { refusableTransaction } from '../../../kit/db/refusable-transaction.ts';
import { OWNERS } from '../../../ledger/chart.ts';
import type { Lifecycles } from '../../../kit/lifecycle/lifecycles.types.ts';
import { FIAT_AD, type AdRow } from './ad-lifecycle.ts';
import type { AdNews } from './ad-news.ts';
import { carryOutAd } from './ad-steps.ts';
import { lockAdRow } from './ads.repo.ts';
import type { AdModeration, AdRemoval } from '../fiat.types.ts';

export interface AdModerationParts {
  readonly database: Database;
  readonly lifecycles: Lifecycles;
  readonly adNews: AdNews;
}

/** Names what operators caused in the books. */
const REQUEST_ID = 'operator';

export function createAdModeration({
  database,
  lifecycles,
  adNews,
}: AdModerationParts): AdModeration {
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
    const taken = await lifecycles.send(tx, FIAT_AD, { id: adId, event, now });
    if (taken.kind !== 'done') return refuse('not_changed');
    const cause = { actorId: OWNERS.house, requestId: REQUEST_ID, now };
    const carried = await carryOutAd(tx, ad, taken.step, cause, { removalText: text });
    await alsoWrite(tx);
    return ok(ensure(carried.ok ? carried.value : null, `ad ${adId}: what remains is frozen`));
  }

  return {
    async remove(removal) {
      const removed = await refusableTransaction(database, (tx) => removeOnce(tx, removal));
      if (!removed.ok) return removed;
      await adNews.tell(removed.value.id);
      return ok(null);
    },
  };
}
