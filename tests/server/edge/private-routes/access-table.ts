/** What a table of private calls must say, so that everybody who may not ask is tried on each of them. */
import type { ErrorName } from '../../../../contract/errors/catalogue.ts';

/** Text fields of a request. */
export type Fields = Readonly<Record<string, string>>;

/** A request of a stranger that names a record of somebody else, and the same with one that does not exist. */
export interface ForeignProbe {
  /** What both are answered. */
  readonly error: ErrorName;
  readonly foreign: Fields;
  readonly unknown: Fields;
}

/** One private call; `W` is the world of records that probes are made from. */
export interface AccessCase<W> {
  /** Well-formed, whoever sends it; names no record of anybody. */
  readonly request: Fields;
  /** Records of others that a request can name. Needed where the call can answer that one is not found. */
  readonly probes?: (world: W) => readonly ForeignProbe[];
}

/** Errors about records that belong to a person: who asks for another’s must learn nothing. */
export const PERSONAL_RECORD_ERRORS = [
  'order_not_found',
  'picture_not_found',
  'collection_method_not_found',
  'feedback_not_found',
  'deposit_not_found',
  'withdrawal_not_found',
  'withdrawal_address_not_found',
  'transfer_not_found',
  'fiat_ad_not_found',
  'fiat_order_not_found',
  'picture_ticket_invalid',
] as const satisfies readonly ErrorName[];
