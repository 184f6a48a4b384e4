/** Receipts of fast contracts: the exchange signs what it promises before the opening price exists. */
import { randomBytes } from 'node:crypto';
import { writeReceipt } from '../../../contract/figures/micro-receipt.ts';
import type { MicroPlacement } from '../../engine/micro/micro-types.ts';
import type { IndexPointOf, SignedReceipt } from './micro.types.ts';

const TOKEN_BYTES = 16;

/** Returns the public name of a new order, which cannot be guessed. */
export const drawToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Signs an ASCII text with the key of the index log; 64 bytes. */
export type SignText = (text: string) => Buffer;

/** @param last the last stored point of the instrument. @param currency code of the stake's currency. */
export function signedReceiptOf(
  order: MicroPlacement,
  {
    token,
    currency,
    last,
  }: { readonly token: string; readonly currency: string; readonly last: IndexPointOf },
  sign: SignText,
): SignedReceipt {
  const receipt = writeReceipt({
    token,
    instrument: order.instrument,
    priceScale: order.priceScale,
    direction: order.direction,
    seconds: order.seconds,
    stake: order.stake,
    currency,
    profitPpm: order.profitPpm,
    lossPpm: order.lossPpm,
    acceptedAtMs: order.acceptedAtMs,
    logAtMs: last.record.atMs,
    head: last.head,
  });
  return { token, receipt, signature: sign(receipt).toString('base64url') };
}
