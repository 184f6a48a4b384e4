/** The names of the five account types. */
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';

type AccountName = keyof typeof ACCOUNT_TYPES;

/** The five accounts of a user, in the order of the contract. */
export const ACCOUNT_NAMES = Object.keys(ACCOUNT_TYPES) as readonly AccountName[];

/**
 * Returns the name of the account with this `account_type_id`; the texts are in `wallet:account`.
 */
export const accountName = (typeId: number): AccountName =>
  ACCOUNT_NAMES.find((name) => ACCOUNT_TYPES[name] === typeId) ?? 'spot';
