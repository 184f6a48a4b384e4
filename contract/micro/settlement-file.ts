/**
 * The settlement file: everything that decides one fast contract, so that others can compute its result again. It is
 * the data of the public call, and what the check page saves and reads.
 */
import { z } from 'zod';
import { indexMinute } from './index/price-index.ts';
import { decimalText, epochMs } from '../schemas/fields.ts';

/** 32 and 64 bytes as base64url. */
const KEY_FORM = /^[\w-]{43}$/;
const SIGNATURE_FORM = /^[\w-]{86}$/;

/** More than the minutes of the longest contract, with a restart in each. */
const MINUTES_MAX = 50;

/** won, lost: by the direction of the contract. drawn, voided: the stake came back. */
const microOutcome = z.enum(['won', 'lost', 'drawn', 'voided']);

/** Result as the exchange booked it. Points that the contract did not reach are null. */
const settledResult = z.strictObject({
  outcome: microOutcome,
  /** Opening point: its time, and its index in ticks. Null for a contract that found no opening price. */
  opened_at: epochMs.nullable(),
  open_ticks: z.int().positive().nullable(),
  /** Last point of the window: opening and duration. */
  expires_at: epochMs.nullable(),
  /** Sum of the ticks of the window, and how many points have a price. */
  sum: z.int().min(0).nullable(),
  count: z.int().min(0).nullable(),
  /** Amount that the user got back, with the profit of a win. */
  payout: decimalText,
});
export type SettledResult = z.infer<typeof settledResult>;

export const settlementFile = z.strictObject({
  /** Files of the first format have minutes without counted orders. */
  format: z.enum(['meridian-settlement/1', 'meridian-settlement/2']),
  /** Ed25519, 32 bytes, base64url; that of `/index-key.json`. */
  public_key: z.string().regex(KEY_FORM),
  receipt: z.strictObject({
    /** See `writeReceipt` in `contract/figures/micro-receipt.ts`. */
    text: z.string().max(500),
    /** Ed25519 over the ASCII bytes of the text, base64url. */
    signature: z.string().regex(SIGNATURE_FORM),
  }),
  /** Null while the contract runs. */
  result: settledResult.nullable(),
  /**
   * Signed minutes of the instrument, the oldest first: from the one before the receipt's point of the index to the
   * one that holds the expiry. A minute that is not signed yet is missing.
   */
  minutes: z.array(indexMinute).max(MINUTES_MAX),
});
export type SettlementFile = z.infer<typeof settlementFile>;
