/** Contract markets that operators add: one operator asks, and another operator approves. */
import { z } from 'zod';
import {
  decimalText,
  epochMs,
  lineField,
  positiveDecimalField,
  recordIdField,
} from '../../schemas/fields.ts';
import { lastActField, reasonField, revisionField } from './fields.ts';
import { checkTerms, leverTerms, termFields } from './lever-terms.ts';

/** An instrument that may get a contract market. */
const leverInstrument = z.object({
  /** e.g. `BTC/USDT`. */
  name: z.string(),
  price_scale: z.int(),
  /** The price on which the sources agree; null without one. */
  mark: decimalText.nullable(),
});

/** waiting: needs another operator. approved: is opened next. opened: users trade it. */
const listingState = z.enum(['waiting', 'approved', 'opened', 'withdrawn']);
const leverListing = leverTerms.extend({
  id: recordIdField,
  instrument: z.string(),
  /** Units of the instrument in one lot. */
  lot_size: decimalText,
  state: listingState,
  /** Whether it needs another operator. */
  is_waiting: z.boolean(),
  asked_by: z.string(),
  asked_at: epochMs,
});

export const leverListings = z.object({
  /** The instruments that have no contract market, and none that waits. */
  instruments: z.array(leverInstrument),
  /** The waiting ones, then the newest others. */
  listings: z.array(leverListing),
  revision: z.int(),
  last_act: lastActField,
});

const INSTRUMENT_LENGTH_MAX = 20;

/** Asks for a contract market. Lot size and instrument never change. */
export const askLeverMarketBody = z
  .strictObject({
    revision: revisionField,
    /** Name of the instrument, e.g. `BTC/USDT`. */
    instrument: lineField(1, INSTRUMENT_LENGTH_MAX),
    lot_size: positiveDecimalField,
    ...termFields,
    reason: reasonField,
  })
  .superRefine(checkTerms);
export const decideLeverMarketBody = z.strictObject({
  id: recordIdField,
  revision: revisionField,
  reason: reasonField,
});

export type OperatorLeverListings = z.infer<typeof leverListings>;
