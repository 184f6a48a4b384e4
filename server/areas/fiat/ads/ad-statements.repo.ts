/** Statements on ads that orders run often, written by hand for speed: see `row-reader.ts`. */
import type { CollectionKind } from '../../../../contract/people/people.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { Executor, Transaction } from '../../../kit/db/database.ts';
import { executeNamed, type NamedStatement } from '../../../kit/db/named-statement.ts';
import { RowReader } from '../../../kit/db/row-reader.ts';
import { fiatAds } from '../../../kit/db/schema/fiat.ts';
import { lifecycles } from '../../../kit/db/schema/lifecycles.ts';
import type { LifecycleRow } from '../../../kit/lifecycle/lifecycles.repo.ts';
import { FIAT_AD, type AdRow } from './ad-lifecycle.ts';
import { PAYABLE_KINDS_TEXT, type ListedAd, type ShownAd } from './ads.repo.ts';

/** An ad and the row of its lifecycle. */
export interface AdAlive {
  readonly ad: AdRow;
  readonly life: LifecycleRow;
}

type Row = Readonly<Record<string, unknown>>;

const AD = new RowReader(fiatAds, 'fiat_ads');
const LIFE = new RowReader(lifecycles, 'life');
const ITS_LIFE = `lifecycles as life on life.kind = '${FIAT_AD.kind}' and life.id = fiat_ads.id`;

const LOCK: NamedStatement = {
  name: 'fiat_ad_lock',
  text: `select ${AD.list}, ${LIFE.list} from fiat_ads join ${ITS_LIFE}
    where fiat_ads.id = $1 for update`,
};

/** Locks both rows until the transaction ends. */
export async function lockAdWithLife(tx: Transaction, id: number): Promise<AdAlive | undefined> {
  const { rows } = await executeNamed<Row>(tx, LOCK, [id]);
  return rows[0] && aliveOf(rows[0]);
}

const LOCK_LISTED: NamedStatement = {
  name: 'fiat_ad_lock_listed',
  text: `
    select ${AD.list}, ${LIFE.list}, ${PAYABLE_KINDS_TEXT} as payable_kinds, to_json(array(
        select method.id from collection_methods as method
        where method.id = any(fiat_ads.collection_method_ids) and method.user_id = fiat_ads.user_id
          and method.is_checked and method.removed_at_ms is null
      )) as kept_method_ids,
      shops.is_open as is_shop_open, users.disabled_at_ms as merchant_disabled_at_ms
    from fiat_ads join ${ITS_LIFE}
    join shops on shops.id = fiat_ads.shop_id join users on users.id = fiat_ads.user_id
    where fiat_ads.id = $1 for update of fiat_ads, life`,
};
interface ListedRow extends Row {
  readonly payable_kinds: readonly CollectionKind[];
  readonly kept_method_ids: readonly number[];
  readonly is_shop_open: boolean;
  readonly merchant_disabled_at_ms: bigint | null;
}

/** An ad that an order is about to take a part of. */
interface LockedAd extends ListedAd, AdAlive {
  /** The usable collection methods that the ad is paid to, without those that its merchant has removed. */
  readonly keptMethodIds: readonly number[];
}

/**
 * Locks the ad and its lifecycle until the transaction ends, and reads the fields that decide whether other users
 * see the ad.
 */
export async function lockListedAd(tx: Transaction, id: number): Promise<LockedAd | undefined> {
  const { rows } = await executeNamed<ListedRow>(tx, LOCK_LISTED, [id]);
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    ...aliveOf(row),
    payableKinds: row.payable_kinds,
    keptMethodIds: row.kept_method_ids,
    isShopOpen: row.is_shop_open,
    disabledAtMs: disabledAtMsOf(row),
  };
}

const disabledAtMsOf = ({ merchant_disabled_at_ms: at }: ListedRow): EpochMs | null =>
  at === null ? null : Number(at);

const aliveOf = (row: Row): AdAlive => ({ ad: AD.read(row), life: LIFE.read(row) });

const FIND: NamedStatement = {
  name: 'fiat_ads_shown',
  text: `select ${AD.list}, ${PAYABLE_KINDS_TEXT} as payable_kinds from fiat_ads
    where fiat_ads.id = any($1::bigint[])`,
};

/** Reads ads of any merchants, in any state. */
export async function findAds(database: Executor, ids: readonly number[]): Promise<ShownAd[]> {
  const { rows } = await executeNamed<Pick<ListedRow, 'payable_kinds'> & Row>(database, FIND, [
    ids,
  ]);
  return rows.map((row) => ({ ad: AD.read(row), payableKinds: row.payable_kinds }));
}
