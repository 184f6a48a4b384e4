/** What a "signed" transfer of the development chain looks like on its way: JSON, named by its hash. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import type { SignedTransfer, TransferOrder } from '../chain.types.ts';
import { HOT_WALLET, isDevelopmentAddress } from './development-address.ts';

const rawTransfer = z.strictObject({
  from: z.literal(HOT_WALLET),
  nonce: z.int().min(0),
  to: z.string().refine(isDevelopmentAddress),
  currency_id: z.int(),
  amount: z.string().regex(/^[1-9]\d{0,37}$/),
});

export interface DevelopmentTransfer {
  readonly hash: string;
  readonly nonce: number;
  readonly toAddress: string;
  readonly currencyId: number;
  readonly amount: bigint;
}

/** The same order with the same nonce is the same transfer, with the same hash. */
export function writeTransfer(order: TransferOrder, nonce: number): SignedTransfer {
  const rawTransaction = JSON.stringify({
    from: HOT_WALLET,
    nonce,
    to: order.address,
    currency_id: order.currencyId,
    amount: String(order.amount),
  } satisfies z.input<typeof rawTransfer>);
  return { rawTransaction, hash: transactionHash(rawTransaction) };
}

/** Null for what the network would not understand. */
export function readTransfer({ rawTransaction }: SignedTransfer): DevelopmentTransfer | null {
  const parsed = rawTransfer.safeParse(jsonOf(rawTransaction));
  if (!parsed.success) return null;
  const { nonce, to, currency_id: currencyId, amount } = parsed.data;
  return {
    hash: transactionHash(rawTransaction),
    nonce,
    toAddress: to,
    currencyId,
    amount: BigInt(amount),
  };
}

/** Hash of any transaction of the chain by what makes it one of a kind. */
export const transactionHash = (content: string): string => `0x${hash('sha256', content)}`;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
