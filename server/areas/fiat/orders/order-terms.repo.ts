/** The comparison of an order's row with the first event of its log, for steps that move coins and for the verifier. */
import type { Transaction } from '../../../kit/db/database.ts';
import { executeNamed, type NamedStatement } from '../../../kit/db/named-statement.ts';
import type { OrderParties } from './order-heads.repo.ts';
import { FIAT_ORDER } from './order-lifecycle.ts';
import { OrderChangedError } from './order-terms.ts';

const PAYEE = ['kind', 'real_name', 'account', 'bank', 'branch', 'nickname', 'qr_picture_id'];

/** The text of the terms of a row of `fiat_orders` and its digest, as `orderTermsDigest` has them. */
const TERMS_DIGEST = `rtrim(translate(encode(sha256(convert_to(
    json_build_array(ad_id, currency_id, fiat_code, price::text, quantity::text, amount::text, payment_kind,
      payment_reference, remark, ${PAYEE.map((field) => `payee ->> '${field}'`).join(', ')})::text, 'UTF8'
  )), 'base64'), '+/', '-_'), '=')`;

/**
 * Whether a row of `fiat_orders` has the sides and the terms of `input`, the input of its first event. Orders from before
 * logs had terms have their sides alone.
 */
export const isAsPlaced = (input: string): string => `(
    (${input} ->> 'buyerId')::integer = buyer_id and (${input} ->> 'sellerId')::integer = seller_id
    and coalesce(${input} ->> 'termsSha256' = ${TERMS_DIGEST}, true)
  )`;

const AS_PLACED: NamedStatement = {
  name: 'fiat_order_as_placed',
  text: `
    select 1 from fiat_orders as orders
    join lifecycle_events as placed
      on placed.kind = '${FIAT_ORDER.kind}' and placed.id = orders.id and placed.revision = 1
    where orders.id = $1 and ${isAsPlaced("placed.event -> 'input'")}
      and (ad_id, buyer_id, seller_id, currency_id, quantity)
        = ($2::bigint, $3::integer, $4::integer, $5::integer, $6::numeric)`,
};

/**
 * Compares the order, as it was read and as it is stored, with the first event of its log.
 * @throws OrderChangedError
 */
export async function requireAsPlaced(tx: Transaction, order: OrderParties): Promise<void> {
  const { id, adId, buyerId, sellerId, currencyId, quantity } = order;
  const values = [id, adId, buyerId, sellerId, currencyId, String(quantity)];
  const { rowCount } = await executeNamed(tx, AS_PLACED, values);
  if (rowCount !== 1) throw new OrderChangedError(`fiat order ${id} differs from its log`);
}
