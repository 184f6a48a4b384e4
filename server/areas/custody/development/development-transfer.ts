/** The bytes of a "signed" transfer of the development chain: JSON, named by its hash. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import type { SignedTransfer, TransferTarget } from '../chain.types.ts';
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

/** Deterministic: the same order and nonce give the same transfer and hash. */
export function writeTransfer(order: TransferTarget, nonce: number): SignedTransfer {
  const rawTransaction = JSON.stringify({
    from: HOT_WALLET,
    nonce,
    to: order.address,
    currency_id: order.currencyId,
    amount: String(order.amount),
  } satisfies z.input<typeof rawTransfer>);
  return { rawTransaction, hash: transactionHash(rawTransaction) };
}

/** Returns null for bytes that the network cannot parse. */
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

/** Returns the hash of any transaction of the chain, from the content that identifies it. */
export const transactionHash = (content: string): string => `0x${hash('sha256', content)}`;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
