/** Signed refusals of fast contracts, with their time and reason. */
import { writeRefusal } from '../../../contract/figures/micro-refusal.ts';
import { parseUnits, SCALE_MAX } from '../../../contract/money/decimal.ts';
import { units } from '../../../contract/money/units.ts';
import type { Refusal } from '../../../contract/result.ts';
import type { ErrorOf, RequestOf } from '../../../contract/routes.ts';
import type { KeyedContext } from '../../kit/http/handlers.ts';
import type { SignText } from './micro-receipts.ts';
import type { MicroCommands, MicroView } from './micro.types.ts';

export interface RefusalParts {
  readonly view: Pick<MicroView, 'products' | 'lastPoint'>;
  readonly commands: Pick<MicroCommands, 'findKeyed'>;
  readonly sign: SignText;
}

type Refused = Refusal<ErrorOf<'placeMicroOrder'>>;

/**
 * They concern the request and not the order, so that a signature would say nothing.
 */
const UNSIGNED: ReadonlySet<Refused['error']> = new Set([
  'service_unavailable',
  'command_expired',
  'idempotency_key_required',
  'idempotency_key_reused',
]);

/**
 * Adds the signed text to the refusal of an order. A request without a known product or without a stake names no order, and
 * before the first price there is no point to name. The retry of an accepted order is not signed, because the order runs.
 */
export async function withSignature(
  { view, commands, sign }: RefusalParts,
  refusal: Refused,
  body: RequestOf<'placeMicroOrder'>,
  { signedIn, idempotencyKey, now }: KeyedContext,
): Promise<Refused> {
  const product = view.products.get(body.micro_product_id);
  const stake = parseUnits(body.stake, SCALE_MAX);
  if (UNSIGNED.has(refusal.error) || product === undefined || stake === null || !idempotencyKey.ok)
    return refusal;
  const key = idempotencyKey.value;
  if ((await commands.findKeyed(signedIn.userId, key, now)) !== undefined) return refusal;
  const last = view.lastPoint(product.instrument);
  if (last === undefined) return refusal;
  const text = writeRefusal({
    key,
    productId: product.id,
    instrument: product.instrument,
    direction: body.direction,
    stake: units(stake),
    error: refusal.error,
    // The request may have waited while points were stored.
    refusedAtMs: Math.max(now, last.record.atMs),
    logAtMs: last.record.atMs,
    head: last.head,
  });
  return { ...refusal, signed: { text, signature: sign(text).toString('base64url') } };
}
