/** Shops: opened with a deposit, closed with all their ads (RULES "Fiat trading"). */
import { ensure } from '../../../../contract/assert.ts';
import { formatUnits } from '../../../../contract/money/decimal.ts';
import { units } from '../../../../contract/money/units.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { ok, refuse } from '../../../../contract/result.ts';
import type { Result } from '../../../../contract/result.ts';
import type { OwnShop, Shop } from '../../../../contract/fiat/fiat-market.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { Clock } from '../../../../contract/time.ts';
import type { Database, Transaction } from '../../../kit/db/database.ts';
import { refusableTransaction } from '../../../kit/db/refusable-transaction.ts';
import { unlessTaken } from '../../../kit/db/transaction.ts';
import {
  lockUser,
  type PayPasswordError,
  type SecurityCheck,
} from '../../identity/identity.area.ts';
import type { Currencies } from '../../../ledger/currencies.ts';
import { postMovement } from '../../../ledger/ledger.repo.ts';
import { openingOf, shopClosed, shopOpened } from '../fiat-recipes.ts';
import type { AdRow } from '../ads/ad-lifecycle.ts';
import type { AdUpdates } from '../ads/ad-updates.ts';
import { changeAd, type AdCause } from '../ads/ad-steps.ts';
import { lockAliveAds } from '../ads/ads.repo.ts';
import { readShopRecords } from '../shops/shop-figures.repo.ts';
import { readShopName, type ShopName } from '../shops/shop-names.ts';
import type { ShopRecords } from '../shops/shop-records.ts';
import * as repo from '../shops/shops.repo.ts';
import type { ShopOfMerchant, ShopRow } from '../shops/shops.repo.ts';

interface ShopParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly currencies: Currencies;
  readonly security: Pick<SecurityCheck, 'checkPayPassword'>;
  readonly shopRecords: ShopRecords;
  readonly adUpdates: AdUpdates;
}

/** The user and their pay password. */
interface ShopRequest {
  readonly userId: number;
  readonly payPassword: string;
  readonly requestId: string;
  readonly now: EpochMs;
}

type OpenError =
  | PayPasswordError
  | 'insufficient_balance'
  | 'shop_open'
  | 'shop_name_taken'
  | 'shop_name_invalid';
type CloseError = PayPasswordError | 'shop_required' | 'shop_has_open_orders';

const DEPOSIT_CURRENCY = 'USDT';

export class Shops {
  readonly #parts: ShopParts;

  constructor(parts: ShopParts) {
    this.#parts = parts;
  }

  async find(shopId: number): Promise<Result<Shop, 'shop_not_found'>> {
    const found = await repo.findShop(this.#parts.database, shopId);
    return found === undefined ? refuse('shop_not_found') : ok(await this.#shown(found));
  }

  /** Null for a user who never opened a shop. */
  async findOwn(userId: number): Promise<OwnShop | null> {
    const found = await repo.findShopWithMerchant(this.#parts.database, userId);
    if (found === undefined) return null;
    const { deposit, depositCurrencyId } = found.shop;
    const { code, scale } = ensure(
      this.#parts.currencies.byId(depositCurrencyId),
      `currency ${depositCurrencyId}`,
    );
    return {
      ...(await this.#shown(found)),
      deposit: formatUnits(deposit, scale),
      deposit_currency_code: code,
    };
  }

  /** Opens a new shop, or reopens a closed one, possibly under a new name. */
  async open(request: ShopRequest, written: string): Promise<Result<OwnShop, OpenError>> {
    const { database, security, shopRecords } = this.#parts;
    const { userId, payPassword, now } = request;
    const paid = await security.checkPayPassword(userId, payPassword, now);
    if (!paid.ok) return paid;
    const name = readShopName(written);
    const opened = await unlessTaken(
      () =>
        refusableTransaction(database, (tx) =>
          openShop(tx, this.#parts.currencies, name, { ...request, actorId: userId }),
        ),
      () => refuse('shop_name_taken'),
    );
    if (!opened.ok) return opened;
    shopRecords.forget(opened.value.id);
    return ok(ensure(await this.findOwn(userId), `shop of ${userId}`));
  }

  /** Closes the shop and ends all its ads; rejected with `shop_has_open_orders` while orders of them are open. */
  async close(request: ShopRequest): Promise<Result<OwnShop, CloseError>> {
    const { database, security, adUpdates } = this.#parts;
    const { userId, payPassword, now } = request;
    const paid = await security.checkPayPassword(userId, payPassword, now);
    if (!paid.ok) return paid;
    const closed = await refusableTransaction(database, (tx) => this.#closeOnce(tx, request));
    if (!closed.ok) return closed;
    for (const { id } of closed.value) await adUpdates.publish(id);
    return ok(ensure(await this.findOwn(userId), `shop of ${userId}`));
  }

  /** Returns the ads that ended with the shop. */
  async #closeOnce(
    tx: Transaction,
    { userId, requestId, now }: ShopRequest,
  ): Promise<Result<AdRow[], CloseError>> {
    await lockUser(tx, userId);
    const shop = await repo.findShopOf(tx, userId);
    if (shop?.isOpen !== true) return refuse('shop_required');
    const cause = { actorId: userId, requestId, now };
    // The lock prevents new orders. Ended ads cannot be taken anyway.
    const alive = await lockAliveAds(tx, shop.id);
    if ((await repo.countOpenOrders(tx, shop.id)) > 0) return refuse('shop_has_open_orders');
    const ended: AdRow[] = [];
    for (const ad of alive) ended.push(await endAd(tx, ad, cause));
    await repo.updateShop(tx, shop.id, { isOpen: false, updatedAtMs: now });
    const released = await postMovement(tx, shopClosed(depositOf(shop, cause)), now);
    ensure(released.ok || null, `shop ${shop.id}: its deposit is frozen`);
    return ok(ended);
  }

  async #shown({ shop, mobile, isUserReal }: ShopOfMerchant): Promise<Shop> {
    const { database, clock } = this.#parts;
    const [record] = await readShopRecords(database, [shop.id], clock.now());
    return {
      id: String(shop.id),
      name: shop.name,
      is_open: shop.isOpen,
      registered_at: shop.registeredAtMs,
      figures: ensure(record, `figures of shop ${shop.id}`).figures,
      levels: { mobile: mobile !== null, real_name: isUserReal, advanced: shop.isOpen },
    };
  }
}

async function endAd(tx: Transaction, ad: AdRow, cause: AdCause): Promise<AdRow> {
  const event = { type: 'shop.closed', by: { role: 'system', userId: 0 } } as const;
  const ended = ensure(await changeAd(tx, ad, event, cause), `ad ${ad.id} ends`);
  return ensure(ended.ok ? ended.value : null, `ad ${ad.id}: what remains is frozen`);
}

/** Inserts or reopens the shop and freezes the deposit. Locks the user until the transaction ends. */
export async function openShop(
  tx: Transaction,
  currencies: Currencies,
  name: ShopName | null,
  cause: AdCause & { readonly userId: number },
): Promise<
  Result<ShopRow, 'insufficient_balance' | 'shop_open' | 'shop_name_taken' | 'shop_name_invalid'>
> {
  const { userId, now } = cause;
  await lockUser(tx, userId);
  const known = await repo.findShopOf(tx, userId);
  if (known?.isOpen === true) return refuse('shop_open');
  if (name === null) return refuse('shop_name_invalid');
  const namesake = await repo.findShopByKey(tx, name.key);
  if (namesake !== undefined && namesake.userId !== userId) return refuse('shop_name_taken');
  const { id: depositCurrencyId, scale } = ensure(
    currencies.byCode(DEPOSIT_CURRENCY),
    DEPOSIT_CURRENCY,
  );
  const opening = {
    name: name.text,
    nameKey: name.key,
    isOpen: true,
    openings: (known?.openings ?? 0) + 1,
    depositCurrencyId,
    deposit: BigInt(LIMITS.shop_deposit_usdt) * 10n ** BigInt(scale),
    updatedAtMs: now,
  };
  const shop =
    known === undefined
      ? await repo.insertShop(tx, { ...opening, userId, registeredAtMs: now })
      : await repo.updateShop(tx, known.id, opening);
  const frozen = await postMovement(tx, shopOpened(depositOf(shop, cause)), now);
  return frozen.ok ? ok(shop) : frozen;
}

const depositOf = (shop: ShopRow, { actorId, requestId }: AdCause) => ({
  causeId: openingOf(shop),
  ownerId: shop.userId,
  actorId,
  requestId,
  currencyId: shop.depositCurrencyId,
  amount: units(shop.deposit),
});
