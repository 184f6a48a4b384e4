/** Reads before the placement of an order, without a lock; requests of one moment share the statement. */
import { ensure } from '../../../../contract/assert.ts';
import type { FiatSide } from '../../../../contract/fiat/fiat-kinds.ts';
import type { FiatPayee } from '../../../../contract/fiat/fiat-order.ts';
import type { CollectionKind } from '../../../../contract/people/people.ts';
import type { Database } from '../../../kit/db/database.ts';
import { GatheredRead } from '../../../kit/db/gathered-read.ts';
import { executeNamed, type NamedStatement } from '../../../kit/db/named-statement.ts';

interface Wanted {
  readonly takerId: number;
  readonly idempotencyKey: string;
  readonly adId: number;
  readonly kind: CollectionKind;
  /** The taker's own collection method when they sell. */
  readonly methodId: number | null;
}

/** A collection method of the seller as it is now. */
export interface PayeeMethod {
  readonly id: number;
  readonly payee: FiatPayee;
}

export interface PlacingFacts {
  /** The order that was placed under the key, and its terms. */
  readonly before: { readonly id: number; readonly terms: string } | null;
  /**
   * The parts of the ad that never change; null when it does not exist, or when it is not open and the
   * taker is not its merchant.
   */
  readonly ad: { readonly merchantId: number; readonly side: FiatSide } | null;
  /**
   * A method of the wanted kind: the merchant's for a sell ad, otherwise the one that the taker chose
   * of their own.
   */
  readonly method: PayeeMethod | null;
}

export type FindPlacingFacts = (wanted: Wanted) => Promise<PlacingFacts>;

interface Row {
  /** Place of the request. */
  readonly n: number;
  readonly order_id: bigint | null;
  readonly terms: string | null;
  readonly merchant_id: number | null;
  readonly side: FiatSide | null;
  readonly method: PayeeMethod | null;
}
const FACTS: NamedStatement = {
  name: 'fiat_order_placing',
  text: `
    select n, orders.id as order_id, orders.terms, ad.user_id as merchant_id, ad.side, method.method
    from json_to_recordset($1::json)
      as wanted (n integer, taker_id integer, key text, ad_id bigint, kind text, method_id bigint)
    left join fiat_orders as orders
      on (orders.taker_id, orders.idempotency_key) = (wanted.taker_id, wanted.key)
    left join fiat_ads as ad on ad.id = wanted.ad_id
      and (ad.state = 'opening' or ad.user_id = wanted.taker_id)
    left join lateral (
      select json_build_object('id', id, 'payee', json_build_object('kind', kind,
        'real_name', real_name, 'account', account, 'bank', bank, 'branch', branch,
        'nickname', nickname, 'qr_picture_id', qr_picture_id)) as method
      from collection_methods as own
      where own.user_id = case ad.side when 'sell' then ad.user_id else wanted.taker_id end
        and own.id = any(
          case ad.side when 'sell' then ad.collection_method_ids else array[wanted.method_id] end)
        and own.kind = wanted.kind and own.is_checked and removed_at_ms is null
      order by id limit 1
    ) as method on true`,
};

export function createFindPlacingFacts(database: Database): FindPlacingFacts {
  const facts = new GatheredRead<Wanted, { wanted: Wanted; facts: PlacingFacts }>(
    async (all) => {
      const asked = all.map((wanted, n) => ({
        n,
        taker_id: wanted.takerId,
        key: wanted.idempotencyKey,
        ad_id: wanted.adId,
        kind: wanted.kind,
        method_id: wanted.methodId,
      }));
      const { rows } = await executeNamed<Row>(database, FACTS, [JSON.stringify(asked)]);
      return rows.map((row) => ({
        wanted: ensure(all[row.n], 'the request of a row'),
        facts: toFacts(row),
      }));
    },
    ({ wanted }) => wanted,
  );
  return async (wanted) => ensure(await facts.find(wanted), 'facts of an order').facts;
}

const toFacts = ({ order_id: id, terms, merchant_id: merchantId, side, method }: Row) => ({
  before: id === null || terms === null ? null : { id: Number(id), terms },
  ad: merchantId === null || side === null ? null : { merchantId, side },
  method,
});
