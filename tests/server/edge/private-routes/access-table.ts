/** The columns that a table of private calls must have, so that every forbidden caller is tested on each call. */
import type { ErrorName } from '../../../../contract/errors/catalog.ts';

/** Text fields of a request. */
export type Fields = Readonly<Record<string, string>>;

/** A stranger's request that names a record of another user, and the same with a record that does not exist. */
export interface ForeignProbe {
  /** The error of both requests. */
  readonly error: ErrorName;
  readonly foreign: Fields;
  readonly unknown: Fields;
}

/** One private call; `W` is the world of records that probes are made from. */
export interface AccessCase<W> {
  /** A valid request for any sender, which names no record of any user. */
  readonly request: Fields;
  /**
   * Records of other users that a request can name. Required if the call has an error for a record that is
   * not found.
   */
  readonly probes?: (world: W) => readonly ForeignProbe[];
}

/** Errors about records of one user: a caller who names a record of another user must learn nothing. */
export const PERSONAL_RECORD_ERRORS = [
  'order_not_found',
  'picture_not_found',
  'collection_method_not_found',
  'feedback_not_found',
  'deposit_not_found',
  'withdrawal_not_found',
  'withdrawal_address_not_found',
  'transfer_not_found',
  'contract_order_not_found',
  'fiat_ad_not_found',
  'fiat_order_not_found',
  'picture_ticket_invalid',
] as const satisfies readonly ErrorName[];
