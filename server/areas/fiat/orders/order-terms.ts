/**
 * The terms of an order as a digest, which the first event of its append-only log has. The row of the order only repeats
 * them: coins do not move while it differs.
 */
import { hash } from 'node:crypto';
import type { FiatPayee } from '../../../../contract/fiat/fiat-order.ts';
import type { OrderRow } from './order-lifecycle.ts';

type Terms = Pick<
  OrderRow,
  | 'adId'
  | 'currencyId'
  | 'fiatCode'
  | 'price'
  | 'quantity'
  | 'amount'
  | 'paymentKind'
  | 'paymentReference'
  | 'remark'
> & { readonly payee: FiatPayee };

/** A row of an order that differs from its log. */
export class OrderChangedError extends Error {}

/** Returns a text that only these terms have; {@link TERMS_DIGEST} builds it in SQL. */
export function orderTermsDigest(terms: Terms): string {
  const { adId, currencyId, fiatCode, price, quantity, amount } = terms;
  const { paymentKind, paymentReference, remark, payee } = terms;
  const { kind, real_name, account, bank, branch, nickname, qr_picture_id } = payee;
  const sums = [String(price), String(quantity), String(amount)];
  const payment = [paymentKind, paymentReference, remark];
  const receiver = [kind, real_name, account, bank, branch, nickname, qr_picture_id];
  const values = [adId, currencyId, fiatCode, ...sums, ...payment, ...receiver];
  const text = `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
  return hash('sha256', text, 'base64url');
}
