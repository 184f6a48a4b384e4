/**
 * Notifies merchants of changes to their ads and raises the versions of market lists, after the commit
 * of a change.
 */
import { ensure } from '../../../../contract/assert.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import type { OwnFiatAd } from '../../../../contract/fiat/fiat-market.ts';
import type { Database } from '../../../kit/db/database.ts';
import { GatheredRead } from '../../../kit/db/gathered-read.ts';
import type { UserUpdates } from '../../../kit/user-updates.types.ts';
import type { AdWire } from './ad-wire.ts';
import type { AdListVersions } from './ad-list-versions.ts';
import { findAds } from './ad-statements.repo.ts';
import { findOwnAds, type ShownAd } from './ads.repo.ts';

interface AdUpdatesParts {
  readonly database: Database;
  readonly updates: UserUpdates;
  readonly wire: AdWire;
  readonly adList: Pick<AdListVersions, 'changed' | 'adChanged'>;
}

export class AdUpdates {
  readonly #parts: AdUpdatesParts;
  /** Every step of an order reads its ad, so reads of one moment share a statement. */
  readonly #ads: GatheredRead<number, ShownAd>;

  constructor(parts: AdUpdatesParts) {
    this.#parts = parts;
    this.#ads = new GatheredRead(
      (ids) => findAds(parts.database, ids),
      ({ ad }) => ad.id,
    );
  }

  /** @returns the present ad, as it was sent to its merchant. */
  async publish(adId: number): Promise<OwnFiatAd> {
    const { updates, wire, adList } = this.#parts;
    adList.changed();
    const shown = ensure(await this.#ads.find(adId), `ad ${adId}`);
    adList.adChanged(shown.ad);
    const ad = await wire.ownAd(shown);
    updates.publish(shown.ad.userId, { kind: 'fiat_ad', record: ad });
    return ad;
  }

  /**
   * Calls {@link publish} for all open ads of a merchant, e.g. when the merchant is disabled or changes their
   * collection methods.
   */
  async publishOpenOf(userId: number): Promise<void> {
    this.#parts.adList.changed();
    const filter = { userId, state: 'opening', before: undefined } as const;
    const count = LIMITS.fiat_ads_open_max;
    const open = await findOwnAds(this.#parts.database, { ...filter, count });
    for (const { ad } of open) await this.publish(ad.id);
  }
}
