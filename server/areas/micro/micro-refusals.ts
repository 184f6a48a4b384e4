/** Signed refusals of fast contracts, with their time and reason. */
import { writeRefusal } from '../../../contract/figures/micro-refusal.ts';
import type { MicroRefusal } from '../../../contract/figures/micro-refusal.ts';
import { parseUnits, SCALE_MAX } from '../../../contract/money/decimal.ts';
import { units } from '../../../contract/money/units.ts';
import type { Refusal } from '../../../contract/result.ts';
import type { RequestOf } from '../../../contract/routes.ts';
import type { KeyedContext } from '../../kit/http/handlers.ts';
import type { SignText } from './micro-receipts.ts';
import type { MicroView } from './micro.types.ts';

export interface RefusalParts {
  readonly view: Pick<MicroView, 'products' | 'lastPoint'>;
  readonly sign: SignText;
}

/**
 * Adds the signed text to the refusal of an order. A request without a key, without a known product or without a stake
 * names no order; before the first price there is no point to name.
 */
export function withSignature<Refused extends Refusal>(
  { view, sign }: RefusalParts,
  refusal: Refused,
  body: RequestOf<'placeMicroOrder'>,
  { idempotencyKey, now }: Pick<KeyedContext, 'idempotencyKey' | 'now'>,
): Refused {
  const product = view.products.get(body.micro_product_id);
  const last = product && view.lastPoint(product.instrument);
  const stake = parseUnits(body.stake, SCALE_MAX);
  if (product === undefined || last === undefined || stake === null || !idempotencyKey.ok)
    return refusal;
  const text = writeRefusal({
    key: idempotencyKey.value,
    productId: product.id,
    instrument: product.instrument,
    direction: body.direction,
    stake: units(stake),
    error: refusal.error,
    refusedAtMs: now,
    logAtMs: last.record.atMs,
    head: last.head,
  } satisfies MicroRefusal);
  return { ...refusal, signed: { text, signature: sign(text).toString('base64url') } };
}
