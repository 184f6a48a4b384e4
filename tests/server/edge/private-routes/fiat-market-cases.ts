/** Private calls about shops and ads, and a stranger's attempts with them. */
import { buyAd } from '../../../support/fiat/fiat-ads.ts';
import { PAY_PASSWORD } from '../../../support/users/pay-password.ts';
import type { AccessCase, Fields } from './access-table.ts';
import { naming } from './foreign-probes.ts';
import type { World } from './world.ts';

const KIND = { currency_id: '1', fiat_code: 'CNY' };
const POSTED = buyAd() as Fields;
const { side: _side, currency_id: _coin, fiat_code: _fiat, auto_open: _open, ...TERMS } = POSTED;
const SEEN = { revision: '1' };
const nothing: AccessCase<World> = { request: {} };

/** The ad is suspended: no other user may learn of it. */
const namingAd = (rest: Fields = {}) =>
  naming('fiat_ad_not_found', ({ fiatAdId }) => fiatAdId, rest);

export const FIAT_MARKET_CASES = {
  getFiatMarket: nothing,
  getFiatReference: { request: KIND },
  listFiatAds: { request: { ...KIND, side: 'buy' } },
  getFiatAd: namingAd(),
  // Every user may look at a shop.
  getShop: { request: { id: '1' } },
  getOwnShop: nothing,
  openShop: { request: { name: 'Corner Shop', pay_password: PAY_PASSWORD } },
  closeShop: { request: { pay_password: PAY_PASSWORD } },
  postFiatAd: { request: POSTED },
  editFiatAd: namingAd({ ...TERMS, ...SEEN }),
  suspendFiatAd: namingAd(SEEN),
  resumeFiatAd: namingAd(SEEN),
  cancelFiatAd: namingAd(SEEN),
  listOwnFiatAds: nothing,
  getOwnFiatAd: namingAd(),
} as const satisfies Readonly<Record<string, AccessCase<World>>>;
